// Members without an account, over the real API: adding them by typing or pasting names, editing them, and
// replying for them at an event.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  emptyRow,
  nameWarnings,
  pastedNames,
  withNames,
} from '../../../src/app/features/groups/members/new-people.ts';
import { limits } from '../../../src/contract/values/limits.ts';
import { signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildMembership,
  buildOffer,
  buildPerson,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { openAsAda, openDevice } from '../device.tsx';
import { goOffline } from '../planning/planning-setup.ts';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

beforeEach(() => localStorage.clear());

/** A device of a coach with one team. */
async function openCoachDevice() {
  const device = await openDevice();
  const { db } = device.server.database;
  await db.updateTable('users').set({ is_coach: 1 }).where('id', '=', device.ada.id).execute();
  const team = await buildTeam(db, { name: 'U12' });
  await buildMembership(db, { person_id: device.ada.id, team_id: team.id, role: 'coach' });
  const managed = async (name: string) => {
    const person = await buildPerson(db, { name });
    await buildMembership(db, { person_id: person.id, team_id: team.id });
    return person;
  };
  const members = async () =>
    (
      await db
        .selectFrom('memberships')
        .innerJoin('people', 'people.id', 'memberships.person_id')
        .select('people.name')
        .where('team_id', '=', team.id)
        .where('status', '=', 'active')
        .execute()
    )
      .map(({ name }) => name)
      .toSorted();
  return { ...device, db, team, managed, members, panel: `/teams/${team.id}?members=active` };
}

async function openSheet({ user, panel }: Awaited<ReturnType<typeof openCoachDevice>>) {
  await openAsAda(panel);
  await user.click(await screen.findByRole('button', { name: 'Add people' }));
  return within(await screen.findByRole('dialog', { name: 'Add people' }));
}
const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

it('people are added by typing names, with a count', async () => {
  const device = await openCoachDevice();
  const { user, members } = device;
  const sheet = await openSheet(device);
  await waitFor(() => expect(document.activeElement).toBe(sheet.getByLabelText('Name 1')));
  for (const name of ['Mia Peters{Enter}', 'Bo{Enter}', '{Enter}Cem']) await user.keyboard(name);
  await waitFor(() => expect(document.activeElement).toBe(sheet.getByLabelText('Name 3')));
  await user.click(sheet.getByRole('button', { name: 'Birth year and guardian for Cem' }));
  await user.type(sheet.getByLabelText('Birth year'), '2014');
  await user.click(sheet.getByRole('button', { name: 'Add 3 people' }));
  await waitFor(() => expect(focused()).toBe('3 people added.'));
  expect(await members()).toEqual(['Ada Mertens', 'Bo', 'Cem', 'Mia Peters']);
  expect(await screen.findByText('Born 2014')).toBeDefined();
  expect(screen.getAllByText('Trainee · No account')).toHaveLength(3);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft'))).toEqual([]);
});

it('a pasted column of names becomes rows, one is removed, and existing names are warned of', async () => {
  const device = await openCoachDevice();
  const { user, members, managed } = device;
  await managed('Mia Peters');
  const sheet = await openSheet(device);
  await user.click(sheet.getByLabelText('Name 1'));
  await user.paste('mia  peters\r\nBo\tBaert\n\nCem\nbo baert\n');
  expect(await sheet.findByText('4 names pasted.')).toBeDefined();
  expect(await sheet.findByText('mia peters is already in this team.')).toBeDefined();
  expect(sheet.getByText('bo baert is in this list twice.')).toBeDefined();
  await user.click(sheet.getByRole('button', { name: 'Remove bo baert' }));
  await waitFor(() => expect(document.activeElement).toBe(sheet.getByLabelText('Name 3')));
  await user.click(sheet.getByRole('button', { name: 'Add 3 people' }));
  await screen.findByText('3 people added.');
  expect(await members()).toEqual(['Ada Mertens', 'Bo Baert', 'Cem', 'Mia Peters', 'mia peters']);
});

it('people are added once each, despite a lost network, a reload, and a refusal', async () => {
  const device = await openCoachDevice();
  const { user, members, asked } = device;
  let sheet = await openSheet(device);
  await user.type(sheet.getByLabelText('Name 1'), 'Mia{Enter}www.example.com');
  const online = fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith('/people')) throw new TypeError('offline');
    return online(url, init);
  });
  await user.click(sheet.getByRole('button', { name: 'Add 2 people' }));
  expect((await sheet.findByRole('alert')).textContent).toMatch(/What you typed is still here\.$/);
  cleanup();
  vi.stubGlobal('fetch', online);
  sheet = await openSheet(device);
  const names = () => sheet.getAllByPlaceholderText<HTMLInputElement>('Name').map(({ value }) => value);
  expect(names()).toEqual(['Mia', 'www.example.com']);
  await user.click(sheet.getByRole('button', { name: 'Add 2 people' }));
  expect(await sheet.findByText('Leave out web and e-mail addresses')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(sheet.getByLabelText('Name 2')));
  expect(await members()).toEqual(['Ada Mertens']);
  await user.clear(sheet.getByLabelText('Name 2'));
  await user.type(sheet.getByLabelText('Name 2'), 'Bo');
  // This try arrives, and its answer is lost.
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const answer = await online(url, init);
    if (url.endsWith('/people')) throw new TypeError('cut');
    return answer;
  });
  await user.click(sheet.getByRole('button', { name: 'Add 2 people' }));
  await waitFor(() => expect(sheet.getByRole('alert').textContent).toMatch(/still here/));
  vi.stubGlobal('fetch', online);
  await user.click(sheet.getByRole('button', { name: 'Add 2 people' }));
  await screen.findByText('2 people added.');
  expect(await members()).toEqual(['Ada Mertens', 'Bo', 'Mia']);
  expect(asked.filter((call) => call.endsWith('/people')).length).toBe(3);
});

