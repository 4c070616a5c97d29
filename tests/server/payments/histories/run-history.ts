// Runs one history: everyone performs its steps, then only the clock runs until nothing is pending. Returns
// the violations during the run and at the end.
import { buildEvent, buildOffer } from '../../../support/factories.ts';
import { violationsAtEnd } from './final-invariants.ts';
import type { History, Step } from './history.ts';
import { jobs, price, stepsOf, type World } from './run-step.ts';

const minuteMs = 60_000;

/** Returns descriptions of every violation; empty when all is well. */
export async function runHistory(
  world: World,
  { capacity, startsInHours, steps }: History,
): Promise<string[]> {
  const { deps, testProvider, armed, people } = world;
  const { db } = deps.database;
  armed.next = null;
  const startsAt = deps.now().getTime() + startsInHours * 60 * minuteMs;
  const event = await buildEvent(db, {
    starts_at: new Date(startsAt).toISOString(),
    time_zone: 'UTC',
    maximum_attendee_capacity: capacity,
    waitlist_enabled: 1,
    organizer_organization_id: world.organization,
    created_by: null,
  });
  await buildOffer(db, {
    event_id: event.id,
    price_minor: price,
    accepts_offline: 1,
  });
  await buildOffer(db, { event_id: event.id, price_minor: 2 * price, name: 'Family' });
  const attempt = stepsOf(world, event);
  const found: string[] = [];

  let before: { rows: Seat[]; limit: number | null } = { rows: [], limit: capacity };
  async function checkSeats(step?: Step): Promise<void> {
    const now = deps.now().toISOString();
    const { maximum_attendee_capacity: limit } = await db
      .selectFrom('events')
      .select('maximum_attendee_capacity')
      .where('id', '=', event.id)
      .executeTakeFirstOrThrow();
    const rows = await db
      .selectFrom('registrations')
      .select(['state', 'hold_expires_at'])
      .where('event_id', '=', event.id)
      .execute();
    const held = heldAt(rows, now);
    // A lower limit evicts no one, and of steps at the same time each may come first.
    const limits = [before.limit, limit, ...limitsIn(step)].map((one) => one ?? held);
    // At this instant too: a clock that is set back makes a lapsed hold count again.
    const most = Math.max(heldAt(before.rows, now), ...limits);
    if (held > most) found.push(`${held} of ${most} places are held`);
    before = { rows, limit };
  }

  for (const step of steps) {
    await attempt(step);
    await checkSeats(step);
  }
  armed.next = null;
  // Only the clock runs: everything must be settled even when webhook events never arrived.
  const setBack = steps.reduce((sum, step) => sum - (step.do === 'wait' ? Math.min(0, step.minutes) : 0), 0);
  for (const minutes of [setBack, 1, 40, 11, 11, 61, 61]) {
    world.wait(minutes * minuteMs);
    await testProvider.arrive();
    await jobs(deps);
    await checkSeats();
  }
  const refundLimit = new Date(startsAt - 48 * 60 * minuteMs).toISOString();
  const wasRepriced = steps.some((step) => hasStep(step, 'offers'));
  const given = { eventId: event.id, people, refundLimit, wasRepriced, now: deps.now().toISOString() };
  return [...found, ...(await violationsAtEnd(db, testProvider, given))];
}

type Seat = { state: string; hold_expires_at: string | null };

const heldAt = (rows: readonly Seat[], now: string): number =>
  rows.filter(
    ({ state, hold_expires_at: until }) =>
      state === 'confirmed' ||
      ((state === 'pendingPayment' || state === 'offered') && until !== null && until > now),
  ).length;

const hasStep = (step: Step, kind: Step['do']): boolean =>
  step.do === kind || (step.do === 'together' && step.steps.some((one) => hasStep(one, kind)));

const limitsIn = (step: Step | undefined): (number | null)[] =>
  step?.do === 'together' ? step.steps.flatMap(limitsIn) : step?.do === 'capacity' ? [step.capacity] : [];
