// Converts calendar answers to entries by day of the viewer's zone, with overlaps marked. Pure; each answer
// is converted once.
import type { MyEvent } from '../../../contract/events/events.ts';
import type { CalendarEntry } from '../../../contract/people/me.ts';
import { dayIn, isOver, nightsOf } from '../../format/when.ts';
import { pastLabel } from '../../format/words/past.ts';
import { registrationLabel, type StateLabel, statusLabel } from '../../format/words/vocabulary.ts';
import { t } from '../../words/t.ts';
import { addDays, type Day } from './days.ts';

/**
 * `going`: I have a place. `waiting`: undecided, by me or by them. `unanswered`: it needs my reply. `out`: I
 * don't take part.
 */
export type Mine = 'going' | 'coaching' | 'waiting' | 'unanswered' | 'out';

/** `isQueued`: only the outbox of this device has the event. */
type Item = CalendarEntry & { isQueued?: true };

export type Entry = Item & {
  leaderIds: readonly string[];
  canEdit: boolean;
  startMs: number;
  endMs: number;
  /**
   * The first and last day it is shown on; an evening that runs past midnight is shown on its first day only.
   */
  firstDay: Day;
  lastDay: Day;
  mine: Mine;
  /** Cancelled or postponed: it does not take place at this time. */
  isOff: boolean;
};

const waiting = new Set(['tentative', 'pendingApproval', 'waitlisted', 'offered']);

/** Leaders are not asked for a reply, but may give one. */
const isLed = ({ state, isLeading }: CalendarEntry) => state === null && isLeading === true;

function mineOf(item: CalendarEntry): Mine {
  const { state, isCoaching } = item;
  if (isCoaching || isLed(item)) return 'coaching';
  if (state === 'confirmed' || state === 'pendingPayment') return 'going';
  if (state === null) return 'unanswered';
  return waiting.has(state) ? 'waiting' : 'out';
}

function entryOf(item: Item, timeZone: string): Entry {
  const startMs = Date.parse(item.startsAt);
  const endMs = Math.max(startMs, Date.parse(item.endsAt));
  const firstDay = dayIn(timeZone, startMs);
  const isLong = nightsOf({ startsAt: item.startsAt, endsAt: item.endsAt, timeZone }) > 0;
  return {
    ...item,
    leaderIds: item.leaderIds ?? [],
    canEdit: item.canEdit ?? false,
    startMs,
    endMs,
    firstDay,
    lastDay: isLong ? dayIn(timeZone, endMs - 1) : firstDay,
    mine: mineOf(item),
    isOff: item.eventStatus === 'EventCancelled' || item.eventStatus === 'EventPostponed',
  };
}

/** What the month shows of `mine`: an event that is cancelled or over asks for no reply. */
export function openMineOf(entry: Entry, now: number): Mine {
  const { mine, isOff, ownMark } = entry;
  if (isOff) return 'out';
  const isOpen = mine === 'unanswered' || mine === 'waiting';
  if (!isOpen || !isOver(entry, now)) return mine;
  return ownMark?.status === 'present' || ownMark?.status === 'late' ? 'going' : 'out';
}

type Items = readonly Item[];
const converted = new WeakMap<Items, { timeZone: string; entries: Entry[] }>();

/** The entries of one answer. The same answer returns the same objects, so that rows can be memoised. */
function entriesOf(items: Items, timeZone: string): Entry[] {
  const known = converted.get(items);
  if (known?.timeZone === timeZone) return known.entries;
  const entries = items.map((item) => entryOf(item, timeZone));
  converted.set(items, { timeZone, entries });
  return entries;
}