it('names that are typed while others are being added stay, and are added next', async () => {
  const device = await openCoachDevice();
  const { user, members } = device;
  const sheet = await openSheet(device);
  await user.type(sheet.getByLabelText('Name 1'), 'Mia{Enter}');
  const online = fetch;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith('/people')) await held;
    return online(url, init);
  });
  await user.click(sheet.getByRole('button', { name: 'Add 1 person' }));
  await user.type(sheet.getByLabelText('Name 2'), 'Bo');
  // The server would not hear of this change.
  await user.type(sheet.getByLabelText('Name 1'), ' Peters');
  release();
  expect(await sheet.findByText('1 person added.')).toBeDefined();
  expect(sheet.getAllByPlaceholderText<HTMLInputElement>('Name').map(({ value }) => value)).toEqual(['Bo']);
  await user.click(sheet.getByRole('button', { name: 'Add 1 person' }));
  expect(await screen.findByText('2 people added.')).toBeDefined();
  expect(await members()).toEqual(['Ada Mertens', 'Bo', 'Mia']);
});

it('a member without an account is edited, without a choice of role', async () => {
  const { user, panel, managed, members } = await openCoachDevice();
  await managed('Mia');
  await openAsAda(panel);
  await user.click(await screen.findByRole('button', { name: 'Edit Mia' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Mia' }));
  expect(sheet.queryByLabelText('Role')).toBeNull();
  await user.type(sheet.getByLabelText('Name'), ' Peters');
  await user.type(sheet.getByLabelText('Birth year'), '20');
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await sheet.findByText('Four digits, such as 2014')).toBeDefined();
  await user.type(sheet.getByLabelText('Birth year'), '13');
  await user.type(sheet.getByLabelText("Guardian's e-mail"), 'ann@example.com');
  await user.type(sheet.getByLabelText('Jersey number'), '7');
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Trainee · #7 · No account')).toBeDefined();
  expect(screen.getByText('Born 2013')).toBeDefined();
  const guardian = screen.getByRole('link', { name: /^Guardian: / });
  // The name itself has breaks, which jsdom counts as spaces.
  expect(guardian.textContent).toBe('Guardian: ann@example.com');
  expect(guardian.getAttribute('href')).toBe('mailto:ann@example.com');
  expect(await members()).toEqual(['Ada Mertens', 'Mia Peters']);
});

it('what was typed for one member is not filled in for another', async () => {
  const { user, panel, managed } = await openCoachDevice();
  await managed('Mia');
  await managed('Tom');
  await openAsAda(panel);
  const edit = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `Edit ${name}` }));
    return within(await screen.findByRole('dialog', { name }));
  };
  const nameIn = (sheet: Awaited<ReturnType<typeof edit>>) => sheet.getByLabelText<HTMLInputElement>('Name');
  const mia = await edit('Mia');
  await user.type(nameIn(mia), ' P');
  await user.click(mia.getByRole('button', { name: 'Close' }));
  const tom = await edit('Tom');
  expect(nameIn(tom).value).toBe('Tom');
  await user.click(tom.getByRole('button', { name: 'Close' }));
  expect(nameIn(await edit('Mia')).value).toBe('Mia P');
});

