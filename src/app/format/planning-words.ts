// The effects of publishing or changing an event, in words. Pure.
import type { Money } from '../../contract/common.ts';
import type { ChangePreview } from '../../contract/events/planning.ts';
import type { ChangeWarning, eventVisibilities } from '../../contract/values/words.ts';
import type { Connectivity } from '../data/http/connectivity.ts';
import { type Message, msg, t } from '../words/t.ts';
import { listText } from './intl.ts';
import { priceText } from './money.ts';
import { shortDay } from './when.ts';
import { countText } from './words.ts';

/** Why the server can't be asked now; none while it can be reached. */
const connectionTexts: Record<Connectivity, Message | null> = {
  online: null,
  slow: null,
  offline: msg("You're offline."),
  unreachable: msg("The server can't be reached right now."),
  portal: msg('This network wants you to sign in first.'),
};

export function connectionText(connectivity: Connectivity): string {
  const text = connectionTexts[connectivity];
  return text ? t(text) : '';
}

type Shown = {
  visibility: (typeof eventVisibilities)[number];
  teamIds: readonly string[];
  /** A series asks each person once, about its next date. */
  repeats?: boolean;
};

/**
 * Who is asked when it is published. `members`: how many the team has, the viewer included; null where that
 * is not known.
 */
export function askedText({ visibility, teamIds, repeats }: Shown, members: number | null): string {
  if (teamIds.length === 0)
    return visibility === 'public'
      ? t('No one is notified. People find it in Explore.')
      : t('No one is notified. Share its link.');
  if (members === null || teamIds.length > 1)
    return repeats
      ? t('Members of its teams are asked once whether they come.')
      : t('Members of its teams are asked whether they come.');
  // Only the server knows how many members have an account.
  if (members <= 1) return t('No one else is in the team yet, so no one is notified.');
  return repeats
    ? t('Team members are asked once whether they come.')
    : t('Team members are asked whether they come.');
}

/** The same with the server's count, where there is one. */
export function publishingText(
  preview: ChangePreview | 'unknown',
  shown: Shown,
  members: number | null,
): string {
  if (preview === 'unknown') return askedText(shown, members);
  const { notified } = preview;
  if (notified === 0) return shown.teamIds.length === 0 ? askedText(shown, null) : t('No one is notified.');
  return shown.repeats
    ? t('{count, plural, one {One person is} other {# people are}} asked once whether they come.', {
        count: notified,
      })
    : t('{count, plural, one {One person is} other {# people are}} asked whether they come.', {
        count: notified,
      });
}

type Terms = {
  capacity: number | null;
  hasWaitlist: boolean;
  offers: readonly { name: string; price: Money }[];
};

/** How many can come and the prices, a line each; nothing where anyone can come for free. */
export function termsLines({ capacity, hasWaitlist, offers }: Terms, locale: string): string[] {
  const count = capacity ?? 0;
  const places = hasWaitlist
    ? t('{count, plural, one {# place} other {# places}}, waitlist on', { count })
    : t('{count, plural, one {# place} other {# places}}, no waitlist', { count });
  return [
    ...(capacity === null ? [] : [places]),
    ...(offers.length === 0
      ? []
      : [offers.map(({ name, price }) => `${name} ${priceText(price, locale)}`).join(' · ')]),
  ];
}

/** Who sees it once it is published. */
export function seenText({ visibility, teamIds }: Shown, ownerName: string | null): string {
  return {
    team:
      teamIds.length > 1
        ? t('Members of its teams see it.')
        : ownerName === null
          ? t('Members of its team see it.')
          : t('Members of {team} see it.', { team: ownerName }),
    organization: t('Everyone in its organization sees it.'),
    unlisted: t('Anyone who has its link sees it.'),
    public: t('Everyone sees it, also in Explore and in search engines.'),
  }[visibility];
}

