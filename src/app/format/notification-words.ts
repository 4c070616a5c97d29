// The words of a notification: one sentence, its link, and what changed from what to what. Pure.
import type { Notification } from '../../contract/people/notifications.ts';
import type {
  EventStatus,
  MembershipRole,
  NotificationKind,
  RegistrationState,
} from '../../contract/values/words.ts';
import type { ChromeIconName } from '../ui/icons/chrome-icons.ts';
import { moneyText } from './money.ts';
import { clockTime, dayIn, isSameClock, shortDay, zoneCity } from './when.ts';
import { roleName } from './words.ts';

type Words = { text: (what: string) => string; icon: ChromeIconName };

const plain = (start: string, icon: ChromeIconName): Words => ({ text: (what) => `${start} ${what}`, icon });

const kinds: Record<NotificationKind, Words> = {
  approvalOwed: plain('Someone asks for a place at', 'users'),
  eventCancelled: { text: (what) => `${what} is cancelled`, icon: 'circle-alert' },
  eventChanged: { text: (what) => `${what} has changed`, icon: 'info' },
  eventFull: { text: (what) => `${what} is full`, icon: 'users' },
  holdExpired: plain('Not paid in time, so your place is free again:', 'clock'),
  leaderRemoved: plain('Events to come have lost a leader:', 'users'),
  membershipAccepted: plain("You're a member of", 'circle-check'),
  membershipInvited: plain('You are invited to', 'mail'),
  membershipRejected: plain('You were not taken in by', 'info'),
  membershipRemoved: plain('You are not a member any more of', 'info'),
  membershipRequested: plain('Someone asks to join', 'users'),
  membershipRoleChanged: plain('You have another role in', 'info'),
  offerExpired: plain('Your offered place went to the next:', 'clock'),
  paymentDue: plain('Pay to keep your place:', 'circle-dollar-sign'),
  paymentReceived: plain('Your payment was received:', 'circle-check'),
  paymentRefunded: plain('You get your money back:', 'circle-dollar-sign'),
  placeConfirmed: plain("You're in:", 'circle-check'),
  placeOffered: plain('A place is yours to take:', 'bell'),
  refundAsked: plain('Someone asks for their money back:', 'circle-dollar-sign'),
  refundDeclined: plain('You do not get your money back:', 'info'),
  refundFailed: plain('Money could not be paid back:', 'circle-alert'),
  registrationCancelled: plain('Your place was taken back:', 'circle-alert'),
  registrationRejected: plain('You did not get a place at', 'info'),
  repliedForYou: plain('Someone replied for you:', 'info'),
  replyOwed: plain('Are you coming?', 'bell'),
  signInAttempts: {
    text: (times) => `Someone tried to sign in to your account ${times}`,
    icon: 'circle-alert',
  },
  waitlistJoined: plain('You are on the waitlist of', 'clock'),
};

export function notificationText({ kind, event, group, changes }: Notification): {
  text: string;
  icon: ChromeIconName;
} {
  const { text, icon } = kinds[kind];
  if (kind === 'signInAttempts') return { text: text(`${changes[0]?.after ?? 'several'} times`), icon };
  return { text: text(event?.name ?? group?.name ?? 'something that is not here any more'), icon };
}

const aboutMyMoney: ReadonlySet<NotificationKind> = new Set([
  'paymentReceived',
  'paymentRefunded',
  'refundDeclined',
]);

/** The page to act on it; null where there is nothing left to open. */
export function notificationPath({ kind, event, group }: Notification): string | null {
  if (kind === 'signInAttempts') return '/my/settings';
  if (group) return `/${group.kind}s/${group.id}`;
  if (kind.startsWith('membership')) return '/my/teams';
  if (!event) return null;
  return aboutMyMoney.has(kind) ? `/my/events/${event.id}/payment` : `/my/events/${event.id}`;
}

const fields: Record<string, string> = {
  startsAt: 'Starts',
  endsAt: 'Ends',
  timeZone: 'Time zone',
  place: 'Place',
  name: 'Name',
  eventStatus: 'Status',
  statusReason: 'Reason',
  meetingPoint: 'Meet',
  price: 'Price',
  amountDue: 'To pay',
  holdExpiresAt: 'Held until',
  role: 'Role',
  eventCount: 'Events',
  eventSchedule: 'Dates of the series',
  endedPlaces: 'Places that ended',
  state: 'Your place',
};

const values: Record<EventStatus, string> & Record<RegistrationState, string> = {
  EventScheduled: 'as planned',
  EventRescheduled: 'moved',
  EventPostponed: 'postponed',
  EventCancelled: 'cancelled',
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

export type ChangeLine = { name: string; before: string | null; after: string; yours: string | null };

/** Times in the event's zone, and in the viewer's as `yours` where its clock differs. */
export function changeLines(
  { changes, event }: Notification,
  { locale, timeZone: viewerZone }: { locale: string; timeZone: string | null },
): ChangeLine[] {
  const zone = event?.timeZone ?? viewerZone ?? 'UTC';
  const wordsOf = (value: string): string => {
    if (isInstant(value)) return dayAndTime(value, zone, locale);
    const [, amountMinor, currency] = /^(\d+) ([A-Z]{3})$/.exec(value) ?? [];
    if (amountMinor && currency) return moneyText({ amountMinor: Number(amountMinor), currency }, locale);
    return (values as Record<string, string>)[value] ?? value;
  };
  return changes.flatMap(({ field, before, after }) => {
    const name = fields[field];
    if (!name || (before === null && after === null)) return [];
    const text = field === 'role' && after ? roleName(after as MembershipRole) : wordsOf(after ?? 'none');
    const was = field === 'role' && before ? roleName(before as MembershipRole) : before && wordsOf(before);
    return [{ name, before: was, after: text, yours: after && yourTime(after, zone, viewerZone, locale) }];
  });
}

const isInstant = (value: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);

const dayAndTime = (at: string, zone: string, locale: string) =>
  `${shortDay(at, zone, locale)}, ${clockTime(at, zone, locale)}`;

function yourTime(at: string, zone: string, viewerZone: string | null, locale: string): string | null {
  if (!isInstant(at) || viewerZone === null || isSameClock(at, zone, viewerZone)) return null;
  const yours = dayAndTime(at, viewerZone, locale);
  return `${zoneCity(zone)} time · ${dayIn(zone, at) === dayIn(viewerZone, at) ? clockTime(at, viewerZone, locale) : yours} yours`;
}
