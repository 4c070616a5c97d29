// Rules of registrations: state transitions, duration of offers, time of payment reminders. Pure.
import type { AttendingLead, RegistrationState } from '../../contract/values/enums.ts';
import { storedInstant } from '../events/rules.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long a seat is held while the person pays. */
export const paymentHoldMs = 35 * minuteMs;

/**
 * How often a person holds a place without paying before they have to ask for one. Otherwise they could keep the last place
 * from others by replying again and again.
 */
export const mostUnpaidHolds = 3;

/** States that follow from a reply or an organizer's decision; organizers may also readmit people whom they removed. */
const waysIn = ['pendingApproval', 'pendingPayment', 'confirmed', 'waitlisted', 'offered'] as const;
const waysOut = ['tentative', 'declined', 'cancelledByAttendee', 'cancelledByOrganizer'] as const;

/** All state transitions of a registration; `none` is a person without a reply. */
export const edges: Record<RegistrationState | 'none', readonly RegistrationState[]> = {
  none: ['tentative', 'declined', ...waysIn],
  tentative: ['declined', 'cancelledByAttendee', 'cancelledByOrganizer', ...waysIn],
  declined: ['tentative', ...waysIn],
  pendingApproval: ['confirmed', 'offered', 'waitlisted', 'rejected', ...waysOut],
  rejected: ['tentative', 'declined', ...waysIn],
  pendingPayment: ['confirmed', 'holdExpired', ...waysOut],
  confirmed: waysOut,
  waitlisted: ['offered', ...waysOut],
  offered: ['confirmed', 'pendingPayment', 'offerExpired', ...waysOut],
  offerExpired: ['tentative', 'declined', ...waysIn],
  holdExpired: ['tentative', 'declined', ...waysIn],
  cancelledByAttendee: ['tentative', 'declined', ...waysIn],
  cancelledByOrganizer: ['tentative', 'declined', ...waysIn],
};

/** Throws for a transition that does not exist: a bug, so the transaction must roll back. */
export function assertEdge(from: RegistrationState | null, to: RegistrationState): void {
  if (!edges[from ?? 'none'].includes(to)) throw new Error(`A registration cannot go from ${from} to ${to}.`);
}

/** States that occupy a seat. */
export const takesSeat: ReadonlySet<RegistrationState | null> = new Set([
  'confirmed',
  'pendingPayment',
  'offered',
]);

/** States before a payment: an event that becomes free costs these people nothing. */
export const beforePayment: ReadonlySet<RegistrationState | null> = new Set([
  'pendingApproval',
  'waitlisted',
  'offered',
]);

/** Bounds the offers of one transaction for events without a capacity; the next `lockEvent` offers more. */
export const offeredAtOnce = 500;

/** The state for a lead. A seat that an organizer gives and that costs money is offered, since the person is not there to pay. */
export function stateFor(leadsTo: AttendingLead, by: 'self' | 'organizer'): RegistrationState {
  switch (leadsTo) {
    case 'place':
      return 'confirmed';
    case 'payment':
      return by === 'self' ? 'pendingPayment' : 'offered';
    case 'approval':
      return 'pendingApproval';
    case 'waitlist':
      return 'waitlisted';
  }
}

/** How long an offered seat is held, by the time left until the event: the first matching row counts. */
export const offerLengths = [
  { timeLeftMs: 7 * dayMs, keptMs: 24 * hourMs },
  { timeLeftMs: 2 * dayMs, keptMs: 12 * hourMs },
  { timeLeftMs: dayMs, keptMs: 4 * hourMs },
  { timeLeftMs: 6 * hourMs, keptMs: hourMs },
  { timeLeftMs: hourMs, keptMs: 30 * minuteMs },
] as const;
const shortestOfferMs = 10 * minuteMs;

/** The hours of the day in which an offer's time passes, in the event's zone: offers do not expire at night. */
const awake = { from: { hour: 8 }, to: { hour: 21 } } as const;

/**
 * When an offer made at `now` expires: at the latest at the event's start, or at its end once it has begun. At least ten
 * minutes while the event lasts. Instants as stored.
 */
