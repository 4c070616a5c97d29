// Who gets what from every endpoint (docs/product.md, "Permissions"): one row each, one column per viewer of
// world.ts. 404: may not see it; 409: sees it but may not do this; 401: sign in first; 403: the session may not act.
import { v7 as uuid } from 'uuid';
import type { Call } from '../../../src/contract/api.ts';
import type { ViewerName, World } from './world.ts';

type Ask = { params?: Record<string, string>; query?: Record<string, string>; body?: object };
export type Row = { ask: (world: World, viewer: ViewerName) => Ask; statuses: readonly number[] };

/** A row: the request, and the statuses in the order of the viewers. */
function row(ask: Row['ask'], statuses: string): Row {
  return { ask, statuses: statuses.split(/ +/).map(Number) };
}

const nothing = () => ({});
const event = (world: World) => ({ params: { id: world.event } });
const running = (world: World) => ({ params: { id: world.running } });
const draft = (world: World) => ({ params: { id: world.draft } });
const series = (world: World) => ({ params: { id: world.series } });
const team = (world: World) => ({ params: { id: world.team } });
const club = (world: World) => ({ params: { id: world.organization } });
/** Like `team` or `club`, with a body. */
const and = (ask: (world: World) => Ask, body: object) => (world: World) => ({ ...ask(world), body });
const of =
  (ask: (world: World) => Ask, params: (world: World) => Record<string, string>) => (world: World) => ({
    params: { ...ask(world).params, ...params(world) },
  });
const player = (world: World) => ({ userId: world.player.id });
const someoneElses = (world: World) => ({ params: { id: world.player.id } });
const asking = (world: World) => ({ userId: world.asking.id });
const inviting = (ask: (world: World) => Ask) => (world: World) => ({
  ...ask(world),
  body: { username: world.newcomer.username },
});

const away = { from: '2026-12-03', to: '2026-12-17' };
const absence = (world: World) => ({ params: { id: world.absence } });
const accept = { version: 1, status: 'active' };
const newAccount = ({ number }: World, viewer: string) => ({
  body: {
    username: `${viewer.toLowerCase()}${number}`,
    password: 'three wet tennis balls',
    email: `${viewer.toLowerCase()}${number}@example.org`,
    name: 'New',
    phone: '+32470123456',
    countryCode: 'BE',
  },
});
const password = 'four dry tennis balls';
const plan = {
  name: 'New',
  kind: 'training',
  startsAt: '2026-12-05T10:00:00.000Z',
  endsAt: '2026-12-05T11:30:00.000Z',
  timeZone: 'Europe/Brussels',
};
const matches = 'date,time,opponent\n2026-12-12,14:30,Ledeberg';
const ground = {
  name: 'Field',
  address: 'Strandlaan 24',
  region: 'Ghent',
  countryCode: 'BE',
  timeZone: 'Europe/Brussels',
};

