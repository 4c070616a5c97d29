// The attendance of a team over time on its page, over the real API: for those who run it, and for a member.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import {
  buildAttendance,
  buildEvent,
  buildMembership,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { address, openAsAda, openDevice } from '../device.tsx';
import { goOffline } from '../planning/planning-setup.ts';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

const dayMs = 86_400_000;

/** Ada is in a team with a training and a match behind it, at which Ben and Cleo were marked. */
async function openSeason(role: 'coach' | 'trainee' = 'coach', { isMarked = true } = {}) {
  const device = await openDevice();
  const { db } = device.server.database;
  await db.updateTable('users').set({ locale: 'en-GB' }).where('id', '=', device.ada.id).execute();
  const team = await buildTeam(db, { name: 'KV Rooigem U12' });
  await buildMembership(db, { team_id: team.id, person_id: device.ada.id, role });
  const join = async (name: string) => {
    const person = await buildUser(db, { name });
    await buildMembership(db, {
      team_id: team.id,
      person_id: person.id,
      created_at: new Date(device.server.now().getTime() - 90 * dayMs).toISOString(),
    });
    return person;
  };
  const [ben, cleo] = [await join('Ben'), await join('Cleo')];
  const past = (days: number, given: object) =>
    buildEvent(db, {
      owner_team_id: team.id,
      teams: [team.id],
      visibility: 'team',
      starts_at: new Date(device.server.now().getTime() - days * dayMs).toISOString(),
      ...given,
    });
  const training = await past(60, { name: 'Winter training', kind: 'training' });
  const match = await past(5, { name: 'U12 v Ledeberg', kind: 'match' });
  const marks = [
    [training, ben, 'present'],
    [match, ben, 'late'],
    [training, cleo, 'excused'],
    [match, cleo, 'absent'],
    ...(role === 'trainee' ? ([[training, device.ada, 'present']] as const) : []),
  ] as const;
  if (isMarked)
    for (const [event, person, status] of marks)
      await buildAttendance(db, { event_id: event.id, person_id: person.id, status });
  await buildRegistration(db, { event_id: match.id, person_id: cleo.id });
  return { ...device, db, team, match, path: `/teams/${team.id}/attendance` };
}

const region = () => screen.findByRole('region', { name: 'Attendance by person and date' });
const rowOf = async (name: string) =>
  within(await region()).getByRole('row', { name: new RegExp(`^${name}`) });
const names = async () =>
  within(await region())
    .getAllByRole('rowheader')
    .map((header) => header.firstChild?.textContent);
const marksOf = async (name: string) =>
  within(await rowOf(name))
    .getAllByRole('img')
    .map((mark) => mark.getAttribute('aria-label'));
const cellsOf = async (name: string) =>
  within(await rowOf(name))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

it('a coach sees people by dates: marks in words, rates with counts, no-shows and who has been away', async () => {
  const { path } = await openSeason();
  await openAsAda(path);
  expect((await region()).getAttribute('tabindex')).toBe('0');
  const heads = within(await region()).getAllByRole('columnheader');
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'Name',
    expect.stringContaining('Training, Winter training'),
    expect.stringContaining('Match, U12 v Ledeberg'),
    'Training',
    'Match',
    'No-shows',
  ]);
  expect(heads.every((head) => head.getAttribute('scope') === 'col')).toBe(true);
  expect(await marksOf('Ben')).toEqual(['Here', 'Late']);
  expect(await marksOf('Cleo')).toEqual(['Excused', 'Said yes, did not come']);
  expect((await cellsOf('Ben')).slice(2)).toEqual(['1 of 1 · 100%', '1 of 1 · 100%', '0']);
  expect((await cellsOf('Cleo')).slice(2)).toEqual(['–', '0 of 1 · 0%', '1']);
  expect((await rowOf('Ben')).textContent).toContain('2 of 2 · 100%');
  expect((await rowOf('Ben')).textContent).not.toContain('3 weeks away');
  expect((await rowOf('Cleo')).textContent).toContain('3 weeks away');
});

it('the table is sorted by rate, and shows matches alone', async () => {
  const { path, user } = await openSeason();
  await openAsAda(path);
  expect(await names()).toEqual(['Ben', 'Cleo']);
  // By its text: hidden here, as on a desk.
  const fold = screen.getByText('Filters and export');
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  await user.click(fold);
  expect(fold.getAttribute('aria-expanded')).toBe('true');
  expect(document.getElementById(fold.getAttribute('aria-controls') ?? '')?.textContent).toContain('Sort by');
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Rate, lowest first');
  expect(await names()).toEqual(['Cleo', 'Ben']);
  expect((await cellsOf('Cleo')).at(-1)).toBe('1');
  await user.selectOptions(screen.getByLabelText('Dates'), 'Training only');
  expect((await cellsOf('Cleo')).at(-1)).toBe('0');
  await user.selectOptions(screen.getByLabelText('Dates'), 'Matches only');
  expect((await cellsOf('Cleo')).at(-1)).toBe('1');
  expect(await marksOf('Ben')).toEqual(['Late']);
  expect(within(await region()).queryByRole('columnheader', { name: 'Training' })).toBeNull();
});