export function offerUntil(
  event: { starts_at: string; ends_at: string; time_zone: string },
  now: string,
): string {
  const nowMs = Date.parse(now);
  const endMs = Date.parse(event.ends_at);
  const lastMs = now < event.starts_at ? Date.parse(event.starts_at) : endMs;
  const keptMs =
    offerLengths.find(({ timeLeftMs }) => lastMs - nowMs >= timeLeftMs)?.keptMs ?? shortestOfferMs;
  const untilMs = Math.min(lastMs, awakeAfter(nowMs, keptMs, event.time_zone));
  return new Date(Math.min(endMs, Math.max(untilMs, nowMs + shortestOfferMs))).toISOString();
}

/** When holds and offers of a postponed event expire: never, because no one can accept or pay before there is a new date. */
export const heldWhilePostponed = '9999-12-31T23:59:59.999Z';

/**
 * The new ends of holds and offers when a postponed event gets its date back, and the latest ones when an event is moved
 * earlier. A hold lasts as long as an offer: its person is no longer there to pay.
 */
export function heldAgain(
  event: { starts_at: string; ends_at: string; time_zone: string },
  now: string,
): Record<'pendingPayment' | 'offered', { until: string; remindAt: string | null }> {
  const offered = offerUntil(event, now);
  const hold = new Date(Date.parse(now) + paymentHoldMs).toISOString();
  const held = hold < event.ends_at ? hold : event.ends_at;
  const ending = (until: string) => ({
    until,
    remindAt: payReminderAt('offered', until, { now, timeZone: event.time_zone }),
  });
  return { offered: ending(offered), pendingPayment: ending(offered > held ? offered : held) };
}

/** The instant at which so many waking milliseconds have passed in a zone, across nights and clock changes. */
function awakeAfter(fromMs: number, waitMs: number, timeZone: string): number {
  let at = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(timeZone);
  let leftMs = waitMs;
  for (;;) {
    const wakes = at.withPlainTime(awake.from).epochMilliseconds;
    const sleeps = at.withPlainTime(awake.to).epochMilliseconds;
    const startMs = Math.max(at.epochMilliseconds, wakes);
    const passingMs = Math.max(0, sleeps - startMs);
    if (leftMs <= passingMs) return startMs + leftMs;
    leftMs -= passingMs;
    at = at.add({ days: 1 }).withPlainTime(awake.from);
  }
}

const shortestRemindedMs = 20 * minuteMs;
const remindedAhead = { leastMs: 10 * minuteMs, mostMs: 2 * hourMs } as const;

/**
 * When to remind a person to pay for a seat that is held from `now` until an instant: when a quarter of the time is left, at
 * most two hours before and at least ten minutes. Reminders of offers wait for the morning; a person who began to pay is
 * awake. Null if the time is too short for a reminder.
 */
export function payReminderAt(
  state: 'pendingPayment' | 'offered',
  until: string,
  { now, timeZone }: { now: string; timeZone: string },
): string | null {
  const untilMs = Date.parse(until);
  const lengthMs = untilMs - Date.parse(now);
  if (lengthMs < shortestRemindedMs) return null;
  const aheadMs = Math.min(remindedAhead.mostMs, Math.max(remindedAhead.leastMs, lengthMs / 4));
  const wantedMs = Math.round(untilMs - aheadMs);
  const atMs = state === 'offered' ? awakeAfter(wantedMs, 1, timeZone) - 1 : wantedMs;
  return atMs < untilMs ? new Date(atMs).toISOString() : null;
}

/** Times of a decision by the device's clock; absent if the client sent none. */
export type DeviceTimes = { occurredAt?: string | undefined; sentAt?: string | undefined };

/**
 * When a decision was made, by the server's clock: corrects the offset of the device's clock, which `sentAt` shows.
 * Never later than `at`, the time of the request.
 */
export function decidedAt({ occurredAt, sentAt }: DeviceTimes, at: string): string {
  if (occurredAt === undefined) return at;
  const offsetMs = sentAt === undefined ? 0 : Date.parse(at) - Date.parse(sentAt);
  const decided = Date.parse(occurredAt) + offsetMs;
  return decided < Date.parse(at) ? storedInstant(new Date(decided).toISOString()) : at;
}
