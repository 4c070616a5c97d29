// Teams and organizations: joining and leaving, invitations, invite links, and managing members, over the
// real API.
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { inviteCodeIn } from '../../../src/app/format/invite-code.ts';
import { signIn } from '../../support/client.ts';
import {
  buildAttendance,
  buildEvent,
  buildInvitation,
  buildMembership,
  buildOrganization,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { address, openApp, openAsAda, openDevice } from '../device.tsx';

async function openClub(given: Parameters<typeof buildTeam>[1] = {}) {
  const device = await openDevice();
  const { db } = device.server.database;
  const coach = await buildUser(db, { name: 'Nora Claes' });
  const team = await buildTeam(db, { name: 'U12', invite_code: 'winter-26', ...given });
  await buildMembership(db, { person_id: coach.id, team_id: team.id, role: 'owner' });
  const membershipOf = async (id: string) =>
    (
      await db
        .selectFrom('memberships')
        .select(['role', 'status'])
        .where('team_id', '=', team.id)
        .where('person_id', '=', id)
        .executeTakeFirst()
    )?.status;
  return { ...device, db, coach, team, membershipOf, path: `/teams/${team.id}` };
}

it('an open team is joined and left again, after asking', async () => {
  const { user, ada, path, membershipOf } = await openClub();
  await openAsAda(path);
  await user.click(await screen.findByRole('button', { name: 'Join' }));
  expect(await screen.findByText("You're in this team")).toBeDefined();
  expect(await membershipOf(ada.id)).toBe('active');
  await user.click(screen.getByRole('button', { name: 'Your membership' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Leave U12?' }));
  await user.click(sheet.getByRole('button', { name: 'Leave' }));
  expect(await screen.findByRole('button', { name: 'Join' })).toBeDefined();
  expect(await membershipOf(ada.id)).toBe('left');
});

it('a moderated team gets a request, which can be withdrawn', async () => {
  const { user, ada, path, membershipOf } = await openClub({ openness: 'moderated' });
  await openAsAda(path);
  await user.click(await screen.findByRole('button', { name: 'Ask to join' }));
  expect(await screen.findByText('You asked to join')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByRole('button', { name: 'Ask to join' })).toBeDefined();
  expect(await membershipOf(ada.id)).toBe('left');
});

it('invitations are accepted and declined among my teams', async () => {
  const { user, db, ada, team, server, coach, membershipOf } = await openClub({ openness: 'inviteOnly' });
  const other = await buildTeam(db, { name: 'Veterans' });
  await buildMembership(db, { person_id: coach.id, team_id: other.id, role: 'owner' });
  const nora = await signIn(server, coach);
  for (const { id } of [team, other])
    await nora.call('POST /api/teams/{id}/invitations', { params: { id }, body: { username: 'ada' } });
  await openAsAda('/my/teams');
  const rowOf = async (name: string) => {
    const row = (await screen.findByRole('link', { name })).closest('li');
    if (!row) throw new Error('No row.');
    return within(row);
  };
  await user.click(await (await rowOf('U12')).findByRole('button', { name: 'Accept' }));
  await waitFor(async () => expect(await membershipOf(ada.id)).toBe('active'));
  await user.click(await (await rowOf('Veterans')).findByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Veterans' })).toBeNull());
  expect(screen.getByRole('link', { name: 'U12' })).toBeDefined();
});

it('an invitation shows its expiry, and why it is invalid once the inviter has left', async () => {
  const { user, db, ada, team, coach } = await openClub({ openness: 'inviteOnly', visibility: 'private' });
  await buildInvitation(db, { team_id: team.id, user_id: ada.id, role: 'coach', invited_by: coach.id });
  await openAsAda('/my/teams');
  // Sent on 1 November at 10:00 UTC.
  const until = await screen.findByText(/^Accept by /);
  expect(until.getAttribute('datetime')).toBe('2026-12-01T10:00:00.000Z');
  expect(until.textContent).toMatch(/Dec/);
  await db.updateTable('memberships').set({ status: 'left' }).where('person_id', '=', coach.id).execute();
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  expect(await screen.findByText(/^U12: This invitation has ended: it expired, or/)).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'U12' })).toBeNull());
});

it('an invite link leads a visitor to sign in and back, and then into the team', async () => {
  const { user, ada, path, membershipOf } = await openClub({ openness: 'inviteOnly' });
  await openApp('/teams/join/winter-26');
  const way = await screen.findByRole('link', { name: 'Sign in to join' });
  expect(way.getAttribute('href')).toBe('/login?from=%2Fteams%2Fjoin%2Fwinter-26');
  await user.click(way);
  await user.type(await screen.findByLabelText('Username or e-mail'), 'ada');
  await user.type(screen.getByLabelText('Password'), 'correct horse battery');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(address()).toBe('/teams/join/winter-26'));
  await user.click(await screen.findByRole('button', { name: 'Join the team' }));
  await waitFor(() => expect(address()).toBe(path));
  expect(await membershipOf(ada.id)).toBe('active');
});

