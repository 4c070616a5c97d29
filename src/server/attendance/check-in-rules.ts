// Rules of checking in by a code: its key, the code itself, when it is accepted, and who is a walk-in.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import {
  attendingOf,
  type EventTerms,
  holdsOrWaits,
  isPriced,
  type Own,
  stateNow,
} from '../events/can-rules.ts';
import type { EventRole } from '../events/role-rules.ts';

export const stepSeconds = 30;
const macBytes = 16;
const minuteMs = 60_000;
/** From this long before the start, because people come early, until this long after the end, because trainings run over. */
const marginMs = 30 * minuteMs;

/** The key of one event, derived from the server's secret (HKDF, RFC 5869), so nothing is stored. */
export const keyOf = (authSecret: Uint8Array, eventId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', authSecret, '', `sideline check-in ${eventId}`, 32));

const macOf = (key: Buffer, step: number) =>
  createHmac('sha256', key).update(String(step)).digest().subarray(0, macBytes);

const stepAt = (at: Date) => Math.floor(at.getTime() / (stepSeconds * 1000));

/** `old`: a code of this event from another time, such as a picture of it. `wrong`: of another event, or made up. */
export function checkCode(key: Buffer, code: string, at: Date): 'valid' | 'old' | 'wrong' {
  const [, digits = '', text = ''] = /^([0-9]{1,12})[.]([\w-]{22})$/.exec(code) ?? [];
  const step = Number(digits);
  const given = Buffer.from(text, 'base64url');
  if (given.length !== macBytes || !timingSafeEqual(given, macOf(key, step))) return 'wrong';
  return Math.abs(step - stepAt(at)) <= 1 ? 'valid' : 'old';
}

export const windowOf = (event: { starts_at: string; ends_at: string }) => ({
  opensAt: new Date(Date.parse(event.starts_at) - marginMs).toISOString(),
  closesAt: new Date(Date.parse(event.ends_at) + marginMs).toISOString(),
});

/** Whether the event takes check-ins at that instant, as stored. */
export function takesCheckIns(
  event: Pick<EventTerms, 'publication' | 'event_status' | 'starts_at' | 'ends_at'>,
  now: string,
): boolean {
  const isOn = event.event_status !== 'EventCancelled' && event.event_status !== 'EventPostponed';
  const { opensAt, closesAt } = windowOf(event);
  return event.publication === 'published' && isOn && opensAt <= now && now <= closesAt;
}

/**
 * How someone is let in: with their place, as a walk-in, or not before they `ask` the coach, because a reply would need a
 * payment, an approval or a place that is not free. `walkIns`: how many came in without a place.
 */
export function comesAs(
  event: EventTerms & { lowest_offer: string | null },
  { role, own, walkIns }: { role: EventRole; own: Own; walkIns: number },
  now: string,
): 'place' | 'walkIn' | 'ask' {
  const state = stateNow(own, now);
  if (state === 'confirmed') return 'place';
  if (holdsOrWaits.has(state)) return 'ask';
  const filled = { ...event, seats_held: event.seats_held + walkIns };
  const attending = attendingOf(filled, { role, own, isPaid: isPriced(event.lowest_offer), by: 'self' }, now);
  return 'leadsTo' in attending && attending.leadsTo === 'place' ? 'walkIn' : 'ask';
}
