// Rules of notifications: default frequencies, due times of mails, quiet hours. Pure.
import {
  type NotificationChannel,
  type NotificationFrequency,
  type NotificationKind,
  notificationChannels,
  notificationKinds,
  urgentKinds,
} from '../../contract/values/enums.ts';
import type { NewNotification } from './queries.ts';

/** Rows of a user's choices; unknown kinds and channels have no effect. */
export type Chosen = readonly { kind: string; channel: string; frequency: NotificationFrequency }[];

/** Default mail frequencies: at once if the user must act or a plan fell through, else daily. */
const defaultMail: Record<NotificationKind, NotificationFrequency> = {
  approvalOwed: 'daily',
  eventCancelled: 'instant',
  eventChanged: 'instant',
  eventFull: 'daily',
  holdExpired: 'instant',
  leaderRemoved: 'daily',
  membershipAccepted: 'daily',
  membershipInvited: 'instant',
  membershipRejected: 'daily',
  membershipRemoved: 'daily',
  membershipRequested: 'daily',
  membershipRoleChanged: 'daily',
  offerExpired: 'instant',
  paymentDue: 'instant',
  paymentReceived: 'instant',
  paymentRefunded: 'instant',
  placeConfirmed: 'instant',
  placeOffered: 'instant',
  refundAsked: 'instant',
  refundDeclined: 'instant',
  refundFailed: 'instant',
  registrationCancelled: 'instant',
  registrationRejected: 'instant',
  repliedForYou: 'daily',
  replyOwed: 'daily',
  signInAttempts: 'instant',
  waitlistJoined: 'daily',
};

const urgent: ReadonlySet<string> = new Set(urgentKinds);

/** The frequency of a kind on a channel. */
export function frequencyOf(
  chosen: Chosen,
  kind: NotificationKind,
  channel: NotificationChannel,
): NotificationFrequency {
  const choice = chosen.find((row) => row.kind === kind && row.channel === channel)?.frequency;
  if (channel === 'inApp') return choice === 'off' ? 'off' : 'instant';
  if (urgent.has(kind)) return choice === 'off' ? 'off' : 'instant';
  return choice ?? defaultMail[kind];
}

/** One entry for every kind and channel. */
export function preferencesOf(chosen: Chosen) {
  return notificationKinds.flatMap((kind) =>
    notificationChannels.map((channel) => ({
      kind,
      channel,
      frequency: frequencyOf(chosen, kind, channel),
    })),
  );
}

const known: ReadonlySet<string> = new Set(notificationKinds);
export const isKnownKind = (kind: string): kind is NotificationKind => known.has(kind);

/** A user's time zone and quiet hours (`HH:MM`, `to` excluded; both null without quiet hours). */
export type MailClock = { timeZone: string; quietFrom: string | null; quietTo: string | null };

/** Local time of a digest; a weekly one is sent on Mondays. */
const digestTime = Temporal.PlainTime.from('08:00');

/** The first instant from `at` on outside the user's quiet hours, in milliseconds since 1970. */
export function endOfQuietHours({ timeZone, quietFrom, quietTo }: MailClock, at: number): number {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return at;
  const local = zoned(at, timeZone);
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  const isOverMidnight = quietFrom > quietTo;
  const isQuiet = isOverMidnight ? time >= quietFrom || time < quietTo : time >= quietFrom && time < quietTo;
  if (!isQuiet) return at;
  const day = isOverMidnight && time >= quietFrom ? local.add({ days: 1 }) : local;
  return day.withPlainTime(quietTo).epochMilliseconds;
}

/** What people must know before they leave for the event. */
const changesPlans: ReadonlySet<string> = new Set<NotificationKind>([
  'eventCancelled',
  'eventChanged',
  'registrationCancelled',
]);

/** The pause between two mails of a kind about one event or group to one person, so that no one can send them at will. */
export const mailPauseMs = 15 * 60_000;
/** The same where the event starts before that pause ends. */
const shortMailPauseMs = 3 * 60_000;

/**
 * Due time of a notification's mail, in milliseconds since 1970, never before `now`; null for no mail. `replyBy`: the deadline of
 * replies, null without one. `starts`: the start of its event, and the one that it was moved from. After any of them the mail is of
 * no use, so it does not wait for a daily digest until then, nor, if it changes plans, for the end of quiet hours until a start.
 * `lastMailedAt`: when a mail of the same kind about the same event was sent, null without one.
 */
export function mailDueAt(
  notification: {
    kind: string;
    createdAt: string;
    isRead: boolean;
    replyBy: string | null;
    starts: readonly string[];
    lastMailedAt: string | null;
  },
  { chosen, clock, now }: { chosen: Chosen; clock: MailClock; now: number },
): number | null {
  const { kind, createdAt, isRead, replyBy, starts, lastMailedAt } = notification;
  // A notification that was read in the app needs no mail.
  if (isRead || !isKnownKind(kind)) return null;
  const frequency = frequencyOf(chosen, kind, 'email');
  if (frequency === 'off') return null;
  if (urgent.has(kind)) return now;
  const isBefore = (instant: string, at: number) =>
    frequency !== 'weekly' && Date.parse(instant) > now && Date.parse(instant) <= at;
  const startsBefore = (at: number) => starts.some((start) => isBefore(start, at));
  const isTooLate = (at: number) => startsBefore(at) || (replyBy !== null && isBefore(replyBy, at));
  const digest = frequency === 'instant' ? now : digestAfter(createdAt, frequency, clock.timeZone);
  const due = endOfQuietHours(clock, isTooLate(digest) ? now : Math.max(digest, now));
  const mustNotMiss = (at: number) => changesPlans.has(kind) && startsBefore(at);
  const first = mustNotMiss(due) ? now : due;
  if (lastMailedAt === null) return first;
  const paused = Math.max(first, Date.parse(lastMailedAt) + mailPauseMs);
  return mustNotMiss(paused) ? Math.max(first, Date.parse(lastMailedAt) + shortMailPauseMs) : paused;
}

