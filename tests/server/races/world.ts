// A club whose people are in the middle of something: one has paid, one pays, one waits, one asks for a place, one is invited,
// and a guest is at the pitch.
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { type Client, signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildGuest,
  buildInvitation,
  buildMembership,
  buildOffer,
  buildOrganization,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import type { TestServer } from '../../support/server.ts';
import { payAtSandbox } from '../payments/paid-event.ts';

export const password = 'a long enough passphrase';
let hash: Promise<string> | null = null;

export type World = Awaited<ReturnType<typeof buildWorld>>;

export async function buildWorld(server: TestServer) {
  const { db } = server.database;
  hash ??= hashPassword(password);
  const passwordHash = await hash;
  const club = await buildOrganization(db, { visibility: 'private' });
  const team = await buildTeam(db, { organization_id: club.id, visibility: 'private' });
  const independent = await buildTeam(db, { visibility: 'private' });
  const join = async (role: 'owner' | 'coach' | 'trainee', ...groups: object[]) => {
    const user = await buildUser(db, { password_hash: passwordHash, is_coach: role === 'trainee' ? 0 : 1 });
    for (const group of groups)
      await buildMembership(db, { ...(group as { team_id: string }), person_id: user.id, role });
    return { ...user, client: await signIn(server, user), phone: await signIn(server, user) };
  };
  const ofClub = { organization_id: club.id };
  const ofTeam = { team_id: team.id };
  const ofIndependent = { team_id: independent.id };
  const o1 = await join('owner', ofClub);
  const o2 = await join('owner', ofClub);
  const i1 = await join('owner', ofIndependent);
  const i2 = await join('owner', ofIndependent);
  const coach = await join('coach', ofTeam);
  const paid = await join('trainee', ofTeam, ofIndependent);
  const paying = await join('trainee', ofTeam);
  const waiting = await join('trainee', ofTeam);
  const asking = await join('trainee', ofTeam);
  const invited = await join('trainee');
  const base = {
    organizer_organization_id: club.id,
    teams: [team.id],
    leaders: [coach.id],
    visibility: 'team' as const,
    waitlist_enabled: 1 as const,
    starts_at: new Date(server.now().getTime() + 5 * 86_400_000).toISOString(),
  };
  /** The largest capacity so far: a lower one evicts no one. */
  const most = { seats: 2 };
  const event = await buildEvent(db, { ...base, maximum_attendee_capacity: most.seats });
  const offer = await buildOffer(db, { event_id: event.id, accepts_offline: 1 });
  const family = await buildOffer(db, {
    event_id: event.id,
    price_minor: 2500,
    accepts_offline: 1,
    name: 'Family',
  });
  const asked = await buildEvent(db, { ...base, join_policy: 'approval', maximum_attendee_capacity: 1 });
  const pitch = await buildEvent(db, {
    ...base,
    starts_at: new Date(server.now().getTime() - 30 * 60_000).toISOString(),
  });
  const guest = await buildGuest(db, { event_id: pitch.id });
  const byEvent = { params: { id: event.id } };
  const attend = (client: Client, id: string) =>
    client.call('PUT /api/events/{id}/registration', { params: { id }, body: { response: 'attending' } });
  await attend(paid.client, event.id);
  const first = await paid.client.call('POST /api/events/{id}/payment', { ...byEvent, body: {} });
  await payAtSandbox(server, first.body.checkoutUrl);
  await attend(paying.client, event.id);
  const second = await paying.client.call('POST /api/events/{id}/payment', { ...byEvent, body: {} });
  await attend(waiting.client, event.id);
  await attend(asking.client, asked.id);
  const own = async (userId: string, scope: 'team_id' | 'organization_id', group: string) =>
    db
      .selectFrom('memberships')
      .select('version')
      .where('person_id', '=', userId)
      .where(scope, '=', group)
      .executeTakeFirstOrThrow();
  const invitation = await buildInvitation(db, {
    team_id: team.id,
    user_id: invited.id,
    invited_by: coach.id,
    created_at: server.now().toISOString(),
  });
  return {
    server,
    club,
    team,
    independent,
    o1,
    o2,
    i1,
    i2,
    coach,
    paid,
    paying,
    waiting,
    asking,
    invited,
    event,
    most,
    offer,
    family,
    asked,
    pitch,
    guest,
    invitation,
    paymentId: first.body.id,
    checkoutUrl: second.body.checkoutUrl,
    attend,
    own,
  };
}
