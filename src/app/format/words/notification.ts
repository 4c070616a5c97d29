// The words of a notification: one sentence, its link, and what changed from what to what. Pure.
import type { Notification } from '../../../contract/people/notifications.ts';
import type {
  EventStatus,
  MembershipRole,
  NotificationKind,
  RegistrationState,
} from '../../../contract/values/enums.ts';
import type { ChromeIconName } from '../../ui/icons/chrome-icons.ts';
import { type Message, msg, t } from '../../words/t.ts';
import { listText } from '../intl.ts';
import { moneyText } from '../money.ts';
import { clockTime, dayIn, isSameClock, shortDay, zoneCity } from '../when.ts';
import { roleName } from './vocabulary.ts';

/** `what`: the event or group; the count of attempts to sign in. */
const kinds: Record<NotificationKind, { text: Message; icon: ChromeIconName }> = {
  approvalOwed: { text: msg('Someone is asking for a place at {what}'), icon: 'users' },
  eventCancelled: { text: msg('{what} is cancelled'), icon: 'circle-alert' },
  eventChanged: { text: msg('{what} has changed'), icon: 'info' },
  eventFull: { text: msg('{what} is full'), icon: 'users' },
  holdExpired: { text: msg("You didn't pay in time, so your place is free again: {what}"), icon: 'clock' },
  leaderRemoved: { text: msg('Upcoming events have lost a leader: {what}'), icon: 'users' },
  membershipAccepted: { text: msg("You're a member of {what}"), icon: 'circle-check' },
  membershipInvited: { text: msg("You're invited to {what}"), icon: 'mail' },
  membershipRejected: { text: msg('{what} said no to your request'), icon: 'info' },
  membershipRemoved: { text: msg("You're no longer a member of {what}"), icon: 'info' },
  membershipRequested: { text: msg('Someone wants to join {what}'), icon: 'users' },
  membershipRoleChanged: { text: msg('You have a new role in {what}'), icon: 'info' },
  offerExpired: { text: msg('Your offered place went to the next person: {what}'), icon: 'clock' },
  paymentDue: { text: msg('Pay to keep your place: {what}'), icon: 'circle-dollar-sign' },
  paymentReceived: { text: msg('Your payment has arrived: {what}'), icon: 'circle-check' },
  paymentRefunded: { text: msg('You get your money back: {what}'), icon: 'circle-dollar-sign' },
  placeConfirmed: { text: msg("You're in: {what}"), icon: 'circle-check' },
  placeOffered: { text: msg("There's a place for you: {what}"), icon: 'bell' },
  refundAsked: { text: msg('Someone is asking for a refund: {what}'), icon: 'circle-dollar-sign' },
  refundDeclined: { text: msg("You won't get your money back: {what}"), icon: 'info' },
  refundFailed: { text: msg('A refund failed: {what}'), icon: 'circle-alert' },
  registrationCancelled: { text: msg('The organizer took back your place: {what}'), icon: 'circle-alert' },
  registrationRejected: { text: msg("You didn't get a place at {what}"), icon: 'info' },
  repliedForYou: { text: msg('Someone replied for you: {what}'), icon: 'info' },
  replyOwed: { text: msg('Are you coming? {what}'), icon: 'bell' },
  signInAttempts: {
    text: msg('Someone tried to sign in to your account {what, select, none {several} other {{what}}} times'),
    icon: 'circle-alert',
  },
  waitlistJoined: { text: msg("You're on the waitlist of {what}"), icon: 'clock' },
};

/** The same where it is known who acted. `who`: the names; `count`: how many they are. */
const byPeople: Partial<Record<NotificationKind, Message>> = {
  approvalOwed: msg('{who} {count, plural, one {asks} other {ask}} for a place at {what}'),
  membershipInvited: msg('{who} {count, plural, one {invites} other {invite}} you to {what}'),
  membershipRequested: msg('{who} {count, plural, one {wants} other {want}} to join {what}'),
  refundAsked: msg('{who} {count, plural, one {asks} other {ask}} for a refund: {what}'),
  registrationCancelled: msg('{who} took back your place: {what}'),
  repliedForYou: msg('{who} replied for you: {what}'),
};

/** `Bert Baert`, `Bert Baert and Ines Okafor`, `Bert Baert and 4 others`. */
function namesText({ names, count }: NonNullable<Notification['by']>, locale: string): string {
  const [first = ''] = names;
  if (count <= names.length) return listText(locale, names);
  return t('{first} and {count, plural, one {# other} other {# others}}', { first, count: count - 1 });
}

/** Who acted, where the sentence does not name them. */
export const actorText = ({ kind, by }: Notification, locale: string): string | null =>
  by && !byPeople[kind] ? namesText(by, locale) : null;