it('an edit after a change made elsewhere is refused once, then saved without undoing that change', async () => {
  const { user, panel, managed, db, server, team } = await openCoachDevice();
  const mia = await managed('Mia');
  const other = await buildUser(db, {});
  await buildMembership(db, { person_id: other.id, team_id: team.id, role: 'owner' });
  await openAsAda(panel);
  await user.click(await screen.findByRole('button', { name: 'Edit Mia' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Mia' }));
  const elsewhere = await signIn(server, other);
  const params = { id: team.id, personId: mia.id, userId: mia.id };
  await elsewhere.call('PATCH /api/teams/{id}/people/{personId}', {
    params,
    body: { version: 1, birthYear: 2013 },
  });
  await elsewhere.call('PATCH /api/teams/{id}/members/{userId}', {
    params,
    body: { version: 1, title: 'Captain' },
  });
  await user.type(sheet.getByLabelText('Name'), ' Peters');
  await user.type(sheet.getByLabelText('Jersey number'), '7');
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  await sheet.findByText(/Someone else changed this/);
  await waitFor(() => expect(screen.getByText('Born 2013')).toBeDefined());
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Trainee · Captain · #7 · No account')).toBeDefined();
  expect(screen.getByText('Born 2013')).toBeDefined();
  expect(screen.getByText('Mia Peters')).toBeDefined();
});

it('a member without an account has no link in the rosters of team and event', async () => {
  const { db, team, ada, managed } = await openCoachDevice();
  const mia = await managed('Mia');
  await db.updateTable('memberships').set({ role: 'trainee' }).where('person_id', '=', ada.id).execute();
  await openAsAda(`/teams/${team.id}`);
  expect(await screen.findByText('Mia')).toBeDefined();
  expect(screen.getByText('Trainee · No account')).toBeDefined();
  expect(screen.queryByRole('link', { name: /Mia/ })).toBeNull();
  expect(screen.getByRole('link', { name: /Ada Mertens/ })).toBeDefined();
  cleanup();
  const event = await buildEvent(db, { teams: [team.id], owner_team_id: team.id });
  for (const id of [mia.id, ada.id])
    await buildRegistration(db, { event_id: event.id, person_id: id, responded_by: ada.id });
  await openAsAda(`/my/events/${event.id}`);
  expect(await screen.findByText("Who's coming")).toBeDefined();
  expect(screen.getByRole('link', { name: 'Ada Mertens', hidden: true })).toBeDefined();
  expect(screen.queryByRole('link', { name: /Mia/, hidden: true })).toBeNull();
});

it('someone without a reply gets one with one tap, and the roster says who replied', async () => {
  const { user, db, team, managed, ada } = await openCoachDevice();
  const mia = await managed('Mia');
  const nora = await buildUser(db, { name: 'Nora Claes' });
  const bo = await buildUser(db, { name: 'Bo' });
  await buildMembership(db, { person_id: bo.id, team_id: team.id });
  const cem = await managed('Cem');
  const event = await buildEvent(db, { teams: [team.id], owner_team_id: team.id, starts_at: inDays(3) });
  await buildRegistration(db, { event_id: event.id, person_id: cem.id, responded_by: nora.id });
  await openAsAda(`/my/events/${event.id}`);
  await user.click(await screen.findByText('No answer', { selector: 'summary' }));
  // Bo can be reminded, and Mia cannot.
  expect(await screen.findByRole('button', { name: 'Remind 1' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Going: Bo' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Going: Mia' }));
  await waitFor(() => expect(focused()).toBe('Mia is going.'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Going: Mia' })).toBeNull());
  expect(await screen.findByText('No account · Answered by you')).toBeDefined();
  expect(screen.getByText('No account · Answered by Nora Claes')).toBeDefined();
  const row = await db
    .selectFrom('registrations')
    .select(['state', 'responded_by'])
    .where('person_id', '=', mia.id)
    .executeTakeFirst();
  expect(row).toEqual({ state: 'confirmed', responded_by: ada.id });
});

it('the roster says why someone without an account gets no place at an online-only price', async () => {
  const { user, db, team, managed } = await openCoachDevice();
  await managed('Mia');
  const event = await buildEvent(db, { teams: [team.id], owner_team_id: team.id, starts_at: inDays(3) });
  await buildOffer(db, { event_id: event.id, accepts_offline: 0 });
  await openAsAda(`/my/events/${event.id}`);
  await user.click(await screen.findByText('No answer', { selector: 'summary' }));
  await user.click(await screen.findByRole('button', { name: 'Going: Mia' }));
  expect(await screen.findByText(/They have no account, so they can't pay online/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Dismiss: Mia' }));
  await user.click(screen.getByRole('button', { name: "Can't go: Mia" }));
  await waitFor(() => expect(focused()).toBe("Mia can't go."));
});

it('the reminder goes to those with an account, shows number and time, and is sent once each', async () => {
  const { user, db, team, managed } = await openCoachDevice();
  await managed('Mia');
  for (const name of ['Bo', 'Dan']) {
    const member = await buildUser(db, { name });
    await buildMembership(db, { person_id: member.id, team_id: team.id });
  }
  const event = await buildEvent(db, { teams: [team.id], owner_team_id: team.id, starts_at: inDays(3) });
  await openAsAda(`/my/events/${event.id}`);
  await user.click(await screen.findByText('No answer', { selector: 'summary' }));
  await user.click(await screen.findByRole('button', { name: 'Remind 2' }));
  await waitFor(() => expect(focused()).toBe('Reminded 2 people.'));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Remind/ })).toBeNull());
  expect(screen.getAllByText(/^Reminded .*\d\d:\d\d/)).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Going: Mia' })).toBeDefined();
  const rows = await db.selectFrom('reminders').select('event_id').execute();
  expect(rows).toEqual([{ event_id: event.id }, { event_id: event.id }]);
});

