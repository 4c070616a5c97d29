// Random histories of people, organizers, clocks and jobs: the seat invariants hold after every step.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../../src/server/db/open.ts';
import { repliesClosedFor } from '../../../../src/server/events/can-rules.ts';
import { buildEvent, buildMembership, buildOffer, buildTeam, buildUser } from '../../../support/factories.ts';
import { caseCount, isLong } from '../../../support/long.ts';
import { openTestDatabase } from '../../../support/server.ts';
import { type History, history, rare } from './history.ts';
import { runStep, type World } from './run-step.ts';
import { brokenByStep, registrationsOf, withoutReason } from './violations.ts';

const runs = caseCount({ sqlite: 80, postgres: 30, long: 2000 });
const start = Date.parse('2026-11-20T18:00:00.000Z');

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Each history has its own people: memberships and absences of hundreds would slow them down. */
async function buildWorld(given: History): Promise<World> {
  const { db } = database;
  const team = await buildTeam(db);
  const coach = await buildUser(db);
  await buildMembership(db, { team_id: team.id, person_id: coach.id, role: 'coach' });
  const people = [];
  for (let count = 0; count < 9; count += 1) {
    const person = await buildUser(db);
    await buildMembership(db, { team_id: team.id, person_id: person.id });
    people.push(person);
  }
  const event = await buildEvent(db, {
    visibility: given.visibility,
    maximum_attendee_capacity: given.capacity,
    waitlist_enabled: 1,
    join_policy: given.joinPolicy,
    teams: [team.id],
    leaders: [coach.id],
    durationMinutes: 240,
  });
  if (given.isPaid) await buildOffer(db, { event_id: event.id });
  return { database, coach, people, event, teamId: team.id };
}

test('the seat invariants hold after every step of a random history', {
  timeout: isLong ? 0 : 120_000,
}, async () => {
  const { db } = database;
  let steps = 0;
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      const world = await buildWorld(given);
      const eventId = world.event.id;
      let capacity: number | null = given.capacity;
      let nowMs = start;
      let rows = await registrationsOf(db, eventId);
      for (const step of given.steps) {
        if (step.kind === 'wait') nowMs += step.minutes * 60_000;
        const at = new Date(nowMs).toISOString();
        await runStep(world, step, at);
        const after = await registrationsOf(db, eventId);
        const event = await db
          .selectFrom('events')
          .select(['publication', 'event_status', 'starts_at', 'ends_at', 'maximum_attendee_capacity'])
          .where('id', '=', eventId)
          .executeTakeFirstOrThrow();
        // Free places are offered before an edit that lowers the limit.
        const capacityBefore = step.kind === 'edit' ? capacity : 0;
        capacity = event.maximum_attendee_capacity;
        const isTouched = JSON.stringify([...after]) !== JSON.stringify([...rows]);
        // Ending an absence frees no place, so it offers none.
        const isSettled =
          isTouched &&
          step.kind !== 'back' &&
          repliesClosedFor({ ...event, is_owner_inactive: 0 }, at) === null;
        const found = [
          ...brokenByStep(rows, after, { at, capacity, capacityBefore, isPaid: given.isPaid, isSettled }),
          ...(await withoutReason(db, { eventId, at, visibility: given.visibility })),
        ];
        expect([step, found]).toEqual([step, []]);
        for (const [userId, row] of after) seen.add(`${rows.get(userId)?.state ?? 'none'} ${row.state}`);
        rows = after;
        steps += 1;
      }
    }),
    { numRuns: runs, examples: rare },
  );
  if (runs < 80) return;
  expect(steps).toBeGreaterThan(3000);
  // Guard: the histories covered every transition that needs no payment.
  for (const edge of [
    'none confirmed',
    'none waitlisted',
    'none pendingPayment',
    'none pendingApproval',
    'pendingApproval rejected',
    'pendingApproval confirmed',
    'pendingApproval offered',
    'waitlisted offered',
    'offered offerExpired',
    'offered confirmed',
    'offered pendingPayment',
    'pendingPayment holdExpired',
    'confirmed cancelledByOrganizer',
    'confirmed cancelledByAttendee',
  ])
    expect(seen).toContain(edge);
});