const isPostponed = ({ kind, changes }: Pick<Notification, 'kind' | 'changes'>): boolean =>
  kind === 'eventChanged' &&
  changes.some(({ field, after }) => field === 'eventStatus' && after === 'EventPostponed');

export function notificationText(
  { kind, event, group, changes, by }: Notification,
  locale: string,
): { text: string; icon: ChromeIconName } {
  const { text, icon } = kinds[kind];
  const what =
    kind === 'signInAttempts'
      ? (changes[0]?.after ?? 'none')
      : (event?.name ?? group?.name ?? t('something that is no longer here'));
  const named = byPeople[kind];
  if (isPostponed({ kind, changes }))
    return { text: t('{what} is postponed', { what }), icon: 'circle-alert' };
  if (kind === 'leaderRemoved' && event) return { text: t('You no longer lead {what}', { what }), icon };
  return {
    text: by && named ? t(named, { who: namesText(by, locale), count: by.count, what }) : t(text, { what }),
    icon,
  };
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

const fields: Record<string, Message> = {
  startsAt: msg('Starts'),
  endsAt: msg('Ends'),
  timeZone: msg('Time zone'),
  place: msg('Place'),
  name: msg('Name'),
  eventStatus: msg('Status'),
  statusReason: msg('Reason'),
  meetingPoint: msg('Meeting point'),
  price: msg('Price'),
  amountDue: msg('To pay'),
  holdExpiresAt: msg('Held until'),
  role: msg('Role'),
  eventCount: msg('Events'),
  eventSchedule: msg('Dates of the series'),
  endedPlaces: msg('Places that ended'),
  state: msg('Your place'),
};

const values: Record<EventStatus | RegistrationState, Message> = {
  EventScheduled: msg('as planned'),
  EventRescheduled: msg('moved'),
  EventPostponed: msg('postponed'),
  EventCancelled: msg('cancelled'),
  tentative: msg('maybe'),
  declined: msg("can't go"),
  pendingApproval: msg('asked for'),
  rejected: msg('not accepted'),
  pendingPayment: msg('waiting for payment'),
  confirmed: msg("you're in"),
  waitlisted: msg('on the waitlist'),
  offered: msg('offered to you'),
  offerExpired: msg('offer expired'),
  holdExpired: msg('time to pay ran out'),
  cancelledByAttendee: msg('given up'),
  cancelledByOrganizer: msg('taken back'),
};

export type ChangeLine = { name: string; before: string | null; after: string; yours: string | null };

/** Times in the event's zone, and in the viewer's as `yours` where its clock differs. */
export function changeLines(
  { kind, changes, event }: Notification,
  { locale, timeZone: viewerZone }: { locale: string; timeZone: string | null },
): ChangeLine[] {
  const zone = event?.timeZone ?? viewerZone ?? 'UTC';
  const wordsOf = (value: string): string => {
    if (isInstant(value)) return dayAndTime(value, zone, locale);
    const [, amountMinor, currency] = /^(\d+) ([A-Z]{3})$/.exec(value) ?? [];
    if (amountMinor && currency) return moneyText({ amountMinor: Number(amountMinor), currency }, locale);
    const known = (values as Record<string, Message>)[value];
    return known ? t(known) : value;
  };
  return changes.flatMap(({ field, before, after }) => {
    const name = fields[field];
    // The sentence says it.
    const isSaid = field === 'eventStatus' && (kind === 'eventCancelled' || isPostponed({ kind, changes }));
    if (!name || isSaid || (before === null && after === null)) return [];
    const text =
      after === null ? t('none') : field === 'role' ? roleName(after as MembershipRole) : wordsOf(after);
    const was = field === 'role' && before ? roleName(before as MembershipRole) : before && wordsOf(before);
    return [
      { name: t(name), before: was, after: text, yours: after && yourTime(after, zone, viewerZone, locale) },
    ];
  });
}

const isInstant = (value: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);

const dayAndTime = (at: string, zone: string, locale: string) =>
  `${shortDay(at, zone, locale)}, ${clockTime(at, zone, locale)}`;

function yourTime(at: string, zone: string, viewerZone: string | null, locale: string): string | null {
  if (!isInstant(at) || viewerZone === null || isSameClock(at, zone, viewerZone)) return null;
  const yours = dayAndTime(at, viewerZone, locale);
  const isSameDay = dayIn(zone, at) === dayIn(viewerZone, at);
  return t('{city} time · {time} yours', {
    city: zoneCity(zone),
    time: isSameDay ? clockTime(at, viewerZone, locale) : yours,
  });
}
