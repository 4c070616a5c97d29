// What the explore pages say of their results: to the eye, to a screen reader, and to the server.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../support/client.ts';
import { buildEvent, buildOrganization } from '../../support/factories.ts';
import { address, openApp, openDevice } from '../device.tsx';

async function openExplore() {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T10:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true;
  };
  const device = await openDevice();
  const { db } = device.server.database;
  const club = await buildOrganization(db, { name: 'KV Rooigem' });
  const training = await buildEvent(db, { name: 'Winter training', organizer_organization_id: club.id });
  const cup = await buildEvent(db, {
    name: 'Sunday cup',
    organizer_organization_id: club.id,
    starts_at: '2026-11-29T10:00:00.000Z',
  });
  return { ...device, db, club, training, cup };
}

const search = () => screen.getByRole('searchbox');
const statusOf = (text: string) =>
  waitFor(() => {
    const status = screen.getAllByRole('status').find(({ textContent }) => textContent === text);
    if (!status) throw new Error(`no status says ${text}`);
    return status;
  });

it('a list’s status says how many rows there are, and stays to say that nothing is found', async () => {
  const { user } = await openExplore();
  await openApp('/explore/events');
  const status = await statusOf('2 events');
  await user.type(search(), 'curling');
  await screen.findByRole('heading', { name: 'Nothing found' });
  expect(status.isConnected).toBe(true);
  expect(status.textContent).toBe('Nothing found');
  await user.clear(search());
  await user.type(search(), 'cup');
  await waitFor(() => expect(status.textContent).toBe('1 event'));
  expect(status.isConnected).toBe(true);
});

it('a list’s status is in the page before its rows', async () => {
  await openExplore();
  await openApp('/explore/teams');
  await screen.findByRole('status', { name: 'Loading teams' });
  const before = screen.getAllByRole('status');
  expect(before).toContain(await statusOf('No teams yet'));
});

it('the status of “Search everything” says what each search finds', async () => {
  const { user } = await openExplore();
  await openApp('/explore');
  await screen.findByRole('heading', { name: 'Events 2' });
  const before = screen.getAllByRole('status');
  expect(before.map(({ textContent }) => textContent)).not.toContain('Events 2, Organizations 1');
  await user.type(search(), 'rooigem');
  const status = await statusOf('Organizations 1, Organizers 1');
  expect(before).toContain(status);
  await user.type(search(), 'zzz');
  await screen.findByRole('heading', { name: 'Nothing found' });
  expect(status.isConnected).toBe(true);
  expect(status.textContent).toBe('Nothing found');
});

it('a search with more matches than the server counts says so', async () => {
  const { db } = await openExplore();
  for (let index = 0; index < 101; index += 1) await buildEvent(db, { name: `Rowing ${index}` });
  await openApp('/explore?q=rowing');
  await screen.findByRole('heading', { name: 'Events 100+' });
  await statusOf('Events 100+');
});

it('explore shows rows that are newer than its counts', async () => {
  const { db, server } = await openExplore();
  await db.deleteFrom('events').execute();
  await db.deleteFrom('organizations').execute();
  await createClient(server).call('GET /api/explore');
  await buildEvent(db, { name: 'Night run' });
  await openApp('/explore');
  await screen.findByRole('link', { name: /^Night run/ });
  expect(screen.getByRole('heading', { name: 'Events 1' })).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Nothing here yet' })).toBeNull();
});

it('explore shows no section of a kind whose rows are gone before its count', async () => {
  const { db, server } = await openExplore();
  await createClient(server).call('GET /api/explore');
  await db.deleteFrom('events').execute();
  await openApp('/explore');
  await screen.findByRole('heading', { name: /^Organizations/ });
  expect(screen.queryByRole('heading', { name: /^Events/ })).toBeNull();
});

it.each([
  ['when=week', true],
  ['from=2026-11-21', true],
  ['to=2026-12-21', false],
  ['', false],
])('the list with %j names the viewer’s zone: %s', async (filter, isNamed) => {
  const { asked } = await openExplore();
  await openApp(`/explore/events?${filter}`);
  await screen.findByRole('link', { name: 'Winter training' });
  const lists = asked.filter((line) => /events(\?|$)/.test(line));
  expect(lists.length).toBeGreaterThan(0);
  expect(lists.map((line) => line.includes('timeZone='))).toEqual(lists.map(() => isNamed));
});

it('the filter sheet counts from a day in the viewer’s zone', async () => {
  const { asked, user } = await openExplore();
  await openApp('/explore/events?from=2026-11-21');
  await user.click(await screen.findByRole('button', { name: 'Filters, 1 on' }));
  await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Show 2 events' });
  expect(asked.filter((line) => line.includes('/count')).at(-1)).toContain('timeZone=');
});

it('of a single day and a range in the filter sheet, what was chosen last counts', async () => {
  const { user } = await openExplore();
  await openApp('/explore/events?from=2026-11-30');
  await user.click(await screen.findByRole('button', { name: 'Filters, 1 on' }));
  let sheet = within(await screen.findByRole('dialog'));
  await user.click(sheet.getByRole('radio', { name: 'The next 7 days' }));
  await user.click(await sheet.findByRole('button', { name: /^Show|^No events/ }));
  expect(address()).toBe('/explore/events?when=week');
  await user.click(await screen.findByRole('button', { name: 'Filters, 1 on' }));
  sheet = within(await screen.findByRole('dialog'));
  fireEvent.change(sheet.getByLabelText('Until'), { target: { value: '2026-12-24' } });
  expect(sheet.getByRole<HTMLInputElement>('radio', { name: 'Any day' }).checked).toBe(true);
  await user.click(await sheet.findByRole('button', { name: /^Show|^No events/ }));
  expect(address()).toBe('/explore/events?to=2026-12-24');
});

it.each(['', '&activity=football'])(
  'a later page that has become empty leads to the start of the list%s',
  async (filter) => {
    const { db, server, user, cup } = await openExplore();
    const { body } = await createClient(server).call('GET /api/explore/events', { query: { limit: '1' } });
    await db.deleteFrom('events').where('id', '=', cup.id).execute();
    await openApp(`/explore/events?limit=1&cursor=${body.nextCursor}${filter}`);
    await screen.findByRole('heading', { name: 'Nothing found' });
    expect(screen.queryByText(/ yet$/)).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Show events from the start' }));
    await screen.findByRole('link', { name: 'Winter training' });
  },
);
