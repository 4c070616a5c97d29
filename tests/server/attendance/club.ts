// A club for tests of attendance: a team with coaches and trainees, and a training that has just begun.
import type { MembershipRole } from '../../../src/contract/values/enums.ts';
import { type Client, signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildMembership,
  buildOrganization,
  buildPerson,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import type { TestServer } from '../../support/server.ts';

export type Club = Awaited<ReturnType<typeof buildClub>>;

export async function buildClub(server: TestServer) {
  const { db } = server.database;
  const club = await buildOrganization(db, { visibility: 'private' });
  const team = await buildTeam(db, { organization_id: club.id, visibility: 'private' });
  const join = async (role: MembershipRole, name: string, group: object = { team_id: team.id }) => {
    const user = await buildUser(db, { name });
    await buildMembership(db, { ...(group as { team_id: string }), person_id: user.id, role });
    return user;
  };
  const people = {
    coach: await join('coach', 'Coach'),
    assistant: await join('assistant', 'Assistant'),
    ada: await join('trainee', 'Ada'),
    ben: await join('trainee', 'Ben'),
  };
  const managed = await buildPerson(db, { name: 'Cas' });
  await buildMembership(db, { team_id: team.id, person_id: managed.id });
  const startsAt = (hours: number) => new Date(server.now().getTime() + hours * 3_600_000).toISOString();
  const event = (given: Parameters<typeof buildEvent>[1] = {}) =>
    buildEvent(db, {
      organizer_organization_id: club.id,
      owner_team_id: team.id,
      teams: [team.id],
      leaders: [people.coach.id],
      visibility: 'team',
      starts_at: startsAt(-0.5),
      ...given,
    });
  return {
    club,
    team,
    people: { ...people, cas: managed },
    join,
    event,
    startsAt,
    coach: await signIn(server, people.coach),
    assistant: await signIn(server, people.assistant),
  };
}

type Mark = { status: string | null; minutesLate?: number; reason?: string; occurredAt?: string };

/** Marks a person, as a device does. */
export const mark = (
  client: Client,
  eventId: string,
  personId: string,
  body: Mark & { sentAt?: string },
  key?: string,
) =>
  client.call('PUT /api/events/{id}/attendance/{personId}', {
    params: { id: eventId, personId },
    body,
    ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
  });

/** The statuses on the attendance of an event, by name. */
export async function statusesAt(client: Client, eventId: string) {
  const { body } = await client.call('GET /api/events/{id}/attendance', { params: { id: eventId } });
  return Object.fromEntries(body.items.map(({ user, status }) => [user.name, status]));
}
