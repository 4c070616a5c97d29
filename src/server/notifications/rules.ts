// What is true about telling people things: what they get by default, when a mail is due, when it is quiet. Pure.
import {
  type NotificationChannel,
  type NotificationFrequency,
  type NotificationKind,
  notificationChannels,
  notificationKinds,
} from '../../contract/values/words.ts';
import type { Notice } from './queries.ts';

/** Rows of what a person chose; kinds and channels that are no longer known have no effect. */
export type Chosen = readonly { kind: string; channel: string; frequency: NotificationFrequency }[];

/** Mails unless someone chooses otherwise: at once where something must be done or a plan fell through, else once a day. */
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

/** Of these the time runs, so their mail is at once or not at all, by night too. */
const urgent: ReadonlySet<string> = new Set<NotificationKind>(['placeOffered', 'paymentDue']);

/** How a kind reaches a person over a channel. */
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

/** The clock that a person's mails follow. Quiet hours are `HH:MM`, `to` excluded, both null where there are none. */
export type MailClock = { timeZone: string; quietFrom: string | null; quietTo: string | null };

/** When a digest goes out, on the person's clock; a weekly one on Mondays. */
const digestTime = Temporal.PlainTime.from('08:00');

/** The first moment from `at` on, in milliseconds since 1970, at which it is not quiet for this person. */
export function notQuietFrom({ timeZone, quietFrom, quietTo }: MailClock, at: number): number {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return at;
  const local = zoned(at, timeZone);
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  const isOverMidnight = quietFrom > quietTo;
  const isQuiet = isOverMidnight ? time >= quietFrom || time < quietTo : time >= quietFrom && time < quietTo;
  if (!isQuiet) return at;
  const day = isOverMidnight && time >= quietFrom ? local.add({ days: 1 }) : local;
  return day.withPlainTime(quietTo).epochMilliseconds;
}

/** When the mail of a notification is due, in milliseconds since 1970, never before `now`; null where none is wanted. */
export function mailDueAt(
  notification: { kind: string; createdAt: string; isRead: boolean },
  { chosen, clock, now }: { chosen: Chosen; clock: MailClock; now: number },
): number | null {
  const { kind, createdAt, isRead } = notification;
  // What was read in the app is known already.
  if (isRead || !isKnownKind(kind)) return null;
  const frequency = frequencyOf(chosen, kind, 'email');
  if (frequency === 'off') return null;
  if (urgent.has(kind)) return now;
  const due = frequency === 'instant' ? now : digestAfter(createdAt, frequency, clock.timeZone);
  return notQuietFrom(clock, Math.max(due, now));
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

/** How long to wait after a mail could not be handed over, in milliseconds: 1, 4, 16, 64 minutes, then 4 hours. */
export function pauseAfter(attempts: number): number {
  return Math.min(60_000 * 4 ** (attempts - 1), 4 * 60 * 60_000);
}

/** After so many tries a mail is given up; it still stands in the app. */
export const mostAttempts = 12;

export type Change = { field: string; before: string | null; after: string | null };

/** What changed, from the stored JSON list. */
export function changesOf(json: string): Change[] {
  const list: unknown = json === '[]' ? [] : JSON.parse(json);
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: Record<string, unknown> | null) =>
    typeof entry?.field === 'string'
      ? [{ field: entry.field, before: textOf(entry.before), after: textOf(entry.after) }]
      : [],
  );
}

const textOf = (value: unknown) => (value === null || value === undefined ? null : String(value));

/** A notice about one date of several that one act changes. */
export type DateNotice = Notice & { eventId: string; startsAt: string };

/** What weighs most for whom it is about. */
const weights = ['eventCancelled', 'registrationCancelled', 'eventChanged', 'placeConfirmed'];

/** One notice for each person: the one that weighs most, about its first date, with how many there are. */
export function onePerPerson(notices: readonly DateNotice[]): Notice[] {
  const ofPerson = Map.groupBy(notices, ({ userId }) => userId);
  return [...ofPerson.values()].flatMap((all) => {
    const heaviest = Math.min(...all.map(({ kind }) => weights.indexOf(kind)));
    const [first, ...others] = all
      .filter(({ kind }) => weights.indexOf(kind) === heaviest)
      .toSorted((one, other) => (one.startsAt < other.startsAt ? -1 : 1));
    if (!first) return [];
    const { startsAt: _, changes = [], ...notice } = first;
    const count = { field: 'eventCount', before: null, after: `${others.length + 1}` };
    return [{ ...notice, changes: others.length === 0 ? changes : [...changes, count] }];
  });
}
