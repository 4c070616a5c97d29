// The hours of coaches on their page, over the real API: one's own, and those of others for an admin.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { buildEvent, buildMembership, buildTeam, buildUser } from '../../support/factories.ts';
import { address, holdAnswers, openAsAda, openDevice } from '../device.tsx';
import { goOffline } from '../planning/planning-setup.ts';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

const path = '/my/hours';

/** Ada, who coaches, has led a training in October and one in November; Ben has led a match for the same team. */
async function openHours(role: 'coach' | 'admin' = 'coach', { isEmpty = false } = {}) {
  const device = await openDevice();
  const { db } = device.server.database;
  const { ada } = device;
  await db.updateTable('users').set({ locale: 'en-GB', is_coach: 1 }).where('id', '=', ada.id).execute();
  const team = await buildTeam(db, { name: 'KV Rooigem U12' });
  await buildMembership(db, { team_id: team.id, person_id: ada.id, role });
  const ben = await buildUser(db, { name: 'Ben' });
  const led = (leader: { id: string }, name: string, starts_at: string, durationMinutes: number) =>
    buildEvent(db, {
      name,
      owner_team_id: team.id,
      teams: [team.id],
      leaders: [leader.id],
      visibility: 'team',
      starts_at,
      durationMinutes,
      time_zone: 'Europe/Brussels',
    });
  if (!isEmpty) {
    await led(ada, 'Autumn training', '2026-10-12T17:00:00.000Z', 60);
    await led(ada, 'Winter training', '2026-11-10T18:00:00.000Z', 90);
    await led(ben, 'U12 v Ledeberg', '2026-11-14T09:00:00.000Z', 45);
  }
  return device;
}

const group = async (name: string) => within(await screen.findByRole('region', { name }));

it('a coach sees the own hours by month with each date, the newest month first', async () => {
  await openHours();
  await openAsAda(path);
  expect(await screen.findByRole('heading', { level: 1, name: 'Coaching hours' })).toBeDefined();
  expect((await group('Ada Mertens')).getByText('2 h 30 min').parentElement?.textContent).toBe(
    '2 h 30 min · 2 events',
  );
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['Ada Mertens', 'November 2026', 'October 2026']);
  const link = (await group('November 2026')).getByRole('link', { name: /Winter training/ });
  expect(await within(link).findByText('Tue 10 Nov · 19:00–20:30')).toBeDefined();
  expect(within(link).getByText('1 h 30 min')).toBeDefined();
  expect(link.getAttribute('href')).toMatch(/^\/my\/events\/.+/);
  expect(screen.queryByText('U12 v Ledeberg')).toBeNull();
  expect(screen.queryByLabelText('Coach')).toBeNull();
});

it('an admin sees the hours of each coach by month, and the dates of one of them', async () => {
  const { user } = await openHours('admin');
  await openAsAda(path);
  const all = await group('All coaches');
  expect(all.getByText('3 h 15 min')).toBeDefined();
  expect(all.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Ada Mertens2 events2 h 30 min',
    'Ben1 event45 min',
  ]);
  expect(
    (await group('November 2026')).getAllByRole('listitem').map(({ textContent }) => textContent),
  ).toEqual(['Ada Mertens1 event1 h 30 min', 'Ben1 event45 min']);
  await user.selectOptions(screen.getByLabelText('Coach'), 'Ben');
  expect((await group('Ben')).getByText('45 min')).toBeDefined();
  expect(screen.getByRole('link', { name: /U12 v Ledeberg/ })).toBeDefined();
  expect(screen.queryByRole('region', { name: 'October 2026' })).toBeNull();
});

it('chosen days are in the address and in the link to the file', async () => {
  const { user } = await openHours();
  await openAsAda(path);
  const field = await screen.findByLabelText('From');
  await user.clear(field);
  await user.type(field, '2026-11-01');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'October 2026' })).toBeNull());
  expect(address()).toMatch(/^\/my\/hours\?from=2026-11-01&to=2026-11-\d\d$/);
  expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toMatch(
    /^\/api\/users\/me\/coaching-hours\.csv\?from=2026-11-01&to=2026-11-\d\d$/,
  );
});

it('without a day the field that is empty gets the focus, with the reason', async () => {
  const { user } = await openHours();
  await openAsAda(path);
  const field = await screen.findByLabelText('To');
  await user.clear(field);
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

it('while other days load, the hours and their tools stay, with the focus and what was chosen', async () => {
  const { user } = await openHours('admin');
  await openAsAda(path);
  await group('All coaches');
  await user.click(screen.getByText('Filters and export'));
  await user.selectOptions(screen.getByLabelText('Coach'), 'Ben');
  const field = screen.getByLabelText<HTMLInputElement>('From');
  await user.clear(field);
  await user.type(field, '2026-11-01');
  const release = holdAnswers('GET');
  const show = screen.getByRole('button', { name: 'Show' });
  await user.click(show);
  await waitFor(() => expect(address()).toContain('from=2026-11-01'));
  expect(await screen.findByText('Loading')).toBeDefined();
  expect(screen.getByRole('region', { name: 'Ben' })).toBeDefined();
  expect(document.activeElement).toBe(show);
  release();
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
  expect(screen.getByText(/1 Nov 2026 – /).getAttribute('role')).toBe('status');
  expect(document.activeElement).toBe(show);
  expect(field.value).toBe('2026-11-01');
  expect(screen.getByText('Filters and export').getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByLabelText<HTMLSelectElement>('Coach').selectedOptions[0]?.text).toBe('Ben');
});

it('other days that cannot be loaded say so in the place of the hours, with the days still to be chosen', async () => {
  const { user } = await openHours();
  await openAsAda(path);
  await group('Ada Mertens');
  const field = screen.getByLabelText('From');
  await user.clear(field);
  await user.type(field, '2026-11-01');
  goOffline();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(await screen.findByText('Not saved on this device yet')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Ada Mertens' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show' }));
});

it('without an event the page says what counts, and offers no file', async () => {
  await openHours('coach', { isEmpty: true });
  await openAsAda(path);
  expect(await screen.findByText('No coaching hours in this period')).toBeDefined();
  expect(screen.getByRole('link', { name: 'See my events' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'CSV' })).toBeNull();
  expect(screen.getByLabelText('From')).toBeDefined();
});

it('the link to the file says when there is no connection', async () => {
  const { user } = await openHours();
  await openAsAda(path);
  const file = await screen.findByRole('link', { name: 'CSV' });
  goOffline();
  await user.click(file);
  expect((await screen.findByRole('alert')).textContent).toContain('This needs a connection');
});

it('hours that were never opened say so without a connection', async () => {
  await openHours();
  await openAsAda('/my/profile');
  const link = await screen.findByRole('link', { name: 'Coaching hours' });
  goOffline();
  link.click();
  expect(await screen.findByText('Not saved on this device yet')).toBeDefined();
});

it('a coach opens the hours from past events', async () => {
  const { user } = await openHours();
  await openAsAda('/my/events?tab=past');
  await user.click(await screen.findByRole('link', { name: 'Coaching hours' }));
  expect(await group('November 2026')).toBeDefined();
});
