// Random histories of people, organizers, clocks and jobs: the seat invariants hold after every step.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RegistrationState } from '../../../src/contract/values/enums.ts';
import type { Database } from '../../../src/server/db/open.ts';
import { waitlistPosition } from '../../../src/server/events/queries.ts';
import { Problem } from '../../../src/server/http/problem.ts';
import { endDueHolds } from '../../../src/server/registrations/jobs.ts';
import { changeRegistration } from '../../../src/server/registrations/manage.ts';
import { reply } from '../../../src/server/registrations/reply.ts';
import { edges, takesSeat } from '../../../src/server/registrations/rules.ts';
import { lockEvent } from '../../../src/server/registrations/seats.ts';
import { buildEvent, buildMembership, buildOffer, buildTeam, buildUser } from '../../support/factories.ts';
import { caseCount, isLong } from '../../support/long.ts';
import { openTestDatabase } from '../../support/server.ts';

let database: Database;
let people: { id: string }[];
let coach: { id: string };
let team: { id: string };
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  team = await buildTeam(db);
  coach = await buildUser(db);
  people = await Promise.all(Array.from({ length: 9 }, () => buildUser(db)));
  for (const { id } of people) await buildMembership(db, { team_id: team.id, person_id: id });
});
afterAll(() => database.close());

