// The preview agrees with the change, for random events, replies and changes.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventVisibilities, joinPolicies, registrationStates } from '../../../src/contract/values/enums.ts';
import { refreshSeats } from '../../../src/server/registrations/change-queries.ts';
import { heldWhilePostponed } from '../../../src/server/registrations/rules.ts';
import { signIn } from '../../support/client.ts';
import {
  buildAbsence,
  buildEvent,
  buildMembership,
  buildOffer,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { caseCount, isLong } from '../../support/long.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildPlanningClub } from './club.ts';

const runs = caseCount({ sqlite: 400, postgres: 60, long: 4000 });

let server: TestServer;
let club: Awaited<ReturnType<typeof buildPlanningClub>>;
/** Of the team, of the organization's other team, of a visiting team, and of none. */
let people: { id: string }[];
let visitors: { id: string };
/** Coaches the visiting team, and leads every event. */
let visitingCoach: { id: string };
beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.database;
  club = await buildPlanningClub(db, 2);
  visitors = await buildTeam(db, { organization_id: club.organization.id });
  visitingCoach = await buildUser(db, { is_coach: 1 });
  await buildMembership(db, { team_id: visitors.id, person_id: visitingCoach.id, role: 'coach' });
  people = [...club.members];
  for (const team of [club.otherTeam, visitors, null]) {
    const person = await buildUser(db);
    if (team) await buildMembership(db, { team_id: team.id, person_id: person.id });
    people.push(person);
  }
});
afterAll(() => server.close());

const now = '2026-11-21T10:00:00.000Z';
const reply = fc.option(
  fc.record({
    // Capacity depends on attendees and the waitlist.
    state: fc.oneof(
      {
        weight: 2,
        arbitrary: fc.constantFrom('confirmed' as const, 'waitlisted' as const, 'pendingPayment' as const),
      },
      fc.constantFrom(...registrationStates),
    ),
    hold_expires_at: fc.constantFrom('2026-11-21T09:00:00.000Z', '2026-11-21T11:00:00.000Z'),
  }),
  { freq: 4 },
);
const given = fc.record({
  replies: fc.array(reply, { minLength: 5, maxLength: 5 }),
  visibility: fc.constantFrom(...eventVisibilities),
  publication: fc.constantFrom(
    'published' as const,
    'published' as const,
    'published' as const,
    'draft' as const,
  ),
  capacity: fc.constantFrom(null, 1, 1, 2, 2, 4),
  isPriced: fc.boolean(),
  isVisited: fc.boolean(),
  status: fc.constantFrom(
    'EventScheduled' as const,
    'EventScheduled' as const,
    'EventScheduled' as const,
    'EventPostponed' as const,
  ),
  /** The day on which the first member is away. */
  away: fc.constantFrom(null, '2026-11-28', '2026-12-05'),
  change: fc.record(
    {
      visibility: fc.constantFrom(...eventVisibilities),
      maximumAttendeeCapacity: fc.constantFrom(null, 1, 3, 5, 5),
      joinPolicy: fc.constantFrom(...joinPolicies),
      startsAt: fc.constantFrom(
        '2026-11-28T10:00:00.000Z',
        '2026-11-28T10:30:00.000Z',
        '2026-12-05T10:00:00.000Z',
      ),
      eventStatus: fc.constantFrom('EventPostponed' as const, 'EventScheduled' as const),
      offers: fc.constantFrom([], [{ name: 'Adult', price: { amountMinor: 900, currency: 'EUR' } }]),
      isVisited: fc.boolean(),
      meetingPoint: fc.constantFrom(null, 'At the gate'),
    },
    { requiredKeys: [] },
  ),
});

/**
 * Adds an absence of the first member on a day; it declines the event if that is unanswered and on the day.
 */
async function goAway(day: string | null, eventId: string, reply: unknown): Promise<string | null> {
  const { db } = server.database;
  const person_id = people[0]?.id ?? '';
  if (day === null) return null;
  const { id } = await buildAbsence(db, { person_id, from_day: day, to_day: day });
  if (day === '2026-11-28' && !reply)
    await buildRegistration(db, { event_id: eventId, person_id, state: 'declined', absence_id: id });
  return id;
}