it('an expired invite link shows a clear message', async () => {
  await openClub();
  await openApp('/teams/join/summer-25');
  expect(await screen.findByRole('heading', { name: "We can't find this invite link" })).toBeDefined();
});

it.each([
  ['winter-26', 'winter-26'],
  [' https://sideline.example/teams/join/winter-26/ ', 'winter-26'],
  ['https://sideline.example/teams/join/winter-26?lang=de', 'winter-26'],
  ['winter-26/?fbclid=IwAR0abcdefgh#top', 'winter-26'],
  ['no', null],
])('the invite code is found in %j', (text, code) => {
  expect(inviteCodeIn(text)).toBe(code);
});

async function openAsOwner() {
  const club = await openClub({ openness: 'moderated' });
  await buildMembership(club.db, { person_id: club.ada.id, team_id: club.team.id, role: 'owner' });
  return club;
}

it('a request is accepted, and the others stay pending', async () => {
  const { user, db, team, path, membershipOf } = await openAsOwner();
  const bo = await buildUser(db, { name: 'Bo' });
  await buildMembership(db, { person_id: bo.id, team_id: team.id, status: 'requested' });
  await openAsAda(path);
  await user.click(await screen.findByRole('link', { name: '1 person wants to join' }));
  await user.click(await screen.findByRole('button', { name: 'Let Bo in' }));
  expect(await screen.findByText('No one is waiting to join.')).toBeDefined();
  expect(await membershipOf(bo.id)).toBe('active');
});

