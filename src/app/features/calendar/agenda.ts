// From calendar entries to the days of an agenda. Pure.
import type { CalendarEntry } from '../../../contract/me.ts';
import { dayIn } from '../../format/when.ts';
import { registrationLabel, type StateLabel, statusLabel } from '../../format/words.ts';

const dayMs = 86_400_000;
export const weeks = 8;

/**
 * The instants to ask for, so that the eight weeks from today are whole in every zone. They change once a day, and so
 * does the address under which the answer is kept.
 */
export function windowAround(now: number): { from: string; to: string } {
  const midnight = Math.floor(now / dayMs) * dayMs;
  return {
    from: new Date(midnight - dayMs).toISOString(),
    to: new Date(midnight + (weeks * 7 + 1) * dayMs).toISOString(),
  };
}

/** `day` is `YYYY-MM-DD` in the viewer's zone; `isClash` marks what runs at the same time as something else of mine. */
export type AgendaEntry = CalendarEntry & { isClash: boolean };
export type AgendaDay = { day: string; entries: AgendaEntry[] };

/** Days from today on that hold something, each with its entries by start. What began before today stands under today. */
export function agendaDays(items: readonly CalendarEntry[], timeZone: string, now: number): AgendaDay[] {
  const today = dayIn(timeZone, now);
  const days = new Map<string, AgendaEntry[]>();
  const sorted = items.toSorted(byStart);
  const clashing = findClashes(sorted);
  for (const entry of sorted) {
    const first = dayIn(timeZone, entry.startsAt);
    const last = dayIn(timeZone, Math.max(Date.parse(entry.startsAt), Date.parse(entry.endsAt) - 1));
    if (last < today) continue;
    const day = first.localeCompare(today) < 0 ? today : first;
    const entries = days.get(day) ?? [];
    entries.push({ ...entry, isClash: clashing.has(entry.id) });
    days.set(day, entries);
  }
  return [...days].map(([day, entries]) => ({ day, entries }));
}

const byStart = (a: CalendarEntry, b: CalendarEntry) =>
  a.startsAt < b.startsAt ? -1 : a.startsAt > b.startsAt ? 1 : 0;

/** States in which I do not go. */
const away = new Set([
  'declined',
  'rejected',
  'offerExpired',
  'holdExpired',
  'cancelledByAttendee',
  'cancelledByOrganizer',
]);

const takesPlace = ({ eventStatus, state }: CalendarEntry) =>
  eventStatus !== 'EventCancelled' && eventStatus !== 'EventPostponed' && !(state && away.has(state));

/** Those that run at the same time as another. One pass: of what began before, only the one that ends last can matter. */
function findClashes(sorted: readonly CalendarEntry[]): Set<string> {
  const clashing = new Set<string>();
  let latest: CalendarEntry | null = null;
  for (const entry of sorted) {
    if (!takesPlace(entry)) continue;
    if (latest && entry.startsAt < latest.endsAt) clashing.add(latest.id).add(entry.id);
    if (!latest || entry.endsAt > latest.endsAt) latest = entry;
  }
  return clashing;
}

/** What the agenda says of an entry: the event's state if it does not take place, else mine. */
export function entryLabels(entry: CalendarEntry): StateLabel[] {
  const status = statusLabel(entry);
  if (entry.eventStatus === 'EventCancelled' && status) return [status];
  const mine = entry.isCoaching
    ? { label: 'Coaching', tone: 'plain' as const }
    : entry.state === null
      ? { label: 'Needs your reply', tone: 'warn' as const }
      : registrationLabel({ state: entry.state, position: null, holdExpiresAt: null, version: 0 });
  return [status, mine].filter((label) => label !== null);
}