const warnings: Record<ChangeWarning, Message> = {
  startsInPast: msg('{count, plural, one {It starts in the past.} other {# dates are in the past.}}'),
  placeTaken: msg(
    '{count, plural, one {Another event of yours is at this place at that time.} other {# other events of yours are at this place at that time.}}',
  ),
  aboveCapacity: msg(
    '{count, plural, one {One person over the new limit keeps their place.} other {# people over the new limit keep their places.}}',
  ),
  placesOffered: msg(
    '{count, plural, one {One person on the waitlist is offered a place at once.} other {# people on the waitlist are offered a place at once.}}',
  ),
  losePlace: msg(
    '{count, plural, one {One person will not see the event any more. They lose their place and get a full refund.} other {# people will not see the event any more. They lose their places and get a full refund.}}',
  ),
  keepPrice: msg(
    '{count, plural, one {One person keeps the price they replied with.} other {# people keep the price they replied with.}}',
  ),
  nothingToPay: msg(
    '{count, plural, one {One person was about to pay and has a place now without paying.} other {# people were about to pay and have a place now without paying.}}',
  ),
  requestsStay: msg(
    '{count, plural, one {One person has asked for a place and still waits for your decision.} other {# people have asked for a place and still wait for your decision.}}',
  ),
  datesAdded: msg('{count, plural, one {One date is added.} other {# dates are added.}}'),
  datesDeleted: msg(
    '{count, plural, one {One date that no one has answered is deleted.} other {# dates that no one has answered are deleted.}}',
  ),
  datesSeparated: msg(
    '{count, plural, one {One date becomes an event of its own, with its answers.} other {# dates become events of their own, with their answers.}}',
  ),
  datesCancelled: msg('{count, plural, one {One date is cancelled.} other {# dates are cancelled.}}'),
};
/** For dates that someone has paid for or is paying for. */
const paidDatesCancelled: Message = msg(
  '{count, plural, one {One date is cancelled, and everyone who paid gets all of it back.} other {# dates are cancelled, and everyone who paid gets all of it back.}}',
);

/** Effects of a change that its author may not expect, a sentence each. */
export const warningTexts = (preview: ChangePreview): string[] =>
  preview.warnings.flatMap(({ code, count }) => {
    const isRefunded = code === 'datesCancelled' && preview.payments > 0;
    const known = isRefunded ? paidDatesCancelled : warnings[code];
    return known ? [t(known, { count })] : [];
  });

/** The same before publishing; without the server's preview only what this device knows. */
export const publishingWarnings = (
  preview: ChangePreview | 'unknown',
  startsAt: string | null,
  now: number,
): string[] => {
  if (preview !== 'unknown') return warningTexts(preview);
  return startsAt !== null && Date.parse(startsAt) < now ? [t('It starts in the past.')] : [];
};

/** Who is notified of a change. */
export function notifiedText({ notified }: ChangePreview): string {
  return t(
    '{count, plural, =0 {No one is notified.} one {One person is notified now.} other {# people are notified now.}}',
    { count: notified },
  );
}

/** What happens to the replies to dates that change. */
export const answersStayText = ({ registrations, warnings }: ChangePreview): string => {
  const isCancelling = warnings.some(({ code }) => code === 'datesCancelled');
  return isCancelling
    ? t(
        '{count, plural, one {One person has} other {# people have}} replied. Their answers to other dates stay.',
        { count: registrations },
      )
    : t('{count, plural, one {One person has} other {# people have}} replied. Their answers stay.', {
        count: registrations,
      });
};

/**
 * How many people a change of times asks whether they still come; their answers stay until they change them.
 */
export const askedAgainText = (count: number): string =>
  t(
    '{count, plural, one {One person keeps their answer, and is} other {# people keep their answers, and are}} asked whether they still come.',
    { count },
  );

/** The dates that keep changes made on them alone. `dates`: their starts. */
export function keptDatesText(dates: readonly string[], timeZone: string, locale: string): string {
  if (dates.length > datesNamed)
    return t('{count} dates keep what was changed on them before.', {
      count: countText(dates.length, locale),
    });
  const names = listText(
    locale,
    dates.map((at) => shortDay(at, timeZone, locale)),
  );
  return dates.length === 1
    ? t('{names} keeps what was changed on it before.', { names })
    : t('{names} keep what was changed on them before.', { names });
}

const datesNamed = 3;
