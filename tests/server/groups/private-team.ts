// A private club with a private team and a paid future event of that team: shared by tests of ended roles.
import type { MembershipRole } from '../../../src/contract/values/enums.ts';
import { signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildMembership,
  buildOffer,
  buildOrganization,
  buildPayment,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import type { TestServer } from '../../support/server.ts';

export type Person = { id: string };

/** The club, with an owner, a head coach who leads the events, and a player with a note and a paid place. */
export async function buildPrivateTeam(server: TestServer) {
  const { db } = server.database;
  const club = await buildOrganization(db, { visibility: 'private' });
  const team = await buildTeam(db, { organization_id: club.id, visibility: 'private', name: 'Eagles' });
  const ofTeam = { team_id: team.id };
  const join = async (
    role: MembershipRole,
    group: { team_id: string } | { organization_id: string } = ofTeam,
  ) => {
    const user = await buildUser(db, { is_coach: role === 'trainee' ? 0 : 1 });
    await buildMembership(db, { ...group, person_id: user.id, role });
    return user;
  };
  const owner = await join('owner');
  const coach = await join('coach');
  const player = await join('trainee');
  const event = async (given: Parameters<typeof buildEvent>[1] = {}) =>
    buildEvent(db, {
      organizer_organization_id: club.id,
      teams: [team.id],
      leaders: [coach.id],
      created_by: coach.id,
      visibility: 'team',
      roster_visibility: 'participants',
      ...given,
    });
  const paid = async (given: Parameters<typeof buildEvent>[1] = {}) => {
    const built = await event(given);
    const offer = await buildOffer(db, { event_id: built.id });
    return { ...built, offer: offer.id };
  };
  /** A place paid with a provider that needs no network. */
  const place = async (at: { id: string; offer: string }, user: Person, note: string | null = null) => {
    const { id } = await buildRegistration(db, {
      event_id: at.id,
      person_id: user.id,
      offer_id: at.offer,
      note,
    });
    const payment = await buildPayment(db, {
      registration_id: id,
      state: 'succeeded',
      paid_at: '2026-11-20T10:00:00.000Z',
      policy: JSON.stringify({ refundUntil: 'P2D' }),
    });
    return { registration: id, payment: payment.id };
  };
  return { club, team, owner, coach, player, join, event, paid, place };
}

/** Changes someone's stored membership of a team. */
export async function changeInTeam(
  server: TestServer,
  { by, team, user }: { by: Person; team: Person; user: Person },
  change: { status?: 'removed'; role?: MembershipRole; title?: string },
) {
  return changeIn(server, 'team', { by, group: team, user }, change);
}

export async function changeIn(
  server: TestServer,
  scope: 'team' | 'organization',
  { by, group, user }: { by: Person; group: Person; user: Person },
  change: { status?: 'removed'; role?: MembershipRole; title?: string },
) {
  const { version } = await server.database.db
    .selectFrom('memberships')
    .select('version')
    .where(scope === 'team' ? 'team_id' : 'organization_id', '=', group.id)
    .where('person_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const call =
    scope === 'team'
      ? 'PATCH /api/teams/{id}/members/{userId}'
      : 'PATCH /api/organizations/{id}/members/{userId}';
  const client = await signIn(server, by);
  return client.call(call, { params: { id: group.id, userId: user.id }, body: { version, ...change } });
}

/** The status of a person's registration; undefined without one. */
export async function stateOf({ database: { db } }: TestServer, event: Person, user: Person) {
  const row = await db
    .selectFrom('registrations')
    .select('state')
    .where('event_id', '=', event.id)
    .where('person_id', '=', user.id)
    .executeTakeFirst();
  return row?.state;
}

/** The leaders of an event. */
export async function leadersOf({ database: { db } }: TestServer, event: Person) {
  const rows = await db
    .selectFrom('event_leaders')
    .select('person_id')
    .where('event_id', '=', event.id)
    .orderBy('position')
    .execute();
  return rows.map(({ person_id }) => person_id);
}