const who = fc.nat({ max: 8 });
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('reply' as const),
      who,
      response: fc.constantFrom('attending', 'attending', 'attending', 'tentative', 'declined', 'cancel'),
      ifFull: fc.constantFrom('waitlist', 'waitlist', 'ask'),
      minutesAgo: fc.constantFrom(0, 0, 0, 20),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      who,
      action: fc.constantFrom('approve', 'approve', 'reject', 'remove', 'move', 'reply'),
      position: fc.integer({ min: 1, max: 6 }),
      response: fc.constantFrom('attending', 'declined'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 20, 36, 90, 700, 1500),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('work' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('resize' as const),
      capacity: fc.option(fc.nat({ max: 5 }), { nil: null, freq: 8 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const history = fc.record({
  capacity: fc.integer({ min: 0, max: 4 }),
  isPaid: fc.boolean(),
  joinPolicy: fc.constantFrom('open' as const, 'open' as const, 'approval' as const),
  steps: fc.array(step, { minLength: 40, maxLength: 80, size: 'max' }),
});

type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

const replies = (who: number, response: 'attending' | 'cancel' = 'attending'): Step => ({
  kind: 'reply',
  who,
  response,
  ifFull: 'waitlist',
  minutesAgo: 0,
});
const decides = (who: number, action: 'approve' | 'reject' | 'remove'): Step => ({
  kind: 'change',
  who,
  action,
  position: 1,
  response: 'attending',
});
/** With the transitions that fewer than one in six random histories have. */
const rare: [History][] = [
  [
    {
      capacity: 1,
      isPaid: false,
      joinPolicy: 'approval',
      steps: [replies(0), replies(1), decides(0, 'approve'), decides(1, 'reject'), decides(0, 'remove')],
    },
  ],
  [
    {
      capacity: 1,
      isPaid: true,
      joinPolicy: 'approval',
      steps: [replies(0), decides(0, 'approve')],
    },
  ],
  [
    {
      capacity: 1,
      isPaid: false,
      joinPolicy: 'open',
      steps: [replies(0), replies(1), replies(0, 'cancel'), replies(1)],
    },
  ],
];

type Row = {
  person_id: string;
  state: RegistrationState;
  version: number;
  only_maybe: number;
  position: number | null;
  shown: number | null;
  hold_expires_at: string | null;
};

async function look(eventId: string): Promise<Map<string, Row>> {
  const rows = await database.db
    .selectFrom('registrations as m')
    .select(['m.person_id', 'm.state', 'm.version', 'm.only_maybe', 'm.position', 'm.hold_expires_at'])
    .select(waitlistPosition('m').as('shown'))
    .where('m.event_id', '=', eventId)
    // An explicit order: PostgreSQL may change its plan at any moment, and another order would look like a
    // change.
    .orderBy('m.person_id')
    .execute();
  return new Map(rows.map((row) => [row.person_id, row]));
}

const holds = (row: Row, at: string) =>
  row.state === 'confirmed' || (takesSeat.has(row.state) && (row.hold_expires_at ?? '') > at);
const heldIn = (rows: Map<string, Row>, at: string) =>
  [...rows.values()].filter((row) => holds(row, at)).length;

type From = RegistrationState | 'none';
const byThemselves = ['offered offerExpired', 'pendingPayment holdExpired', 'waitlisted offered'];

/** Descriptions of violated invariants. */
function broken(
  before: Map<string, Row>,
  after: Map<string, Row>,
  {
    at,
    capacity,
    isPaid,
    isSettled,
  }: { at: string; capacity: number | null; isPaid: boolean; isSettled: boolean },
): string[] {
  const faults: string[] = [];
  const held = heldIn(after, at);
  if (capacity !== null && held > Math.max(capacity, heldIn(before, at)))
    faults.push(`${held} seats of ${capacity} were given`);
  const waiting = [...after.values()].filter(({ state }) => state === 'waitlisted');
  const shown = waiting.map((row) => row.shown ?? 0).toSorted((a, b) => a - b);
  if (shown.some((position, index) => position !== index + 1)) faults.push(`the waitlist shows ${shown}`);
  if (isSettled && waiting.length > 0 && (capacity === null || held < capacity))
    faults.push(`${waiting.length} wait while ${held} of ${capacity} are taken`);
  for (const [userId, row] of after) {
    const was = before.get(userId);
    const from: From = was?.state ?? 'none';
    // In one step the clock or a free seat may move someone, and they reply to the new status.
    const moved = edges[from].filter((state) => byThemselves.includes(`${from} ${state}`));
    const isEdge = [from, ...moved].some((state: From) => edges[state].includes(row.state));
    if (from !== row.state && !isEdge) faults.push(`someone went from ${from} to ${row.state}`);
    if (from !== row.state && was && row.version <= was.version) faults.push('a version did not grow');
    if ((row.position !== null) !== (row.state === 'waitlisted')) faults.push(`${row.state} has a position`);
    const isTimed = row.state === 'pendingPayment' || row.state === 'offered';
    if ((row.hold_expires_at !== null) !== isTimed) faults.push(`${row.state} has a wrong deadline`);
    if (isPaid && row.state === 'confirmed') faults.push('someone is in without having paid');
    const isPassedOver = [...before.values()].some(
      (other) =>
        was?.state === 'waitlisted' &&
        row.state === 'offered' &&
        (other.shown ?? 99) < (was.shown ?? 0) &&
        after.get(other.person_id)?.state === 'waitlisted',
    );
    if (isPassedOver) faults.push('someone was passed over');
  }
  for (const [userId, was] of before) {
    // A maybe may be withdrawn when it is the only reply.
    const isTakenBack = was.state === 'tentative' && was.only_maybe === 1;
    if (!after.has(userId) && !isTakenBack) faults.push('a registration is gone');
  }
  return faults;
}

async function carryOut(step: Step, eventId: string, at: string, rows: Map<string, Row>): Promise<void> {
  const { db, dialect } = database;
  const shutdown = new AbortController().signal;
  if (step.kind === 'work') return endDueHolds({ database, now: () => new Date(at), shutdown });
  if (step.kind !== 'reply' && step.kind !== 'change') return;
  const user = people[step.who] ?? coach;
  try {
    await db.transaction().execute(async (transaction) => {
      const work = { db: transaction, dialect, at };
      const scene = await lockEvent(work, eventId, user.id);
      if (!scene) throw new Error('The event is gone.');
      if (step.kind === 'reply') {
        const respondedAt = new Date(Date.parse(at) - step.minutesAgo * 60_000).toISOString();
        const self = { by: 'self' as const, actorId: user.id, userId: user.id, role: 'guest' as const };
        await reply(work, scene, { ...self, response: step.response, ifFull: step.ifFull, respondedAt });
      } else {
        const { action, position, response } = step;
        const version = rows.get(user.id)?.version ?? 0;
        const change = { action, position, response, version, reason: 'Because' };
        await changeRegistration(work, scene, { actorId: coach.id, userId: user.id, change });
      }
    });
  } catch (error) {
    // Not there yet, or changed by a hold that expired in this very step: both are undone.
    if (!(error instanceof Problem && ['not_found', 'stale_version'].includes(error.code))) throw error;
  }
}

const runs = caseCount({ sqlite: 80, postgres: 30, long: 2000 });
const start = Date.parse('2026-11-20T18:00:00.000Z');

test('the seat invariants hold after every step of a random history', {
  timeout: isLong ? 0 : 120_000,
}, async () => {
  let steps = 0;
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      const { db } = database;
      const event = await buildEvent(db, {
        maximum_attendee_capacity: given.capacity,
        waitlist_enabled: 1,
        join_policy: given.joinPolicy,
        teams: [team.id],
        leaders: [coach.id],
        durationMinutes: 240,
      });
      if (given.isPaid) await buildOffer(db, { event_id: event.id });
      let capacity: number | null = given.capacity;
      let nowMs = start;
      let rows = await look(event.id);
      for (const step of given.steps) {
        if (step.kind === 'wait') nowMs += step.minutes * 60_000;
        if (step.kind === 'resize') {
          capacity = step.capacity;
          const set = { maximum_attendee_capacity: capacity };
          await db.updateTable('events').set(set).where('id', '=', event.id).execute();
        }
        const at = new Date(nowMs).toISOString();
        await carryOut(step, event.id, at, rows);
        const after = await look(event.id);
        const isTouched = JSON.stringify([...after]) !== JSON.stringify([...rows]);
        const isSettled = isTouched && at < event.endsAt;
        const { isPaid } = given;
        expect([step, broken(rows, after, { at, capacity, isPaid, isSettled })]).toEqual([step, []]);
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