it('own dates are in the address and in the link to the file', async () => {
  const { path, user, server, team } = await openSeason();
  await openAsAda(path);
  await region();
  const today = server.now().toISOString().slice(0, 10);
  const from = new Date(server.now().getTime() - 20 * dayMs).toISOString().slice(0, 10);
  const field = screen.getByLabelText('From');
  await user.clear(field);
  await user.type(field, from);
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(async () => expect(await marksOf('Ben')).toEqual(['Late']));
  expect(address()).toBe(`${path}?from=${from}&to=${today}`);
  expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(
    `/api/teams/${team.id}/attendance.csv?from=${from}&to=${today}`,
  );
});

it('new days leave the kind, the order and the open tools as they are, with the focus at the days', async () => {
  const { path, user, server } = await openSeason();
  await openAsAda(path);
  await region();
  await user.click(screen.getByText('Filters and export'));
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Rate, lowest first');
  await user.selectOptions(screen.getByLabelText('Dates'), 'Matches only');
  const from = new Date(server.now().getTime() - 20 * dayMs).toISOString().slice(0, 10);
  const field = screen.getByLabelText('From');
  await user.clear(field);
  await user.type(field, from);
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(address()).toContain(`from=${from}`));
  await waitFor(async () => expect(await names()).toEqual(['Cleo', 'Ben']));
  expect(screen.getByLabelText<HTMLSelectElement>('Dates').value).toBe('match');
  expect(screen.getByLabelText<HTMLSelectElement>('Sort by').value).toBe('lowest');
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe(from);
  expect(screen.getByText('Filters and export').getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show' }));
  const said = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(said).toContainEqual(expect.stringMatching(/^\d+ \S+ \d{4} – \d+ \S+ \d{4}$/));
});

it('days in the wrong order are refused at the field', async () => {
  const { path, user } = await openSeason();
  await openAsAda(path);
  await region();
  const field = screen.getByLabelText('To');
  await user.clear(field);
  await user.type(field, '2020-01-01');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Choose a day after the first one')).toBeDefined();
  expect(address()).toBe(path);
});

it('a member sees the own dates, no one else and no file', async () => {
  const { path } = await openSeason('trainee');
  await openAsAda(path);
  const date = await screen.findByRole('link', { name: /Winter training/ });
  expect(within(date).getByRole('img', { name: 'Here' })).toBeDefined();
  expect(screen.getByText('1 of 1 · 100%')).toBeDefined();
  expect(screen.getByRole('link', { name: /U12 v Ledeberg/ }).textContent).toContain('Not marked');
  expect(screen.queryByText('Ben')).toBeNull();
  expect(screen.queryByRole('link', { name: 'CSV' })).toBeNull();
});

it('the own dates and rates follow the kind, and a kind without dates leads back to all', async () => {
  const { path, user, db, match } = await openSeason('trainee');
  await openAsAda(path);
  await screen.findByText('1 of 1 · 100%');
  await user.selectOptions(screen.getByLabelText('Dates'), 'Matches only');
  expect(screen.queryByText('1 of 1 · 100%')).toBeNull();
  expect(screen.getByRole('link', { name: /U12 v Ledeberg/ })).toBeDefined();
  cleanup();
  await db.updateTable('events').set({ kind: 'training' }).where('id', '=', match.id).execute();
  await openAsAda(path);
  await screen.findByRole('link', { name: /U12 v Ledeberg/ });
  await user.selectOptions(screen.getByLabelText('Dates'), 'Matches only');
  expect(screen.getByText('No dates of this kind')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'All dates' }));
  expect(screen.getByRole('link', { name: /Winter training/ })).toBeDefined();
});

it('a team without marks says how they are made', async () => {
  const { path } = await openSeason('coach', { isMarked: false });
  await openAsAda(path);
  expect(await screen.findByText('No attendance taken yet')).toBeDefined();
  expect(screen.getByText(/^Open an event when it starts/)).toBeDefined();
});

it('people outside a public team are refused with the reason', async () => {
  const { db, team, ada, path } = await openSeason();
  await db.deleteFrom('memberships').where('person_id', '=', ada.id).execute();
  await db.updateTable('teams').set({ visibility: 'public' }).where('id', '=', team.id).execute();
  await openAsAda(path);
  expect(await screen.findByText("Only the team sees who's been there")).toBeDefined();
});

it("a coach opens the table from the team's page", async () => {
  const { user, team } = await openSeason();
  await openAsAda(`/teams/${team.id}`);
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('link', { name: 'Attendance' }));
  expect(await names()).toEqual(['Ben', 'Cleo']);
});

it("a member opens the own dates from the rate on the team's page", async () => {
  const { user, team } = await openSeason('trainee');
  await openAsAda(`/teams/${team.id}`);
  await user.click(await screen.findByRole('link', { name: /^You were there/ }));
  expect(await screen.findByRole('link', { name: /Winter training/ })).toBeDefined();
});

it('the link to the file says when there is no connection', async () => {
  const { path, user } = await openSeason();
  await openAsAda(path);
  await region();
  goOffline();
  await user.click(screen.getByRole('link', { name: 'CSV' }));
  expect((await screen.findByRole('alert')).textContent).toContain('This needs a connection');
});
