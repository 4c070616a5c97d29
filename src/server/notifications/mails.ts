// Texts of notification mails: plain text, short, with a link to the page where the user can act.
import type { NotificationKind } from '../../contract/values/enums.ts';
import { localeIn } from '../../words/languages.ts';
import type { Config } from '../config.ts';
import { shownName } from '../people/rules.ts';
import type { Mail } from '../ports/mailer.ts';
import { mailSubject, mailWords } from '../text/mail-text.ts';
import { inLanguageOf, languageNow, t } from '../words/t.ts';
import type { WaitingRow } from './delivery-queries.ts';
import type { Actors } from './list-queries.ts';
import { changedSentence, changeLines } from './mail-changes.ts';
import { type Change, changesOf, isKnownKind, ownMoneyKinds } from './rules.ts';

type Sender = Pick<Config, 'publicOrigin' | 'instanceName'>;
type Recipient = { username: string; email: string; locale: string };

type Sentence = Exclude<NotificationKind, 'eventChanged' | 'signInAttempts'>;

/** A short sentence per kind, about the named subject. */
const sentences: Record<Sentence, (what: string) => string> = {
  approvalOwed: (what) => t('Someone is asking for a place at {what}', { what }),
  eventCancelled: (what) => t('{what} is cancelled', { what }),
  eventFull: (what) => t('{what} is full', { what }),
  holdExpired: (what) => t("You didn't pay in time, so your place is free again: {what}", { what }),
  leaderRemoved: (what) => t('Upcoming events have lost a leader: {what}', { what }),
  membershipAccepted: (what) => t("You're a member of {what}", { what }),
  membershipInvited: (what) => t("You're invited to {what}", { what }),
  membershipRejected: (what) => t('{what} said no to your request', { what }),
  membershipRemoved: (what) => t("You're no longer a member of {what}", { what }),
  membershipRequested: (what) => t('Someone wants to join {what}', { what }),
  membershipRoleChanged: (what) => t('You have a new role in {what}', { what }),
  offerExpired: (what) => t('Your offered place went to the next person: {what}', { what }),
  paymentDue: (what) => t('Pay to keep your place: {what}', { what }),
  paymentReceived: (what) => t('Your payment has arrived: {what}', { what }),
  paymentRefunded: (what) => t('You get your money back: {what}', { what }),
  placeConfirmed: (what) => t("You're in: {what}", { what }),
  placeOffered: (what) => t("There's a place for you: {what}", { what }),
  refundAsked: (what) => t('Someone is asking for a refund: {what}', { what }),
  refundDeclined: (what) => t("You won't get your money back: {what}", { what }),
  refundFailed: (what) => t('A refund failed: {what}', { what }),
  registrationCancelled: (what) => t('The organizer took back your place: {what}', { what }),
  registrationRejected: (what) => t("You didn't get a place at {what}", { what }),
  repliedForYou: (what) => t('Someone replied for you: {what}', { what }),
  replyOwed: (what) => t('Are you coming? {what}', { what }),
  waitlistJoined: (what) => t("You're on the waitlist of {what}", { what }),
};

/** The same where it is known who acted. */
const sentencesBy: Partial<Record<Sentence, (by: { who: string; count: number; what: string }) => string>> = {
  approvalOwed: (by) => t('{who} {count, plural, one {asks} other {ask}} for a place at {what}', by),
  membershipInvited: (by) => t('{who} {count, plural, one {invites} other {invite}} you to {what}', by),
  membershipRequested: (by) => t('{who} {count, plural, one {wants} other {want}} to join {what}', by),
  refundAsked: (by) => t('{who} {count, plural, one {asks} other {ask}} for a refund: {what}', by),
  registrationCancelled: (by) => t('{who} took back your place: {what}', by),
  repliedForYou: (by) => t('{who} replied for you: {what}', by),
};

