// The texts of the mails that tell people what happened: plain, short, each with a link to where it can be acted on.
import type { NotificationKind } from '../../contract/values/words.ts';
import type { Config } from '../config.ts';
import type { Mail } from '../ports/mailer.ts';
import { mailSubject, mailWords } from '../text/mail-text.ts';
import type { WaitingRow } from './delivery-queries.ts';
import { changedSentence, changeLines } from './mail-changes.ts';
import { type Change, changesOf, isKnownKind } from './rules.ts';

type Sender = Pick<Config, 'publicOrigin' | 'instanceName'>;
type Recipient = { username: string; email: string; locale: string };

/** What happened in a few words, about the thing named. */
const sentences: Record<Exclude<NotificationKind, 'eventChanged'>, (what: string) => string> = {
  approvalOwed: (what) => `Someone asks for a place: ${what}`,
  eventCancelled: (what) => `${what} is cancelled`,
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

/** One mail about all of these, oldest first; at least one. */
export function notificationMail(to: Recipient, rows: readonly WaitingRow[], sender: Sender): Mail {
  const { publicOrigin, instanceName } = sender;
  const parts = rows.map((row) => partOf(row, to.locale, sender));
  const [first] = parts;
  const isOne = parts.length === 1;
  return {
    to: to.email,
    subject: mailSubject(isOne && first ? first.sentence : `${parts.length} things you should know`),
    text: `${parts.map((part) => part.text).join('\n\n')}

--
You get this as ${mailWords(to.username)} on ${instanceName}. Choose what is mailed to you, and when:
${publicOrigin}/my/settings
`,
  };
}

function partOf(row: WaitingRow, locale: string, { publicOrigin, instanceName }: Sender) {
  const changes = changesOf(row.changes);
  const kind = isKnownKind(row.kind) ? row.kind : 'eventChanged';
  const isAboutAccount = kind === 'signInAttempts';
  const what = mailWords(
    isAboutAccount ? timesIn(changes) : (row.event_name ?? row.group_name ?? instanceName),
  );
  const sentence = kind === 'eventChanged' ? changedSentence(what, changes) : sentences[kind](what);
  const lines = [
    sentence,
    ...(isAboutAccount
      ? ['The password was wrong each time. Your devices, and how to sign them out:']
      : changeLines(
          { kind, startsAt: row.starts_at, place: row.place_name, repliesDueAt: row.replies_due_at },
          changes,
          { zone: row.time_zone ?? 'UTC', locale },
        )),
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