it('a member gets a role, a title and a jersey, and is removed after asking', async () => {
  const { user, db, team, path, membershipOf } = await openAsOwner();
  const bo = await buildUser(db, { name: 'Bo' });
  await buildMembership(db, { person_id: bo.id, team_id: team.id });
  await openAsAda(`${path}?members=active`);
  await user.click(await screen.findByRole('button', { name: 'Edit Bo' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Bo' }));
  await user.selectOptions(sheet.getByLabelText('Role'), 'assistant');
  await user.type(sheet.getByLabelText('Title'), 'Captain');
  await user.type(sheet.getByLabelText('Jersey number'), '7');
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Assistant · Captain · #7')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Edit Bo' }));
  await user.click(await screen.findByRole('button', { name: 'Remove…' }));
  // The focus stays on the button, which is after the warning.
  const sure = screen.getByRole('button', { name: 'Yes, remove Bo' });
  const warning = document.getElementById(sure.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
  expect(warning).toMatch(/no longer see .*get a full refund/);
  await waitFor(() => expect(document.getElementById('said')?.textContent).toBe(warning));
  await user.click(sure);
  await waitFor(() => expect(screen.queryByText('Bo')).toBeNull());
  expect(await membershipOf(bo.id)).toBe('removed');
});

it('a role that was chosen and not saved is chosen neither for the same member later nor for another', async () => {
  const { user, db, team, path } = await openAsOwner();
  for (const name of ['Bo', 'Cy']) {
    const person = await buildUser(db, { name });
    await buildMembership(db, { person_id: person.id, team_id: team.id });
  }
  await openAsAda(`${path}?members=active`);
  await user.click(await screen.findByRole('button', { name: 'Edit Bo' }));
  const bo = within(await screen.findByRole('dialog', { name: 'Bo' }));
  await user.selectOptions(bo.getByLabelText('Role'), 'assistant');
  await user.click(bo.getByRole('button', { name: 'Close' }));
  for (const name of ['Cy', 'Bo']) {
    await user.click(await screen.findByRole('button', { name: `Edit ${name}` }));
    const sheet = within(await screen.findByRole('dialog', { name }));
    expect(sheet.getByLabelText<HTMLSelectElement>('Role').value).toBe('trainee');
    await user.click(sheet.getByRole('button', { name: 'Close' }));
  }
});

it('invitations by name and by link with a QR code work, and the link is renewed', async () => {
  const { user, db, path } = await openAsOwner();
  await buildUser(db, { username: 'bo', name: 'Bo' });
  await openAsAda(path);
  await user.click((await more(user)).getByRole('button', { name: 'Invite' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Invite to U12' }));
  expect(sheet.getByRole('img', { name: 'QR code to join U12' })).toBeDefined();
  const link = () => sheet.getByLabelText<HTMLInputElement>('Link').value;
  expect(link()).toMatch(/\/teams\/join\/winter-26$/);
  await user.click(sheet.getByRole('button', { name: 'New link' }));
  await waitFor(() => expect(link()).not.toMatch(/winter-26$/));
  await user.type(sheet.getByLabelText('Username or e-mail'), 'bo');
  await user.click(sheet.getByRole('button', { name: 'Invite' }));
  expect(await sheet.findByText('bo is invited.')).toBeDefined();
});

it('a renewed link is shown also where the team cannot be read again', async () => {
  const { user, db, path } = await openAsOwner();
  await openAsAda(path);
  await user.click((await more(user)).getByRole('button', { name: 'Invite' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Invite to U12' }));
  const online = fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) =>
    init.method === 'POST' ? online(url, init) : Promise.reject(new TypeError('Failed to fetch')),
  );
  await user.click(sheet.getByRole('button', { name: 'New link' }));
  const link = () => sheet.getByLabelText<HTMLInputElement>('Link').value;
  await waitFor(() => expect(link()).not.toMatch(/winter-26$/));
  const { invite_code } = await db.selectFrom('teams').select('invite_code').executeTakeFirstOrThrow();
  expect(link().endsWith(`/teams/join/${invite_code}`)).toBe(true);
  vi.stubGlobal('fetch', online);
});

/** The rarer tools are in a sheet behind "…". */
const more = async (user: UserEvent) => {
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  return within(await screen.findByRole('dialog', { name: 'More actions' }));
};
const toolNames = () =>
  ['Invite', 'New event', 'Members', 'Next season', 'Attendance', 'Import matches'].filter((name) =>
    screen.queryAllByText(name).some((one) => one.matches('button, a')),
  );

it('the page of a team shows its coach two tools and the others in a sheet, and Invite beside its members', async () => {
  const { user, path } = await openAsOwner();
  await openAsAda(path);
  const sheet = await more(user);
  expect(sheet.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Attendance',
    'Import matches',
  ]);
  await user.click(sheet.getByRole('button', { name: 'Close' }));
  expect(toolNames()).toEqual(['New event', 'Members']);
  await user.click(screen.getByRole('link', { name: 'Members' }));
  await screen.findByRole('link', { name: 'Back to the team' });
  expect(toolNames()).toEqual(['Invite', 'Members']);
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
});

it('the only member of a team has all tools once the first event is planned', async () => {
  const { user, db, ada } = await openClub();
  const team = await buildTeam(db, { name: 'Eights' });
  await buildMembership(db, { person_id: ada.id, team_id: team.id, role: 'owner' });
  await buildEvent(db, { teams: [team.id], starts_at: new Date(Date.now() + 86_400_000).toISOString() });
  await openAsAda(`/teams/${team.id}`);
  await screen.findByText("You're the only one here so far.");
  expect(screen.queryByText('Plan the first event')).toBeNull();
  await more(user);
  expect(toolNames()).toEqual(['New event', 'Members', 'Next season', 'Attendance', 'Import matches']);
});

it('a team with one member is not new to someone who runs the club only', async () => {
  const { user, db, ada } = await openClub();
  const club = await buildOrganization(db, { name: 'KV Rooigem' });
  await buildMembership(db, { person_id: ada.id, organization_id: club.id, role: 'admin' });
  const team = await buildTeam(db, { name: 'Eights', organization_id: club.id });
  const coach = await buildUser(db, {});
  await buildMembership(db, { person_id: coach.id, team_id: team.id, role: 'owner' });
  await openAsAda(`/teams/${team.id}`);
  (await more(user)).getByRole('button', { name: 'Invite' });
  expect(screen.queryByText("You're the only one here so far.")).toBeNull();
});

it("a club's events, which may be for members only, lead on to the public ones", async () => {
  const { db, ada } = await openClub();
  const club = await buildOrganization(db, { name: 'KV Rooigem' });
  await buildMembership(db, { person_id: ada.id, organization_id: club.id });
  await buildEvent(db, {
    name: 'Summer party',
    organizer_organization_id: club.id,
    visibility: 'organization',
    starts_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await openAsAda(`/organizations/${club.id}`);
  expect(await screen.findByText('Summer party')).toBeDefined();
  expect(screen.getByRole('link', { name: 'All public events' }).getAttribute('href')).toBe(
    `/explore/events?organizer=${club.id}`,
  );
});

it('attendance is shown for me, and to a coach for all', async () => {
  const { db, ada, team, path, coach } = await openAsOwner();
  const event = await buildEvent(db, { starts_at: '2026-11-10T10:00:00.000Z', teams: [team.id] });
  await buildAttendance(db, { event_id: event.id, person_id: ada.id, marked_by: coach.id });
  const bo = await buildUser(db, { name: 'Bo' });
  await buildMembership(db, { person_id: bo.id, team_id: team.id });
  await buildAttendance(db, { event_id: event.id, person_id: bo.id, marked_by: coach.id, status: 'absent' });
  await openAsAda(path);
  expect(await screen.findByText('You were there 100% of the time')).toBeDefined();
  const row = within(screen.getByRole('link', { name: /^Bo/ }));
  expect(row.getByText('0 of 1')).toBeDefined();
});

it('an organization leads a visitor to sign in', async () => {
  const { db } = await openClub();
  const club = await buildOrganization(db, { name: 'KV Rooigem' });
  await openApp(`/organizations/${club.id}`);
  expect((await screen.findByRole('link', { name: 'Sign in to join' })).getAttribute('href')).toBe(
    `/login?from=${encodeURIComponent(`/organizations/${club.id}`)}`,
  );
});

it('a past event of a private team has no link once the team was left', async () => {
  const { db, ada, team } = await openClub({ visibility: 'private' });
  await buildMembership(db, { person_id: ada.id, team_id: team.id, status: 'left' });
  const over = { starts_at: '2026-11-14T10:00:00.000Z' };
  const hidden = await buildEvent(db, { ...over, name: 'Final', visibility: 'team', teams: [team.id] });
  const open = await buildEvent(db, { ...over, name: 'Open day', teams: [team.id] });
  for (const event of [hidden, open]) await buildRegistration(db, { event_id: event.id, person_id: ada.id });
  await openAsAda('/my/events?tab=past');
  expect(await screen.findByRole('link', { name: /Open day/ })).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Final' })).toBeDefined();
  expect(screen.queryByRole('link', { name: /Final/ })).toBeNull();
});
