// Random histories of people, organizers, clocks and jobs: the seat invariants hold after every step.
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RegistrationState } from '../../../src/contract/values/enums.ts';
import { addAbsence, endAbsence } from '../../../src/server/absences/absences.ts';
import { readConfig } from '../../../src/server/config.ts';
import type { Database } from '../../../src/server/db/open.ts';
import { holdsOrWaits, repliesClosedFor, replyStatus } from '../../../src/server/events/can-rules.ts';
import { canSeeEvent } from '../../../src/server/events/policy.ts';
import { waitlistPosition } from '../../../src/server/events/queries.ts';
import { roleOf } from '../../../src/server/events/role-rules.ts';
import { join, leave } from '../../../src/server/groups/members/joining.ts';
import { Problem } from '../../../src/server/http/problem.ts';
import { applyEdit, requireEditable } from '../../../src/server/planning/change/edit.ts';
import { planningTools } from '../../../src/server/planning/tools.ts';
import { endDueHolds } from '../../../src/server/registrations/jobs.ts';
import { changeRegistration } from '../../../src/server/registrations/manage.ts';
import { reply } from '../../../src/server/registrations/reply.ts';
import { edges, takesSeat } from '../../../src/server/registrations/rules.ts';
import { lockEvent } from '../../../src/server/registrations/seats.ts';
import { buildEvent, buildMembership, buildOffer, buildTeam, buildUser } from '../../support/factories.ts';
import { caseCount, isLong } from '../../support/long.ts';
import { openTestDatabase } from '../../support/server.ts';
import { history, rare, type Step } from './history-steps.ts';

let database: Database;
let people: { id: string }[];
let coach: { id: string };
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  coach = await buildUser(db);
  people = await Promise.all(Array.from({ length: 9 }, () => buildUser(db)));
});
afterAll(() => database.close());

type Row = {
  person_id: string;
  state: RegistrationState;
  version: number;
  only_maybe: number;
  absence_id: string | null;
  position: number | null;
  shown: number | null;
  hold_expires_at: string | null;
};

async function look(eventId: string): Promise<Map<string, Row>> {
  const rows = await database.db
    .selectFrom('registrations as m')
    .select([
      'm.person_id',
      'm.state',
      'm.version',
      'm.only_maybe',
      'm.absence_id',
      'm.position',
      'm.hold_expires_at',
    ])
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
    before: wasCapacity,
    isPaid,
    isSettled,
  }: { at: string; capacity: number | null; before: number | null; isPaid: boolean; isSettled: boolean },
): string[] {
  const faults: string[] = [];
  const held = heldIn(after, at);
  if (capacity !== null && wasCapacity !== null && held > Math.max(capacity, wasCapacity, heldIn(before, at)))
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
    // So is the answer of an absence that has ended.
    if (!after.has(userId) && !isTakenBack && was.absence_id === null) faults.push('a registration is gone');
  }
  return faults;
}

/** People who hold or wait at an event that they cannot see, and answers of absences that have ended. */
async function withoutReason(eventId: string, at: string, visibility: 'public' | 'team'): Promise<string[]> {
  const found = await database.db
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('event_teams as t', 't.event_id', 'e.id')
    .leftJoin('memberships as g', (on) =>
      on.onRef('g.team_id', '=', 't.team_id').onRef('g.person_id', '=', 'r.person_id'),
    )
    .leftJoin('absences as a', 'a.id', 'r.absence_id')
    .select(['r.state', 'g.status', 'a.ended_at', 'r.absence_id', 'e.starts_at'])
    .where('r.event_id', '=', eventId)
    .execute();
  return found.flatMap((row) => [
    ...(visibility === 'team' && row.status !== 'active' && holdsOrWaits.has(row.state) && at < row.starts_at
      ? [`${row.state} without the team`]
      : []),
    ...(row.absence_id !== null && row.ended_at !== null && at < row.starts_at
      ? ['an absence has ended']
      : []),
    ...(row.absence_id !== null && row.status !== 'active' && at < row.starts_at
      ? ['an absence outside the team']
      : []),
    ...(row.absence_id !== null && row.state !== 'declined' ? [`${row.state} by an absence`] : []),
  ]);
}

