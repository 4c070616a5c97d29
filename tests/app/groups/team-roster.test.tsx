// The roster of a large team on its page: loading more people, focus, announcements, and offline.
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fold } from '../../../src/server/db/search-words.ts';
import { buildMembership, buildPerson, buildTeam } from '../../support/factories.ts';
import { openAsAda, openDevice } from '../device.tsx';
import { goOffline } from '../planning/planning-setup.ts';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

const nameOf = (index: number) => `Player ${String(index).padStart(3, '0')}`;

/** Ada is in a team with this many people without an account; `coach` hides her from the roster's list. */
async function openLargeTeam(count: number, role: 'trainee' | 'coach' = 'coach') {
  const device = await openDevice();
  const { db } = device.server.database;
  const team = await buildTeam(db, { name: 'Everyone' });
  await buildMembership(db, { person_id: device.ada.id, team_id: team.id, role });
  const addPlayer = async (name: string) => {
    const { id } = await buildPerson(db, { name, sort_name: fold(name) });
    await buildMembership(db, { team_id: team.id, person_id: id });
    return id;
  };
  for (let index = 0; index < count; index += 1) await addPlayer(nameOf(index));
  return { ...device, db, team, addPlayer, path: `/teams/${team.id}` };
}

const roster = () => screen.getByRole('region', { name: /^Roster/ });
const names = () => [...roster().querySelectorAll('li strong:first-child')].map((name) => name.textContent);
const more = (name = 'Show more') => screen.findByRole('button', { name });
const noMore = () => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
const focused = () => document.activeElement?.querySelector('strong')?.textContent;
const pagesAsked = (asked: string[]) => asked.filter((call) => call.includes('/roster?'));

it('a small roster is shown whole, without a button for more', async () => {
  const { path, asked } = await openLargeTeam(3);
  await openAsAda(path);
  expect(await screen.findByRole('heading', { name: 'Roster 3' })).toBeDefined();
  expect(names()).toEqual([nameOf(0), nameOf(1), nameOf(2)]);
  noMore();
  expect(pagesAsked(asked)).toEqual([]);
});

it('a large roster loads more people on request, focuses the first of them and announces the number', async () => {
  const { path, user, asked } = await openLargeTeam(205);
  await openAsAda(path);
  // The coach's part of the page is loaded after the page.
  await screen.findByRole('link', { name: 'Members' });
  expect(screen.getByRole('heading', { name: 'Roster 205' })).toBeDefined();
  // Ada is the first of the hundred, and shown as coach.
  expect(names()).toHaveLength(99);
  expect(pagesAsked(asked)).toEqual([]);
  await user.click(await more());
  await waitFor(() => expect(names()).toHaveLength(199));
  expect(focused()).toBe(nameOf(99));
  expect(await screen.findByText('Showing 199 of 205 people', { selector: '[role=status]' })).toBeDefined();
  await user.click(await more());
  await waitFor(() => expect(names()).toHaveLength(205));
  expect(focused()).toBe(nameOf(199));
  expect(await screen.findByText('Showing 205 of 205 people', { selector: '[role=status]' })).toBeDefined();
  expect(names()).toEqual(Array.from({ length: 205 }, (_, index) => nameOf(index)));
  noMore();
});

it('loaded people stay while a coach looks at the list of members', async () => {
  const { path, user } = await openLargeTeam(150);
  await openAsAda(path);
  await user.click(await more());
  await waitFor(() => expect(names()).toHaveLength(150));
  await user.click(await screen.findByRole('link', { name: 'Members' }));
  await user.click(await screen.findByRole('link', { name: 'Back to the team' }));
  await waitFor(() => expect(names()).toHaveLength(150));
});

it('someone who was renamed between two pages is listed once', async () => {
  const { path, user, db } = await openLargeTeam(120, 'trainee');
  await openAsAda(path);
  await more();
  await db
    .updateTable('people')
    .set({ name: 'Zoë', sort_name: fold('Zoë') })
    .where('name', '=', nameOf(5))
    .execute();
  await user.click(await more());
  await waitFor(() => expect(names()).toHaveLength(121));
  expect(names().filter((name) => name === 'Zoë')).toHaveLength(1);
  expect(names()).not.toContain(nameOf(5));
});

it('as many people stay when pages shift because people joined', async () => {
  const { path, user, addPlayer } = await openLargeTeam(205, 'trainee');
  await openAsAda(path);
  await user.click(await more());
  await waitFor(() => expect(names()).toHaveLength(200));
  await addPlayer('Aaron');
  dispatchEvent(new Event('focus'));
  document.dispatchEvent(new Event('visibilitychange'));
  await user.click(await more());
  await waitFor(() => expect(names()).toHaveLength(206));
});

it('loading more offline reports the failure, keeps the list, and works again on retry', async () => {
  const { path, user } = await openLargeTeam(150);
  await openAsAda(path);
  const button = await more();
  const comeBack = goOffline();
  await user.click(button);
  expect(await screen.findByText(/^Couldn't load more people\. Check your connection/)).toBeDefined();
  expect(names()).toHaveLength(99);
  const again = await more('Try again');
  expect(document.activeElement).toBe(again);
  comeBack();
  await waitFor(() => expect(names()).toHaveLength(150));
  expect(screen.queryByText(/^Couldn't load more people/)).toBeNull();
});

it('the loaded roster is shown offline, on returning to the team', async () => {
  const { path, user } = await openLargeTeam(150);
  await openAsAda(path);
  await user.click(await more());
  await waitFor(() => expect(names()).toHaveLength(150));
  await user.click(screen.getByRole('link', { name: 'Teams' }));
  await user.click(await screen.findByRole('link', { name: 'Everyone' }));
  const button = await more();
  goOffline();
  await user.click(button);
  await waitFor(() => expect(names()).toHaveLength(150));
  expect(focused()).toBe(nameOf(99));
  noMore();
});