/** `Bert Baert`, `Bert Baert and 4 others`. */
function namesText({ names, count }: Actors, max?: number): string {
  const first = mailWords(shownName(names[0] ?? ''), max);
  return count === 1
    ? first
    : t('{first} and {count, plural, one {# other} other {# others}}', { first, count: count - 1 });
}

/** Long names leave room for what happened: a subject is cut off at its end. */
const subjectNameMax = 50;

type MailRow = WaitingRow & { by?: Actors | null };

/** One mail about all of these, oldest first; at least one. */
export function notificationMail(to: Recipient, rows: readonly MailRow[], sender: Sender): Mail {
  return inLanguageOf(to, () => {
    const { publicOrigin, instanceName } = sender;
    const locale = localeIn(languageNow(), to.locale);
    const parts = rows.map((row) => partOf(row, locale, sender));
    const [first] = parts;
    const subject =
      parts.length === 1 && first
        ? first.subject
        : t('{count, plural, one {# thing you should know} other {# things you should know}}', {
            count: parts.length,
          });
    return {
      to: to.email,
      subject: mailSubject(subject),
      text: t(
        `{news}

--
You get this e-mail as {username} on {instanceName}. Choose which e-mails you get, and when:
{link}
`,
        {
          news: parts.map((part) => part.text).join('\n\n'),
          username: mailWords(to.username),
          instanceName,
          link: `${publicOrigin}/my/settings`,
        },
      ),
    };
  });
}

function partOf(row: MailRow, locale: string, { publicOrigin, instanceName }: Sender) {
  const changes = changesOf(row.changes);
  const kind = isKnownKind(row.kind) ? row.kind : 'eventChanged';
  const { by = null } = row;
  const sentenceWith = (nameMax?: number) =>
    sentenceOf(kind, mailWords(row.event_name ?? row.group_name ?? instanceName, nameMax), changes, {
      who: by && namesText(by, nameMax),
      count: by?.count ?? 0,
      isOfEvent: row.event_id !== null,
    });
  const sentence = sentenceWith();
  const lines = [
    sentence,
    ...(kind === 'signInAttempts'
      ? [t('The password was wrong each time. See your devices, and sign them out:')]
      : changeLines(
          {
            kind,
            startsAt: row.starts_at,
            place: row.place_name,
            repliesDueAt: row.replies_due_at,
            isOfSeries: row.series_id !== null,
          },
          changes,
          { zone: row.time_zone ?? 'UTC', locale },
        )),
    `${publicOrigin}${pathOf(row, kind)}`,
  ];
  return { subject: sentenceWith(subjectNameMax), text: lines.join('\n') };
}

function sentenceOf(
  kind: NotificationKind,
  what: string,
  changes: readonly Change[],
  { who, count, isOfEvent }: { who: string | null; count: number; isOfEvent: boolean },
): string {
  if (kind === 'eventChanged') return changedSentence(what, changes);
  if (kind === 'signInAttempts')
    return t(
      '{count, plural, =0 {Someone tried to sign in to your account several times} one {Someone tried to sign in to your account once} other {Someone tried to sign in to your account # times}}',
      { count: Number(changes[0]?.after) || 0 },
    );
  if (kind === 'leaderRemoved' && isOfEvent) return t('You no longer lead {what}', { what });
  const named = who !== null && sentencesBy[kind];
  return named ? named({ who, count, what }) : sentences[kind](what);
}

function pathOf(row: WaitingRow, kind: NotificationKind): string {
  if (kind === 'signInAttempts') return '/my/settings';
  if (row.team_id !== null) return `/teams/${row.team_id}`;
  if (row.organization_id !== null) return `/organizations/${row.organization_id}`;
  if (row.event_id === null) return kind.startsWith('membership') ? '/my/teams' : '/my/events';
  return ownMoneyKinds.has(kind) ? `/my/events/${row.event_id}/payment` : `/my/events/${row.event_id}`;
}