type World = { eventId: string; teamId: string; at: string; rows: Map<string, Row>; start: number };

async function carryOut(step: Step, { eventId, teamId, at, rows, start }: World): Promise<void> {
  const { db, dialect } = database;
  if (step.kind === 'edit') return edit(eventId, at, step.change, start);
  if (step.kind === 'leave' || step.kind === 'join') {
    const request = { scope: 'team' as const, groupId: teamId, userId: people[step.who]?.id ?? '', at };
    const go = step.kind === 'leave' ? leave : join;
    await db.transaction().execute((trx) => go(trx, database, request));
    return;
  }
  if (step.kind === 'away' || step.kind === 'back') {
    const personId = people[step.who]?.id ?? '';
    await db.transaction().execute(async (trx) => {
      const tx = { db: trx, dialect, at };
      const open = await trx
        .selectFrom('absences')
        .select('id')
        .where('person_id', '=', personId)
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      const days = { from: at.slice(0, 10), to: '2027-01-01', note: null };
      if (step.kind === 'back') await (open && endAbsence(tx, personId, open.id));
      else if (!open) await addAbsence(tx, { personId, decidedAt: at }, { id: uuid(), ...days });
    });
    return;
  }
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
        const role = roleOf(scene);
        if (!canSeeEvent(scene, role, replyStatus(scene, scene, at))) return;
        const self = { by: 'self' as const, actorId: user.id, userId: user.id, role };
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

type Edit = (Step & { kind: 'edit' })['change'];

async function edit(eventId: string, at: string, change: Edit, startMs: number): Promise<void> {
  const deps = { database, now: () => new Date(at), config: readConfig({ RATE_LIMIT: 'off' }) };
  const viewer = {
    userId: coach.id,
    sessionId: '',
    username: 'coach',
    avatarSrc: null,
    isCoach: true,
    signedInAt: at,
    tokenExpiresAtMs: 0,
  };
  const moved = (ms: number) =>
    new Date(startMs + ms + ('daysLater' in change ? change.daysLater * 86_400_000 : 0)).toISOString();
  const asked =
    'daysLater' in change
      ? { eventStatus: change.eventStatus, startsAt: moved(0), endsAt: moved(240 * 60_000) }
      : change;
  try {
    await database.db.transaction().execute(async (trx) => {
      const { tx, stored } = await planningTools(deps).eventToRun(trx, eventId, viewer);
      requireEditable(stored.row);
      await applyEdit(tx, stored, { edit: asked, following: {} }, viewer);
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
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
      const team = await buildTeam(db);
      await buildMembership(db, { team_id: team.id, person_id: coach.id, role: 'coach' });
      for (const { id } of people) await buildMembership(db, { team_id: team.id, person_id: id });
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
        const world = { eventId: event.id, teamId: team.id, at, rows, start: Date.parse(event.startsAt) };
        await carryOut(step, world);
        const after = await look(event.id);
        const now = await db
          .selectFrom('events')
          .select(['publication', 'event_status', 'starts_at', 'ends_at', 'maximum_attendee_capacity'])
          .where('id', '=', event.id)
          .executeTakeFirstOrThrow();
        // Free places are offered before an edit that lowers the limit.
        const before = step.kind === 'edit' ? capacity : 0;
        capacity = now.maximum_attendee_capacity;
        const isTouched = JSON.stringify([...after]) !== JSON.stringify([...rows]);
        const isSettled = isTouched && repliesClosedFor({ ...now, is_owner_inactive: 0 }, at) === null;
        const { isPaid } = given;
        expect([step, broken(rows, after, { at, capacity, before, isPaid, isSettled })]).toEqual([step, []]);
        for (const [userId, row] of after) seen.add(`${rows.get(userId)?.state ?? 'none'} ${row.state}`);
        expect([step, await withoutReason(event.id, at, given.visibility)]).toEqual([step, []]);
        rows = after;
        steps += 1;
      }
      // No later history meets these.
      await db
        .updateTable('registrations')
        .set({ absence_id: null })
        .where('event_id', '=', event.id)
        .execute();
      await db.deleteFrom('absences').execute();
      await db.updateTable('memberships').set({ status: 'left' }).where('team_id', '=', team.id).execute();
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