it('a reply for someone is queued offline, and sent once online', async () => {
  const { user, db, team, managed } = await openCoachDevice();
  const mia = await managed('Mia');
  const event = await buildEvent(db, { teams: [team.id], owner_team_id: team.id, starts_at: inDays(3) });
  await openAsAda(`/my/events/${event.id}`);
  await user.click(await screen.findByText('No answer', { selector: 'summary' }));
  const going = await screen.findByRole('button', { name: 'Going: Mia' });
  const comeBack = goOffline();
  await user.click(going);
  expect((await screen.findAllByText(/will be sent/)).length).toBeGreaterThan(0);
  expect(await db.selectFrom('registrations').select('id').execute()).toEqual([]);
  comeBack();
  const stateOf = async () =>
    (await db.selectFrom('registrations').select('state').where('person_id', '=', mia.id).execute())[0]
      ?.state;
  await waitFor(async () => expect(await stateOf()).toBe('confirmed'));
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

it.each([
  ['Mia', null],
  ['Mia\n', null],
  ['Mia\nBo', ['Mia', 'Bo']],
  ['Mia\tPeters\r\n\r\n  Bo ', ['Mia Peters', 'Bo']],
])('the pasted text %j is read as %j', (text, names) => {
  expect(pastedNames(text)).toEqual(names);
});

it('names that are pasted into a long list leave the typed rows as they are', () => {
  const typed = Array.from({ length: limits.peopleAtOnce - 2 }, (_, index) => ({
    ...emptyRow(`row ${index}`),
    name: `Person ${index}`,
  }));
  let count = 0;
  const rows = withNames([...typed], 'row 5', ['Ann', 'Bo', 'Cem'], () => `new ${++count}`);
  expect(rows).toHaveLength(limits.peopleAtOnce);
  expect(rows.filter((row) => typed.includes(row))).toEqual(typed);
  expect(rows.slice(6, 8).map(({ name }) => name)).toEqual(['Ann', 'Bo']);
});

it('names are compared without case and spaces', () => {
  const row = (id: string, name: string) => ({ id, name, birthYear: '', guardianEmail: '' });
  expect(nameWarnings([row('a', ' MIA  peters'), row('b', ''), row('c', '')], ['Mia Peters'])).toEqual({
    a: 'MIA  peters is already in this team.',
  });
});
