// Texts of changes in notification mails: the new value first, then the old one.
import type { MembershipRole, NotificationKind, RegistrationState } from '../../contract/values/enums.ts';
import { refundReasonText } from '../payments/refunds/refund-reason-rules.ts';
import { mailWords } from '../text/mail-text.ts';
import { moneyText } from '../text/money.ts';
import { t } from '../words/t.ts';
import type { Change } from './rules.ts';

/** Maximum length of a quoted reason or note, in visible characters; the page shows the full text. */
const noteMax = 300;

const fieldNames: Record<string, () => string> = {
  endsAt: () => t('Ends'),
  timeZone: () => t('Time zone'),
  place: () => t('Place'),
  name: () => t('Name'),
  statusReason: () => t('Reason'),
  meetingPoint: () => t('Meeting point'),
  onlineUrl: () => t('Online link'),
  price: () => t('Price'),
  amount: () => t('Amount'),
  amountDue: () => t('To pay'),
  receipt: () => t('Receipt'),
  paidAt: () => t('Paid on'),
  offer: () => t('For'),
  payer: () => t('Paid by'),
  organizer: () => t('Organizer'),
  reason: () => t('Reason'),
  holdExpiresAt: () => t('Held until'),
  state: () => t('Your place'),
  role: () => t('Role'),
  eventSchedule: () => t('Dates of the series'),
  endedPlaces: () => t('Places that ended'),
};
const stateNames: Record<RegistrationState, () => string> = {
  tentative: () => t('maybe'),
  declined: () => t("can't go"),
  pendingApproval: () => t('asked for'),
  rejected: () => t('not accepted'),
  pendingPayment: () => t('waiting for payment'),
  confirmed: () => t("you're in"),
  waitlisted: () => t('on the waitlist'),
  offered: () => t('offered to you'),
  offerExpired: () => t('offer expired'),
  holdExpired: () => t('time to pay ran out'),
  cancelledByAttendee: () => t('given up'),
  cancelledByOrganizer: () => t('taken back'),
};
const roleNames: Record<MembershipRole, () => string> = {
  owner: () => t('owner'),
  admin: () => t('admin'),
  coach: () => t('coach'),
  assistant: () => t('assistant'),
  trainee: () => t('trainee'),
};
/** Translations of enum values, by field. */
const wordsOf: Record<string, Record<string, () => string>> = {
  state: stateNames,
  role: roleNames,
  eventSchedule: { changed: () => t('changed') },
};

/** The event's time zone and the recipient's locale. */
export type Reader = { zone: string; locale: string };

/** A short sentence about the change of an event. */
export function changedSentence(what: string, changes: readonly Change[]): string {
  const status = changes.find(({ field }) => field === 'eventStatus');
  if (status?.after === 'EventPostponed') return t('{what} is postponed', { what });
  if (status?.before === 'EventPostponed') return t('{what} has a date again', { what });
  if (changes.some(({ field }) => field === 'startsAt')) return t('{what} has a new time', { what });
  return t('{what} has changed', { what });
}

/** The event's current values; `startsAt` is null for a subject without a time. */
type Subject = {
  kind: NotificationKind;
  startsAt: string | null;
  place: string | null;
  /** Deadline of replies. */
  repliesDueAt: string | null;
  /** People can answer for many dates at once; not for matches that were imported together. */
  isOfSeries: boolean;
};

/** The lines below the sentence. */
export function changeLines(
  { kind, startsAt, place, repliesDueAt, isOfSeries }: Subject,
  changes: readonly Change[],
  reader: Reader,
): string[] {
  const of = (field: string) => changes.find((change) => change.field === field);
  const [start, end, count] = ['startsAt', 'endsAt', 'eventCount'].map(of);
  const isPostponed = of('eventStatus')?.after === 'EventPostponed';
  const done = new Set([start, count, of('eventStatus'), ...(start ? [end] : [])]);
  return [
    ...(startsAt === null ? [] : timeLines(startsAt, { start, end, isPostponed }, reader)),
    ...(kind === 'replyOwed' && place !== null ? [t('Where: {place}', { place: mailWords(place) })] : []),
    ...changes.filter((change) => !done.has(change)).map((change) => lineOf(change, reader)),
    ...(count?.after ? [countLine(kind, Number(count.after), isOfSeries)] : []),
    ...(kind === 'replyOwed' && repliesDueAt !== null
      ? [t('Please answer by {deadline}.', { deadline: instantText(repliesDueAt, reader) })]
      : []),
  ];
}

function countLine(kind: NotificationKind, count: number, isOfSeries: boolean): string {
  if (kind === 'eventChanged')
    return t('{count, plural, one {# date changes like this.} other {# dates change like this.}}', { count });
  if (kind === 'replyOwed' && !isOfSeries)
    return t('This is the first of {count, plural, one {# date} other {# dates}}.', { count });
  if (kind === 'replyOwed')
    return t(
      'This is the first of {count, plural, one {# date} other {# dates}}. You can answer for all of them at once.',
      { count },
    );
  return t('{count, plural, other {Dates: #}}', { count });
}

function timeLines(
  startsAt: string,
  { start, end, isPostponed }: { start?: Change | undefined; end?: Change | undefined; isPostponed: boolean },
  reader: Reader,
): string[] {
  if (isPostponed)
    return [t('A new date will follow. It was planned for {time}.', { time: instantText(startsAt, reader) })];
  if (!start?.after) return [t('When: {time}', { time: instantText(startsAt, reader) })];
  const now = t('New time: {time}', { time: spanText(start.after, end?.after ?? null, reader) });
  if (!start.before) return [now];
  return [now, t('Before: {time}', { time: spanText(start.before, end?.before ?? null, reader) })];
}

function lineOf({ field, before, after }: Change, reader: Reader): string {
  const text = (value: string | null) =>
    field === 'onlineUrl' ? linkText(value) : valueText(field, value, reader);
  const name = fieldNames[field]?.() ?? field;
  return before === null
    ? t('{name}: {value}', { name, value: text(after) })
    : t('{name}: {value} (before: {before})', { name, value: text(after), before: text(before) });
}

function valueText(field: string, value: string | null, reader: Reader): string {
  if (value === null || value === '') return t('none');
  if (field === 'reason') return mailWords(refundReasonText(value), noteMax);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return instantText(value, reader);
  const [, amountMinor, currency] = /^(\d+) ([A-Z]{3})$/.exec(value) ?? [];
  if (amountMinor && currency)
    return moneyText({ amountMinor: Number(amountMinor), currency }, reader.locale);
  return wordsOf[field]?.[value]?.() ?? mailWords(value, noteMax);
}

/** The only URL from user input that stays a link: its recipients take part in the event. */
function linkText(value: string | null): string {
  if (value === null || value === '') return t('none');
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

/** An instant in the event's time zone, in the recipient's locale. */
const instantText = (instant: string, reader: Reader): string =>
  withPlainSpaces(formatOf(reader).format(new Date(instant)));

const spanText = (from: string, to: string | null, reader: Reader): string =>
  to === null
    ? instantText(from, reader)
    : withPlainSpaces(formatOf(reader).formatRange(new Date(from), new Date(to)));