test('the numbers of a preview equal those of the change, for any replies', {
  timeout: isLong ? 0 : 120_000,
}, async () => {
  const { db } = server.database;
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(given, async (world) => {
      const { isVisited, ...change } = world.change;
      const teamsOf = (visited: boolean) => (visited ? [club.team.id, visitors.id] : [club.team.id]);
      const event = await buildEvent(db, {
        organizer_organization_id: club.organization.id,
        teams: teamsOf(world.isVisited),
        leaders: [visitingCoach.id],
        visibility: world.visibility,
        publication: world.publication,
        event_status: world.status,
        maximum_attendee_capacity: world.capacity,
        waitlist_enabled: 1,
        join_policy: 'approval',
      });
      const offer = world.isPriced ? await buildOffer(db, { event_id: event.id }) : null;
      const holdEnd = ({ hold_expires_at }: { hold_expires_at: string }) =>
        world.status === 'EventPostponed' ? heldWhilePostponed : hold_expires_at;
      for (const [index, one] of world.replies.entries()) {
        const person = people[index];
        const isHeld = one?.state === 'pendingPayment' || one?.state === 'offered';
        if (one && person)
          await buildRegistration(db, {
            event_id: event.id,
            person_id: person.id,
            state: one.state,
            offer_id: offer?.id ?? null,
            position: one.state === 'waitlisted' ? index : null,
            hold_expires_at: isHeld ? holdEnd(one) : null,
          });
      }
      const away = await goAway(world.away, event.id, world.replies[0]);
      const client = await signIn(server, club.admin);
      const end = change.startsAt && { endsAt: change.startsAt.replace(/T10:/, 'T12:') };
      const body = { ...change, ...end, ...(isVisited !== undefined && { teamIds: teamsOf(isVisited) }) };
      const params = { id: event.id };
      // Opening the event ends expired holds and offers free seats: no part of the change.
      await db
        .transaction()
        .execute((trx) =>
          refreshSeats({ db: trx, dialect: server.database.dialect, at: now }, event.id, club.admin.id),
        );
      await db.deleteFrom('notifications').where('event_id', '=', event.id).execute();
      const said = await client.call('POST /api/events/{id}/preview', { params, body });
      const states = () =>
        db
          .selectFrom('registrations')
          .select(['person_id', 'state', 'reconfirm_asked_at'])
          .where('event_id', '=', event.id)
          .execute();
      const before = new Map((await states()).map((row) => [row.person_id, row.state]));
      const { status } = await client.call('PATCH /api/events/{id}', {
        params,
        body: { ...body, version: 1 },
      });
      expect([said.status, status]).toEqual([200, 200]);
      const askedAgain = (await states()).filter((row) => row.reconfirm_asked_at !== null).length;
      expect(said.body.askedAgain).toBe(askedAgain);
      if (askedAgain > 0) seen.set('askedAgain', 1);
      const changed = (await states()).filter((row) => row.state !== before.get(row.person_id));
      // A reply that an absence makes or withdraws is not counted, except in the notifications.
      const after = changed.filter((row) => before.has(row.person_id) || row.state !== 'declined');
      if (away) await db.deleteFrom('absences').where('id', '=', away).execute();
      const became = (state: string) => after.filter((row) => row.state === state).length;
      const count = (code: string) => said.body.warnings.find((warning) => warning.code === code)?.count ?? 0;
      expect({
        losePlace: count('losePlace'),
        placesOffered: count('placesOffered'),
        nothingToPay: count('nothingToPay'),
      }).toEqual({
        losePlace: became('cancelledByOrganizer'),
        placesOffered: became('offered'),
        nothingToPay: became('confirmed'),
      });
      const leaders = await db
        .selectFrom('event_leaders')
        .select('person_id')
        .where('event_id', '=', event.id)
        .execute();
      expect(count('leadersRemoved')).toBe(1 - leaders.length);
      const told = await db
        .selectFrom('notifications')
        .select(['user_id', 'kind'])
        .where('event_id', '=', event.id)
        .where('kind', '<>', 'eventFull')
        .execute();
      expect(said.body.notified).toBe(new Set(told.map((row) => row.user_id)).size);
      expect(after).toHaveLength(count('losePlace') + count('placesOffered') + count('nothingToPay'));
      for (const { code } of said.body.warnings) seen.set(code, (seen.get(code) ?? 0) + 1);
    }),
    { numRuns: runs },
  );
  expect(now).toBe(server.now().toISOString());
  // Guard: the generator makes every warning.
  if (runs < 400) return;
  for (const code of [
    'losePlace',
    'placesOffered',
    'nothingToPay',
    'keepPrice',
    'aboveCapacity',
    'requestsStay',
    'leadersRemoved',
    'askedAgain',
  ])
    expect([code, seen.has(code)]).toEqual([code, true]);
});