/** An event that only the outbox has, as the calendar's answers will have it. */
export function queuedItem({ teams, leaders, ...event }: MyEvent): Item {
  const { id, name, startsAt, endsAt, timeZone, place, activities, eventStatus, previousStartDates } = event;
  return {
    id,
    eventId: id,
    name,
    startsAt,
    endsAt,
    timeZone,
    place: place && { id: place.id, name: place.name, region: place.region },
    teamIds: teams.map((team) => team.id),
    leaderIds: leaders.map((leader) => leader.id),
    activities,
    eventStatus,
    previousStartDates,
    state: null,
    reconfirmAskedAt: null,
    isCoaching: true,
    isQueued: true,
  };
}

export type Days = {
  /**
   * The entries of each day: those of several days first, then by start. Days without entries are not
   * included.
   */
  byDay: ReadonlyMap<Day, readonly Entry[]>;
  /** All of them by id, including those that a filter hides. */
  byId: ReadonlyMap<string, Entry>;
  /** The ids of entries that I go to or coach and that overlap another such entry. */
  clashes: ReadonlySet<string>;
};

/** For days without entries. */
export const noEntries: readonly Entry[] = [];

/**
 * All entries of some answers by day. An entry in two answers, because it runs over the end of a month,
 * counts once. Entries that `isShown` hides still count as overlaps.
 */
export function daysOf(
  answers: readonly Items[],
  timeZone: string,
  isShown: (entry: Entry) => boolean = () => true,
): Days {
  const byId = new Map<string, Entry>();
  for (const items of answers) for (const entry of entriesOf(items, timeZone)) byId.set(entry.id, entry);
  const sorted = [...byId.values()].sort(byStart);
  const byDay = new Map<Day, Entry[]>();
  for (const entry of sorted) {
    if (!isShown(entry)) continue;
    // Most entries have one day, and computing a next day is expensive.
    for (let day = entry.firstDay; ; day = addDays(day, 1)) {
      const others = byDay.get(day);
      if (others) others.push(entry);
      else byDay.set(day, [entry]);
      if (day >= entry.lastDay) break;
    }
  }
  return { byDay, byId, clashes: findClashes(sorted) };
}

const byStart = (a: Entry, b: Entry) => a.startMs - b.startMs || (a.id < b.id ? -1 : 1);

/** One pass: of the earlier entries, only the one that ends last can still overlap. */
function findClashes(sorted: readonly Entry[]): Set<string> {
  const clashing = new Set<string>();
  let latest: Entry | null = null;
  for (const entry of sorted) {
    if (entry.isOff || (entry.mine !== 'going' && entry.mine !== 'coaching')) continue;
    if (latest && entry.startMs < latest.endMs) clashing.add(latest.id).add(entry.id);
    if (!latest || entry.endMs > latest.endMs) latest = entry;
  }
  return clashing;
}

/** The labels of an entry: the event's status if it does not take place, else my state; in the past once it is over. */
export function entryLabels(entry: Item, now: number): StateLabel[] {
  if (entry.isQueued) return [{ label: t('Not sent yet'), tone: 'warn' }];
  const status = statusLabel(entry);
  const isUnanswered = entry.state === null && !entry.isCoaching && !isLed(entry);
  if (
    status &&
    (entry.eventStatus === 'EventCancelled' || (entry.eventStatus === 'EventPostponed' && isUnanswered))
  )
    return [status];
  if (isOver(entry, now)) {
    const mine = entry.isCoaching
      ? { label: t('You coached it'), tone: 'plain' as const }
      : pastLabel(entry.state, entry.ownMark);
    return mine ? [mine] : [];
  }
  return [status, mineLabel(entry)].filter((label) => label !== null);
}

function mineLabel(entry: CalendarEntry): StateLabel | null {
  const { state, isCoaching, reconfirmAskedAt } = entry;
  if (isCoaching) return { label: t('Coaching'), tone: 'plain' };
  if (isLed(entry)) return { label: t("You're leading it"), tone: 'plain' };
  if (state === null) return { label: t('Needs your reply'), tone: 'warn' };
  return registrationLabel({ state, position: null, reconfirmAskedAt }, entry);
}
