// What changed about an event, a place or a payment, as the lines of a mail say it: the new first, then what was before.
import type { NotificationKind, RegistrationState } from '../../contract/values/words.ts';
import { mailWords } from '../text/mail-text.ts';
import { moneyText } from '../text/money.ts';
import type { Change } from './rules.ts';

/** What a mail quotes of a reason or note, in visible characters; the page has the rest. */
const noteMax = 300;

const fieldNames: Record<string, string> = {
  endsAt: 'Ends',
  timeZone: 'Time zone',
  place: 'Place',
  name: 'Name',
  statusReason: 'Reason',
  meetingPoint: 'Meeting point',
  onlineUrl: 'Online address',
  price: 'Price',
  amount: 'Amount',
  amountDue: 'To pay',
  receipt: 'Receipt',
  paidAt: 'Paid on',
  offer: 'For',
  payer: 'Paid by',
  organizer: 'Organizer',
  reason: 'Reason',
  holdExpiresAt: 'Held until',
  state: 'Your place',
  role: 'Role',
  eventSchedule: 'Dates of the series',
  endedPlaces: 'Places that ended',
};
const stateNames: Record<RegistrationState, string> = {
  tentative: 'maybe',
  declined: "can't go",
  pendingApproval: 'asked for',
  rejected: 'not given',
  pendingPayment: 'to be paid',
  confirmed: "you're in",
  waitlisted: 'on the waitlist',
  offered: 'offered to you',
  offerExpired: 'offer ran out',
  holdExpired: 'time to pay ran out',
  cancelledByAttendee: 'given up',
  cancelledByOrganizer: 'taken back',
};

/** The zone of the event and the language of the person who reads the mail. */
export type Reader = { zone: string; locale: string };

/** What happened to an event in a few words. */
export function changedSentence(what: string, changes: readonly Change[]): string {
  const status = changes.find(({ field }) => field === 'eventStatus');
  if (status?.after === 'EventPostponed') return `${what} is postponed`;
  if (status?.before === 'EventPostponed') return `${what} has a date again`;
  if (changes.some(({ field }) => field === 'startsAt')) return `${what} has a new time`;
  return `${what} has changed`;
}

/** The event as it is now; `startsAt` is null for what has no time. */
type Subject = {
  kind: NotificationKind;
  startsAt: string | null;
  place: string | null;
  /** Until when an answer is wanted. */
  repliesDueAt: string | null;
};

/** The lines below it. */
export function changeLines(
  { kind, startsAt, place, repliesDueAt }: Subject,
  changes: readonly Change[],
  reader: Reader,
): string[] {
  const of = (field: string) => changes.find((change) => change.field === field);
  const [start, end, count] = ['startsAt', 'endsAt', 'eventCount'].map(of);
  const isPostponed = of('eventStatus')?.after === 'EventPostponed';
  const said = new Set([start, count, of('eventStatus'), ...(start ? [end] : [])]);
  return [
    ...(startsAt === null ? [] : timeLines(startsAt, { start, end, isPostponed }, reader)),
    ...(kind === 'replyOwed' && place !== null ? [`Where: ${mailWords(place)}`] : []),
    ...changes.filter((change) => !said.has(change)).map((change) => lineOf(change, reader)),
    ...(count?.after ? [countLine(kind, count.after)] : []),
    ...(kind === 'replyOwed' && repliesDueAt !== null
      ? [`Please answer by ${instantText(repliesDueAt, reader)}.`]
      : []),
  ];
}

function countLine(kind: NotificationKind, count: string): string {
  if (kind === 'eventChanged') return `${count} dates change like this.`;
  if (kind === 'replyOwed')
    return `This is the first of ${count} dates. You can answer for all of them at once.`;
  return `Dates: ${count}`;
}

function timeLines(
  startsAt: string,
  { start, end, isPostponed }: { start?: Change | undefined; end?: Change | undefined; isPostponed: boolean },
  reader: Reader,
): string[] {
  if (isPostponed) return [`A new date will follow. It was planned for ${instantText(startsAt, reader)}.`];
  if (!start?.after) return [`When: ${instantText(startsAt, reader)}`];
  const before = start.before && [`Before: ${spanText(start.before, end?.before ?? null, reader)}`];
  return [`New time: ${spanText(start.after, end?.after ?? null, reader)}`, ...(before || [])];
}

function lineOf({ field, before, after }: Change, reader: Reader): string {
  const text = (value: string | null) => (field === 'onlineUrl' ? linkText(value) : valueText(value, reader));
  const name = fieldNames[field] ?? field;
  return before === null ? `${name}: ${text(after)}` : `${name}: ${text(after)} (before: ${text(before)})`;
}

function valueText(value: string | null, reader: Reader): string {
  if (value === null || value === '') return 'none';
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return instantText(value, reader);
  const [, amountMinor, currency] = /^(\d+) ([A-Z]{3})$/.exec(value) ?? [];
  if (amountMinor && currency)
    return moneyText({ amountMinor: Number(amountMinor), currency }, reader.locale);
  return (stateNames as Record<string, string>)[value] ?? mailWords(value, noteMax);
}

/** The one address that stays a link: the recipients take part in the event that it opens. */
function linkText(value: string | null): string {
  if (value === null || value === '') return 'none';
  return /^https?:/.test(value) && URL.canParse(value) ? new URL(value).href : mailWords(value, noteMax);
}

const formatOf = ({ zone, locale }: Reader) =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  });

/** Narrow spaces look broken in plain text mails. */
const withPlainSpaces = (text: string) => text.replace(/[\u2009\u202f\u00a0]/g, ' ');

/** An instant on the clock of the place, in the manner of the person's language. */
const instantText = (instant: string, reader: Reader): string =>
  withPlainSpaces(formatOf(reader).format(new Date(instant)));

const spanText = (from: string, to: string | null, reader: Reader): string =>
  to === null
    ? instantText(from, reader)
    : withPlainSpaces(formatOf(reader).formatRange(new Date(from), new Date(to)));