export const matrix = {
  //                                                              visitor stranger member coach otherCoach admin suspended
  //                                                              visitingCoach
  //                                                              formerCoach formerMember declinedInvitee formerClubMember
  // A coach of another team that takes part in the event reads it, and replies, like its members; its owner
  // decides. Viewers with a history and no active role get what a stranger gets. Their own account (it
  // coaches) and payment remain.
  'POST /api/auth/login': row(
    () => ({ body: { username: 'nobody', password } }),
    '401 401 401 401 401 401 401 401 401 401 401 401',
  ),
  'POST /api/auth/register': row(newAccount, '201 201 201 201 201 201 201 201 201 201 201 201'),
  'POST /api/auth/refresh': row(nothing, '401 200 200 200 200 200 403 200 200 200 200 200'),
  'GET /api/auth/session': row(nothing, '401 200 200 200 200 200 403 200 200 200 200 200'),
  'POST /api/auth/logout': row(nothing, '204 204 204 204 204 204 204 204 204 204 204 204'),
  'POST /api/auth/reset-password-email': row(
    () => ({ body: { email: 'nobody@example.com', platform: 'trainee' } }),
    '202 202 202 202 202 202 202 202 202 202 202 202',
  ),
  'POST /api/auth/reset-password': row(
    () => ({ body: { password, confirmPassword: password } }),
    '401 204 204 204 204 204 403 204 204 204 204 204',
  ),
  // Each viewer sends the token of another account.
  'POST /api/auth/confirm-email': row(
    (world) => ({ body: { token: world.confirmToken } }),
    '401 409 409 409 409 409 403 409 409 409 409 409',
  ),

  'GET /api/explore': row(nothing, '200 200 200 200 200 200 200 200 200 200 200 200'),
  'GET /api/explore/facets': row(nothing, '200 200 200 200 200 200 200 200 200 200 200 200'),
  'GET /api/explore/events': row(nothing, '200 200 200 200 200 200 200 200 200 200 200 200'),
  'GET /api/explore/events/count': row(nothing, '200 200 200 200 200 200 200 200 200 200 200 200'),
  'GET /api/explore/members': row(nothing, '200 200 200 200 200 200 200 200 200 200 200 200'),
  'GET /api/explore/organizations': row(nothing, '200 200 200 200 200 200 200 200 200 200 200 200'),
  'GET /api/explore/organizers': row(nothing, '200 200 200 200 200 200 200 200 200 200 200 200'),
  'GET /api/explore/teams': row(nothing, '200 200 200 200 200 200 200 200 200 200 200 200'),

  // An event of the team alone has no public view, not even for its members.
  'GET /api/events/public/{id}': row(event, '404 404 404 404 404 404 404 404 404 404 404 404'),
  'GET /api/events/{id}': row(event, '401 404 200 200 404 200 403 200 404 404 404 404'),
  'GET /api/events/{id}/registrations': row(event, '401 404 409 200 404 200 403 200 404 404 404 404'),
  'GET /api/events/{id}/attendance': row(event, '401 404 409 200 404 200 403 200 404 404 404 404'),
  // With notes and payments, so only for those who run the event.
  'GET /api/events/{id}/roster.csv': row(event, '401 404 409 200 404 200 403 409 404 404 404 404'),
  'GET /api/events/{id}/people': row(event, '401 404 409 200 404 200 403 200 404 404 404 404'),
  // The player is in the owner's team, not in the visiting one.
  'GET /api/events/{id}/attendance/{personId}': row(
    of(event, (world) => ({ personId: world.player.id })),
    '401 404 409 200 404 200 403 404 404 404 404 404',
  ),
  // Someone who has left reads so, because their device keeps the refused mark.
  'PUT /api/events/{id}/attendance/{personId}': row(
    and(
      of(running, (world) => ({ personId: world.player.id })),
      { status: 'present' },
    ),
    '401 404 409 200 404 200 403 422 409 409 404 409',
  ),
  'PUT /api/events/{id}/attendance': row(
    (world) => ({ ...running(world), body: { marks: [{ personId: world.player.id, status: 'late' }] } }),
    '401 404 409 200 404 200 403 422 409 409 404 409',
  ),
  'POST /api/events/{id}/guests': row(
    (world) => ({ ...running(world), body: { id: uuid(), name: 'Ida', status: 'present' } }),
    '401 404 409 201 404 201 403 409 409 409 404 409',
  ),
  'PUT /api/events/{id}/guests/{personId}': row(
    (world) => ({
      params: { id: world.running, personId: world.eventGuest },
      body: { memberId: world.player.id },
    }),
    '401 404 409 200 404 200 403 409 409 409 404 409',
  ),
  'GET /api/events/{id}/check-in-key': row(running, '401 404 409 200 404 200 403 409 404 404 404 404'),
  // Seeing the event is not enough: its code is needed, too.
  'POST /api/events/{id}/check-in': row(
    and(running, { token: '1.abc' }),
    '401 404 422 422 404 422 403 422 404 404 404 404',
  ),
  // A member reads their own row; a team that takes part in its events is another team.
  'GET /api/teams/{id}/attendance': row(team, '401 404 200 200 404 200 403 404 404 404 404 404'),
  'GET /api/teams/{id}/attendance.csv': row(team, '401 404 409 200 404 200 403 404 404 404 404 404'),
  'GET /api/users/me/coaching-hours': row(nothing, '401 200 200 200 200 200 403 200 200 200 200 200'),
  'GET /api/users/me/coaching-hours.csv': row(nothing, '401 200 200 200 200 200 403 200 200 200 200 200'),
  // Only one's own.
  'GET /api/events/{id}/payment': row(event, '401 404 200 404 404 404 403 404 404 200 404 404'),
  // Without a place there is nothing to pay for.
  'POST /api/events/{id}/payment': row(event, '401 404 200 409 404 409 403 409 404 404 404 404'),
  'GET /api/events/{id}/payments': row(event, '401 404 409 200 404 200 403 409 404 404 404 404'),
  // A coach takes cash; those who run the club refund. No one else sees the payment.
  'POST /api/payments/{id}/refund': row(
    (world) => ({ params: { id: world.playerPayment } }),
    '401 404 404 409 404 200 403 404 404 404 404 404',
  ),
  'POST /api/payments/{id}/cash': row(
    (world) => ({ params: { id: world.cashPayment }, body: { outcome: 'received' } }),
    '401 404 404 200 404 200 403 404 404 404 404 404',
  ),
  // Only the provider's signature counts, not the session.
  'POST /api/payments/webhooks/{provider}': row(
    () => ({ params: { provider: 'sandbox' }, body: {} }),
    '400 400 400 400 400 400 400 400 400 400 400 400',
  ),

  'PUT /api/events/{id}/registration': row(
    and(event, { response: 'declined' }),
    '401 404 200 200 404 200 403 200 404 404 404 404',
  ),
  // Its one date is an event of the team.
  'GET /api/series/{id}': row(series, '404 404 200 200 404 200 403 200 404 404 404 404'),
  'GET /api/series/{id}/dates': row(series, '404 404 200 200 404 200 403 200 404 404 404 404'),
  'PUT /api/series/{id}/registration': row(
    and(series, { response: 'declined' }),
    '401 404 200 200 404 200 403 200 404 404 404 404',
  ),
  'DELETE /api/events/{id}/registration': row(event, '401 404 200 200 404 200 403 200 404 404 404 404'),
  'PATCH /api/events/{id}/registrations/{userId}': row(
    and(of(event, player), { version: 1, action: 'remove' }),
    '401 404 409 200 404 200 403 409 404 404 404 404',
  ),
  'POST /api/events/{id}/cancel': row(event, '401 404 409 200 404 200 403 409 404 404 404 404'),
  // A coach has no power over the events of another person's team.
  'POST /api/events': row(
    (world) => ({ body: { ...plan, teamIds: [world.team] } }),
    '401 409 409 201 409 201 403 409 409 409 409 409',
  ),
  'POST /api/events/preview': row(
    (world) => ({ body: { ...plan, teamIds: [world.team] } }),
    '401 409 409 200 409 200 403 409 409 409 409 409',
  ),
  'PATCH /api/events/{id}': row(
    and(event, { version: 1, name: 'New' }),
    '401 404 409 200 404 200 403 409 404 404 404 404',
  ),
  'POST /api/events/{id}/preview': row(
    and(event, { startsAt: plan.startsAt, endsAt: plan.endsAt }),
    '401 404 409 200 404 200 403 409 404 404 404 404',
  ),
  'POST /api/events/{id}/duplicate': row(
    and(event, { startsAt: plan.startsAt }),
    '401 404 409 201 404 201 403 409 404 404 404 404',
  ),
  'GET /api/events/{id}/reminders': row(event, '401 404 409 200 404 200 403 409 404 404 404 404'),
  'POST /api/events/{id}/reminders': row(event, '401 404 409 200 404 200 403 409 404 404 404 404'),
  // A draft is visible to those who run its owner.
  'POST /api/events/{id}/publish': row(
    and(draft, { version: 1 }),
    '401 404 404 200 404 200 403 404 404 404 404 404',
  ),
  // The request sends no image.
  'PUT /api/events/{id}/image': row(event, '401 415 415 415 415 415 403 415 415 415 415 415'),
  'DELETE /api/events/{id}/image': row(draft, '401 404 404 204 404 204 403 404 404 404 404 404'),
  'POST /api/events/{id}/archive': row(
    (world) => ({ params: { id: world.cancelled }, body: { version: 1 } }),
    '401 404 409 200 404 200 403 409 404 404 404 404',
  ),
  'DELETE /api/events/{id}': row(draft, '401 404 404 204 404 204 403 404 404 404 404 404'),
  'GET /api/places': row(nothing, '401 200 200 200 200 200 403 200 200 200 200 200'),
  'POST /api/places': row(
    (world) => ({ body: { ...ground, owner: { kind: 'team', id: world.team } } }),
    '401 409 409 201 409 201 403 409 409 409 409 409',
  ),
  // A place of the club is for the coaches of all its teams.
  'PATCH /api/places/{id}': row(
    (world) => ({ params: { id: world.place }, body: { version: 1, directions: 'Past the boathouse' } }),
    '401 404 404 200 404 200 403 404 404 404 404 404',
  ),
  'GET /api/events/public/{id}/calendar.ics': row(event, '404 404 404 404 404 404 404 404 404 404 404 404'),
  // Only in one's own calendar; an admin who is in none of its teams has it in none.
  'GET /api/events/{id}/calendar.ics': row(event, '401 404 200 200 404 200 403 200 404 404 404 404'),

  'GET /api/organizations/{id}': row(club, '404 404 200 200 404 200 403 404 404 404 404 404'),
  'GET /api/organizations/{id}/teams': row(club, '404 404 200 200 404 200 403 404 404 404 404 404'),
  'POST /api/organizations': row(
    and(nothing, { name: 'New' }),
    '401 409 409 201 201 201 403 201 201 409 409 409',
  ),
  'PATCH /api/organizations/{id}': row(
    and(club, { version: 1 }),
    '401 404 409 409 404 200 403 404 404 404 404 404',
  ),
  'GET /api/teams/{id}': row(team, '401 404 200 200 404 200 403 404 404 404 404 404'),
  'GET /api/teams/{id}/roster': row(team, '401 404 409 200 404 200 403 404 404 404 404 404'),
  // A coach has no power over another person's club.
  'POST /api/teams': row(
    (world) => ({ body: { name: 'New', activity: 'rowing', organizationId: world.organization } }),
    '401 409 409 409 404 201 403 404 404 409 409 409',
  ),
  'PATCH /api/teams/{id}': row(and(team, { version: 1 }), '401 404 409 200 404 200 403 404 404 404 404 404'),

  // For owners and admins, of the team or of its organization; not for its coaches.
  'POST /api/teams/{id}/next-season': row(
    and(team, { season: '2026/27', memberIds: [] }),
    '401 404 409 409 404 201 403 404 404 404 404 404',
  ),
  // The request sends no image; logo.test.ts checks who may set one.
  'PUT /api/teams/{id}/logo': row(team, '401 415 415 415 415 415 403 415 415 415 415 415'),
  'PUT /api/organizations/{id}/logo': row(club, '401 415 415 415 415 415 403 415 415 415 415 415'),
  'DELETE /api/teams/{id}/logo': row(team, '401 404 409 204 404 204 403 404 404 404 404 404'),
  'DELETE /api/organizations/{id}/logo': row(club, '401 404 409 409 404 204 403 404 404 404 404 404'),
  'POST /api/descriptions/preview': row(
    and(nothing, { description: '**Bold**' }),
    '401 200 200 200 200 200 403 200 200 200 200 200',
  ),

  // The link alone admits everyone.
  'GET /api/teams/join/{code}': row(
    (world) => ({ params: { code: world.inviteCode } }),
    '200 200 200 200 200 200 403 200 200 200 200 200',
  ),
  // Like anyone else, an admin of the club may ask to be in its team.
  'PUT /api/teams/{id}/membership': row(team, '401 404 200 200 404 200 403 404 404 404 404 404'),
  'DELETE /api/teams/{id}/membership': row(team, '401 404 200 200 404 200 403 404 404 404 404 404'),
  'PUT /api/organizations/{id}/membership': row(club, '401 404 200 200 404 200 403 404 404 404 404 404'),
  'DELETE /api/organizations/{id}/membership': row(club, '401 404 200 200 404 200 403 404 404 404 404 404'),
  'GET /api/teams/{id}/members': row(team, '401 404 409 200 404 200 403 404 404 404 404 404'),
  'GET /api/organizations/{id}/members': row(club, '401 404 409 409 404 200 403 404 404 404 404 404'),
  'PATCH /api/teams/{id}/members/{userId}': row(
    and(of(team, asking), accept),
    '401 404 409 200 404 200 403 404 404 404 404 404',
  ),
  'PATCH /api/organizations/{id}/members/{userId}': row(
    and(of(club, asking), accept),
    '401 404 409 409 404 200 403 404 404 404 404 404',
  ),
  'POST /api/teams/{id}/invitations': row(inviting(team), '401 404 409 201 404 201 403 404 404 404 404 404'),
  'POST /api/organizations/{id}/invitations': row(
    inviting(club),
    '401 404 409 409 404 201 403 404 404 404 404 404',
  ),
  'DELETE /api/teams/{id}/invitations/{invitationId}': row(
    of(team, (world) => ({ invitationId: world.invitation })),
    '401 404 409 204 404 204 403 404 404 404 404 404',
  ),
  'DELETE /api/organizations/{id}/invitations/{invitationId}': row(
    of(club, (world) => ({ invitationId: world.organizationInvitation })),
    '401 404 409 409 404 204 403 404 404 404 404 404',
  ),
  'POST /api/teams/{id}/people': row(
    and(team, { people: [{ name: 'New' }] }),
    '401 404 409 201 404 201 403 404 404 404 404 404',
  ),
  'PATCH /api/teams/{id}/people/{personId}': row(
    and(
      of(team, (world) => ({ personId: world.managed.id })),
      { version: 1, birthYear: 2014 },
    ),
    '401 404 409 200 404 200 403 404 404 404 404 404',
  ),
  'GET /api/teams/{id}/fixtures': row(team, '401 404 409 200 404 200 403 404 404 404 404 404'),
  'POST /api/teams/{id}/fixtures/preview': row(
    and(team, { csv: matches, timeZone: 'Europe/Brussels' }),
    '401 404 409 200 404 200 403 404 404 404 404 404',
  ),
  'POST /api/teams/{id}/fixtures': row(
    (world) => ({
      ...team(world),
      body: { id: uuid(), csv: matches, timeZone: 'Europe/Brussels', publication: 'published' },
    }),
    '401 404 409 201 404 201 403 404 404 404 404 404',
  ),
  'POST /api/teams/{id}/fixtures/sources': row(
    and(team, { url: 'https://league.example/u12.ics', timeZone: 'Europe/Brussels', publication: 'draft' }),
    '401 404 409 201 404 201 403 404 404 404 404 404',
  ),
  'DELETE /api/teams/{id}/fixtures/sources/{sourceId}': row(
    of(team, (world) => ({ sourceId: world.fixtureSource })),
    '401 404 409 204 404 204 403 404 404 404 404 404',
  ),
  'POST /api/teams/{id}/fixtures/sources/{sourceId}/check': row(
    of(team, (world) => ({ sourceId: world.fixtureSource })),
    '401 404 409 200 404 200 403 404 404 404 404 404',
  ),
  'POST /api/fixtures/imports/{id}/undo': row(
    (world) => ({ params: { id: world.fixtureImport } }),
    '401 404 409 200 404 200 403 404 404 404 404 404',
  ),
  'POST /api/teams/{id}/invite-code': row(team, '401 404 409 200 404 200 403 404 404 404 404 404'),

  // A private profile: visible to teammates, and to those who run an event that the person attends.
  'GET /api/users/{id}': row(
    (world) => ({ params: { id: world.player.id } }),
    '404 404 200 200 404 200 403 404 404 404 404 404',
  ),

  'GET /api/users/me/profile': row(nothing, '401 200 200 200 200 200 403 200 200 200 200 200'),
  'GET /api/users/me/settings': row(nothing, '401 200 200 200 200 200 403 200 200 200 200 200'),
  'GET /api/users/me/events': row(nothing, '401 200 200 200 200 200 403 200 200 200 200 200'),
  'GET /api/users/me/calendar': row(
    () => ({ query: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' } }),
    '401 200 200 200 200 200 403 200 200 200 200 200',
  ),
  'GET /api/users/me/attendance': row(nothing, '401 200 200 200 200 200 403 200 200 200 200 200'),
  'GET /api/users/me/teams': row(nothing, '401 200 200 200 200 200 403 200 200 200 200 200'),
  'GET /api/users/me/organizations': row(nothing, '401 200 200 200 200 200 403 200 200 200 200 200'),

  'PATCH /api/users/me/profile': row(
    and(nothing, { version: 1 }),
    '401 200 200 200 200 200 403 200 200 200 200 200',
  ),
  'PATCH /api/users/me/settings': row(
    and(nothing, { version: 1 }),
    '401 200 200 200 200 200 403 200 200 200 200 200',
  ),
  // The request sends no image.
  'PUT /api/users/me/avatar': row(nothing, '401 415 415 415 415 415 403 415 415 415 415 415'),
  'DELETE /api/users/me/avatar': row(nothing, '401 204 204 204 204 204 403 204 204 204 204 204'),
  'DELETE /api/users/me/sessions': row(nothing, '401 204 204 204 204 204 403 204 204 204 204 204'),
  // No access to another person's devices and feeds.
  'DELETE /api/users/me/sessions/{id}': row(someoneElses, '401 404 404 404 404 404 403 404 404 404 404 404'),
  'GET /api/users/me/absences': row(nothing, '401 200 200 200 200 200 403 200 200 200 200 200'),
  'POST /api/users/me/absences': row(and(nothing, away), '401 201 201 201 201 201 403 201 201 201 201 201'),
  'POST /api/users/me/absences/preview': row(
    and(nothing, away),
    '401 200 200 200 200 200 403 200 200 200 200 200',
  ),
  // Another person's absence: not even their coach can reach it.
  'PATCH /api/users/me/absences/{id}': row(
    and(absence, { version: 1, note: 'Mine' }),
    '401 404 404 404 404 404 403 404 404 404 404 404',
  ),
  'POST /api/users/me/absences/{id}/end': row(absence, '401 404 404 404 404 404 403 404 404 404 404 404'),
  'DELETE /api/users/me/absences/{id}': row(absence, '401 404 404 404 404 404 403 404 404 404 404 404'),
  'GET /api/users/me/busy': row(
    () => ({ query: { from: '2026-11-23T00:00:00Z', to: '2026-11-30T00:00:00Z' } }),
    '401 200 200 200 200 200 403 200 200 200 200 200',
  ),
  'POST /api/users/me/calendar-feed': row(nothing, '401 201 201 201 201 201 403 201 201 201 201 201'),
  'GET /api/users/me/calendar-feeds': row(nothing, '401 200 200 200 200 200 403 200 200 200 200 200'),
  'DELETE /api/users/me/calendar-feeds/{id}': row(
    someoneElses,
    '401 404 404 404 404 404 403 404 404 404 404 404',
  ),
  // What it says to whom is in tests/server/live.
  'GET /api/live': row(nothing, '401 200 200 200 200 200 403 200 200 200 200 200'),
  'GET /api/users/me/notifications': row(nothing, '401 200 200 200 200 200 403 200 200 200 200 200'),
  'PUT /api/users/me/notifications/read': row(nothing, '401 200 200 200 200 200 403 200 200 200 200 200'),
  'GET /api/users/me/export': row(nothing, '401 200 200 200 200 200 403 200 200 200 200 200'),
  // Leaving asks for the password again.
  'DELETE /api/users/me': row(
    and(nothing, { password: 'not mine' }),
    '401 422 422 422 422 422 403 422 422 422 422 422',
  ),
  // Already confirmed.
  'POST /api/auth/confirm-email/resend': row(nothing, '401 409 409 409 409 409 403 409 409 409 409 409'),
  // Secret addresses: 404 without the secret.
  'GET /api/calendar/{token}.ics': row(
    () => ({ params: { token: 'a'.repeat(43) } }),
    '404 404 404 404 404 404 404 404 404 404 404 404',
  ),
  'GET /api/pictures/{hash}.webp': row(
    () => ({ params: { hash: 'a'.repeat(43) } }),
    '404 404 404 404 404 404 404 404 404 404 404 404',
  ),

  'GET /api/health': row(nothing, '200 200 200 200 200 200 200 200 200 200 200 200'),
  'GET /api/ready': row(nothing, '200 200 200 200 200 200 200 200 200 200 200 200'),
  'GET /api/instance': row(nothing, '200 200 200 200 200 200 200 200 200 200 200 200'),
  // There is none in this world.
  'GET /api/instance/{text}': row(
    () => ({ params: { text: 'imprint' } }),
    '404 404 404 404 404 404 404 404 404 404 404 404',
  ),
  'GET /api/openapi.json': row(nothing, '200 200 200 200 200 200 200 200 200 200 200 200'),
  'GET /api/_nuxt_icon/{prefix}.json': row(
    () => ({ params: { prefix: 'lucide' }, query: { icons: 'house' } }),
    '200 200 200 200 200 200 200 200 200 200 200 200',
  ),
} satisfies Record<Call, Row>;
