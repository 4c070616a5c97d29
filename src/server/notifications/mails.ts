// The texts of the mails that tell people what happened: plain, short, each with a link to where it can be acted on.
import type { NotificationKind, RegistrationState } from '../../contract/words.ts';
import type { Mail } from '../ports/mailer.ts';
import { mailSubject, mailWords } from '../text/mail-text.ts';
import { moneyText } from '../text/money.ts';
import type { WaitingRow } from './delivery-queries.ts';
import { type Change, changesOf, isKnownKind } from './rules.ts';

/** What a mail quotes of a reason or note, in visible characters; the page has the rest. */
const noteMax = 300;

type Recipient = { username: string; email: string; locale: string };

/** What happened in a few words, about the thing named. */
const sentences: Record<NotificationKind, (what: string) => string> = {
  approvalOwed: (what) => `Someone asks for a place: ${what}`,
  eventCancelled: (what) => `${what} is cancelled`,
  eventChanged: (what) => `${what} has changed`,
  eventFull: (what) => `${what} is full`,
  holdExpired: (what) => `The time to pay is over, your place is free again: ${what}`,
  leaderRemoved: (what) => `Events to come have lost a leader: ${what}`,
  membershipAccepted: (what) => `You are a member now: ${what}`,
  membershipInvited: (what) => `You are invited: ${what}`,
  membershipRejected: (what) => `You were not taken in: ${what}`,
  membershipRemoved: (what) => `You are not a member any more: ${what}`,
  membershipRequested: (what) => `Someone asks to join: ${what}`,
  membershipRoleChanged: (what) => `You have another role: ${what}`,
  offerExpired: (what) => `The place that was offered to you is gone: ${what}`,
  paymentDue: (what) => `Pay to keep your place: ${what}`,
  paymentReceived: (what) => `Your payment was received: ${what}`,
  paymentRefunded: (what) => `Money is on its way back to you: ${what}`,
  placeConfirmed: (what) => `You're in: ${what}`,
  placeOffered: (what) => `A place is free for you: ${what}`,
  refundAsked: (what) => `Someone asks for their money back: ${what}`,
  refundDeclined: (what) => `You do not get your money back: ${what}`,
  refundFailed: (what) => `A refund did not go through: ${what}`,
  registrationCancelled: (what) => `Your place was cancelled: ${what}`,
  registrationRejected: (what) => `You did not get a place: ${what}`,
  repliedForYou: (what) => `Someone replied for you: ${what}`,
  replyOwed: (what) => `Are you coming? ${what}`,
  signInAttempts: (times) => `Someone tried to sign in to your account ${times}`,
  waitlistJoined: (what) => `You are on the waitlist: ${what}`,
};

const fieldNames: Record<string, string> = {
  startsAt: 'Start',
  endsAt: 'End',
  timeZone: 'Time zone',
  place: 'Place',
  name: 'Name',
  eventStatus: 'Status',
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
  eventCount: 'Events',
  eventSchedule: 'Dates of the series',
  endedPlaces: 'Places that ended',
};
const statusNames: Record<string, string> = {
  EventScheduled: 'planned',
  EventRescheduled: 'moved',
  EventPostponed: 'postponed',
  EventCancelled: 'cancelled',
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

/** One mail about all of these, oldest first; at least one. */
export function notificationMail(to: Recipient, rows: readonly WaitingRow[], publicOrigin: string): Mail {
  const parts = rows.map((row) => partOf(row, to.locale, publicOrigin));
  const [first] = parts;
  const isOne = parts.length === 1;
  return {
    to: to.email,
    subject: mailSubject(isOne && first ? first.sentence : `${parts.length} things you should know`),
    text: `${parts.map((part) => part.text).join('\n\n')}

--
You get this as ${mailWords(to.username)} on Sideline. Choose what is mailed to you, and when:
${publicOrigin}/my/settings
`,
  };
}

function partOf(row: WaitingRow, locale: string, publicOrigin: string) {
  const changes = changesOf(row.changes);
  const kind = isKnownKind(row.kind) ? row.kind : 'eventChanged';
  const isAboutAccount = kind === 'signInAttempts';
  const what = mailWords(
    isAboutAccount ? timesIn(changes) : (row.event_name ?? row.group_name ?? 'Sideline'),
  );
  const sentence = sentences[kind](what);
  const zone = row.time_zone ?? 'UTC';
  const lines = [
    sentence,
    ...(row.starts_at === null ? [] : [`When: ${instantText(row.starts_at, zone, locale)}`]),
    ...(isAboutAccount
      ? ['The password was wrong each time. Your devices, and how to sign them out:']
      : changes.map((change) => lineOf(change, zone, locale))),
    `${publicOrigin}${pathOf(row, kind)}`,
  ];
  return { sentence, text: lines.join('\n') };
}

const timesIn = (changes: readonly Change[]) => `${changes[0]?.after ?? 'several'} times`;

const aboutMyMoney: ReadonlySet<NotificationKind> = new Set([
  'paymentReceived',
  'paymentRefunded',
  'refundDeclined',
]);

function pathOf(row: WaitingRow, kind: NotificationKind): string {
  if (kind === 'signInAttempts') return '/my/settings';
  if (row.team_id !== null) return `/teams/${row.team_id}`;
  if (row.organization_id !== null) return `/organizations/${row.organization_id}`;
  if (row.event_id === null) return kind.startsWith('membership') ? '/my/teams' : '/my/events';
  return aboutMyMoney.has(kind) ? `/my/events/${row.event_id}/payment` : `/my/events/${row.event_id}`;
}

function lineOf({ field, before, after }: Change, zone: string, locale: string): string {
  const text = (value: string | null) =>
    field === 'onlineUrl' ? linkText(value) : valueText(value, zone, locale);
  const name = fieldNames[field] ?? field;
  return before === null ? `${name}: ${text(after)}` : `${name}: ${text(after)} (was ${text(before)})`;
}

function valueText(value: string | null, zone: string, locale: string): string {
  if (value === null || value === '') return 'none';
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return instantText(value, zone, locale);
  const [, amountMinor, currency] = /^(\d+) ([A-Z]{3})$/.exec(value) ?? [];
  if (amountMinor && currency) return moneyText({ amountMinor: Number(amountMinor), currency }, locale);
  return statusNames[value] ?? (stateNames as Record<string, string>)[value] ?? mailWords(value, noteMax);
}

/** The one address that stays a link: the recipients take part in the event that it opens. */
function linkText(value: string | null): string {
  if (value === null || value === '') return 'none';
  return /^https?:/.test(value) && URL.canParse(value) ? new URL(value).href : mailWords(value, noteMax);
}

/** An instant on the clock of the place, in the manner of the person's language. */
function instantText(instant: string, timeZone: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  // Narrow spaces look broken in plain text mails.
  return format.format(new Date(instant)).replace(/\u202f|\u00a0/g, ' ');
}
