// The invariants of the seats of one event, compared before and after each step of a history.
import type { RegistrationState } from '../../../../src/contract/values/enums.ts';
import type { Db } from '../../../../src/server/db/open.ts';
import { holdsOrWaits } from '../../../../src/server/events/can-rules.ts';
import { waitlistPosition } from '../../../../src/server/events/queries.ts';
import { edges, takesSeat } from '../../../../src/server/registrations/rules.ts';

export type Row = {
  person_id: string;
  state: RegistrationState;
  version: number;
  only_maybe: number;
  absence_id: string | null;
  position: number | null;
  shown: number | null;
  hold_expires_at: string | null;
};

/** The registrations of an event by person. */
export async function registrationsOf(db: Db, eventId: string): Promise<Map<string, Row>> {
  const rows = await db
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
    // PostgreSQL may change its plan at any moment, and another order would look like a change.
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

/** Violations of a step: seats, waitlist, transitions and deadlines. */
export function brokenByStep(
  before: Map<string, Row>,
  after: Map<string, Row>,
  {
    at,
    capacity,
    capacityBefore,
    isPaid,
    isSettled,
  }: {
    at: string;
    capacity: number | null;
    capacityBefore: number | null;
    isPaid: boolean;
    isSettled: boolean;
  },
): string[] {
  const faults: string[] = [];
  const held = heldIn(after, at);
  if (
    capacity !== null &&
    capacityBefore !== null &&
    held > Math.max(capacity, capacityBefore, heldIn(before, at))
  )
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
export async function withoutReason(
  db: Db,
  { eventId, at, visibility }: { eventId: string; at: string; visibility: 'public' | 'team' },
): Promise<string[]> {
  const found = await db
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