/** The first digest after an instant, in milliseconds since 1970. */
function digestAfter(createdAt: string, frequency: 'daily' | 'weekly', timeZone: string): number {
  const created = zoned(Date.parse(createdAt), timeZone);
  const daysToMonday = frequency === 'weekly' ? (8 - created.dayOfWeek) % 7 : 0;
  const first = created.add({ days: daysToMonday }).withPlainTime(digestTime);
  const isAhead = first.epochMilliseconds > created.epochMilliseconds;
  return (isAhead ? first : first.add({ days: frequency === 'weekly' ? 7 : 1 })).epochMilliseconds;
}

const zoned = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);

/** Retry delay after a failed mail, in milliseconds: 1, 4, 16, 64 minutes, then 4 hours. */
export function retryDelayAfter(attempts: number): number {
  return Math.min(60_000 * 4 ** (attempts - 1), 4 * 60 * 60_000);
}

/** A mail is given up after this many attempts; the notification stays in the app. */
export const maxAttempts = 12;

export type Change = { field: string; before: string | null; after: string | null };

/** Parses the stored JSON list of changes. */
export function changesOf(json: string): Change[] {
  const list: unknown = json === '[]' ? [] : JSON.parse(json);
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: Record<string, unknown> | null) =>
    typeof entry?.field === 'string'
      ? [{ field: entry.field, before: textOf(entry.before), after: textOf(entry.after) }]
      : [],
  );
}

/** Kinds about one payment or refund of the person's own, whose amount the mail says. */
export const ownMoneyKinds: ReadonlySet<string> = new Set<NotificationKind>([
  'paymentReceived',
  'paymentRefunded',
  'refundDeclined',
]);

const isOfDates = (row: { changes: string }) =>
  changesOf(row.changes).some(({ field }) => field === 'eventCount');

/**
 * One of each kind and event, the newest, with what changed since before the first. Those about many dates of a series stay, and
 * so does each about money: two refunds are two amounts.
 */
export function mergeRepeated<T extends { kind: string; event_id: string | null; changes: string }>(
  rows: readonly T[],
): T[] {
  const newest = new Map<string, T>();
  const merged: T[] = [];
  for (const row of rows) {
    const key = `${row.kind} ${row.event_id}`;
    const isOwn = row.event_id === null || isOfDates(row) || ownMoneyKinds.has(row.kind);
    const earlier = isOwn ? undefined : newest.get(key);
    const later = earlier ? { ...row, changes: mergeChanges(earlier.changes, row.changes) } : row;
    if (earlier) merged.splice(merged.indexOf(earlier), 1);
    merged.push(later);
    if (!isOwn) newest.set(key, later);
  }
  return merged;
}

/**
 * What is still to be said of one event, without the fields that later mails have said; null if nothing is left. The mail of an
 * earlier change comes later where the mail server refused it, or where the next one could not wait for the end of quiet hours.
 */
export function withoutMailed<T extends { kind: string; changes: string }>(
  row: T,
  mailedSince: readonly string[],
): T | null {
  const changes = changesOf(row.changes);
  if (changes.length === 0 || isOfDates(row) || ownMoneyKinds.has(row.kind)) return row;
  const mailed = new Set(mailedSince.flatMap(changesOf).map(({ field }) => field));
  const left = changes.filter(({ field }) => !mailed.has(field));
  if (left.length === changes.length) return row;
  return left.every(({ field }) => field === 'eventStatus')
    ? null
    : { ...row, changes: JSON.stringify(left) };
}

/** Texts show this field only where an event has no date, or has one again. */
const isShownStatus = ({ before, after }: Change) =>
  before === 'EventPostponed' || after === 'EventPostponed';

/** Fields that have their first value again are left out, unless nothing that a text shows is left. */
function mergeChanges(earlier: string, later: string): string {
  const fields = new Map(changesOf(earlier).map((change) => [change.field, change]));
  for (const change of changesOf(later)) {
    const before = fields.has(change.field) ? (fields.get(change.field)?.before ?? null) : change.before;
    fields.set(change.field, { ...change, before });
  }
  const changed = [...fields.values()].filter(({ before, after }) => before !== after);
  const isAnyShown = changed.some((change) => change.field !== 'eventStatus' || isShownStatus(change));
  return isAnyShown ? JSON.stringify(changed) : later;
}

const textOf = (value: unknown) => (value === null || value === undefined ? null : String(value));

/** A notification about one date, when one write changes several dates. */
export type NewEventNotification = NewNotification & { eventId: string; startsAt: string };

/** One notification per person and kind, about its first date, with the number of dates. Those of a person are one mail. */
export function onePerKind(notices: readonly NewEventNotification[]): NewNotification[] {
  const grouped = Map.groupBy(notices, ({ userId, kind }) => `${userId} ${kind}`);
  return [...grouped.values()].flatMap((all) => {
    const [first, ...others] = all.toSorted((one, other) => (one.startsAt < other.startsAt ? -1 : 1));
    if (!first) return [];
    const { startsAt: _, changes = [], ...notice } = first;
    const count = { field: 'eventCount', before: null, after: `${others.length + 1}` };
    return [{ ...notice, changes: others.length === 0 ? changes : [...changes, count] }];
  });
}
