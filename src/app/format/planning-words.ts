// The effects of publishing or changing an event, in words. Pure.
import type { Money } from '../../contract/common.ts';
import type { ChangePreview } from '../../contract/events/planning.ts';
import type { ChangeWarning, eventVisibilities } from '../../contract/values/words.ts';
import type { Connectivity } from '../data/http/connectivity.ts';
import { listText } from './intl.ts';
import { priceText } from './money.ts';
import { shortDay } from './when.ts';
import { countOf, countText } from './words.ts';

/** Why the server can't be asked now; empty while it can be reached. */
export const connectionTexts: Record<Connectivity, string> = {
  online: '',
  slow: '',
  offline: "You're offline.",
  unreachable: "The server can't be reached right now.",
  portal: 'This network wants you to sign in first.',
};

type Shown = {
  visibility: (typeof eventVisibilities)[number];
  teamIds: readonly string[];
  /** A series asks each person once, about its next date. */
  repeats?: boolean;
};

/** A sentence about one, or about several with their count in place of `#`. */
export const peopleText = (count: number, one: string, many: string, locale: string): string =>
  count === 1 ? one : many.replace('#', countText(count, locale));

const onceIf = (repeats = false) => (repeats ? 'once ' : '');

/**
 * Who is asked when it is published. `members`: how many the team has, the viewer included; null where that
 * is not known.
 */
export function askedText({ visibility, teamIds, repeats }: Shown, members: number | null): string {
  if (teamIds.length === 0)
    return visibility === 'public'
      ? 'No one is notified. People find it in Explore.'
      : 'No one is notified. Share its link.';
  if (members === null || teamIds.length > 1)
    return `Members of its teams are asked ${onceIf(repeats)}whether they come.`;
  // Only the server knows how many members have an account.
  return members <= 1
    ? 'No one else is in the team yet, so no one is notified.'
    : `Team members are asked ${onceIf(repeats)}whether they come.`;
}

/** The same with the server's count, where there is one. */
export function publishingText(
  preview: ChangePreview | 'unknown',
  shown: Shown,
  members: number | null,
  locale: string,
): string {
  if (preview === 'unknown') return askedText(shown, members);
  const { notified } = preview;
  if (notified === 0) return shown.teamIds.length === 0 ? askedText(shown, null) : 'No one is notified.';
  return peopleText(
    notified,
    `One person is asked ${onceIf(shown.repeats)}whether they come.`,
    `# people are asked ${onceIf(shown.repeats)}whether they come.`,
    locale,
  );
}

type Terms = {
  capacity: number | null;
  hasWaitlist: boolean;
  offers: readonly { name: string; price: Money }[];
};

/** How many can come and the prices, a line each; nothing where anyone can come for free. */
export function termsLines({ capacity, hasWaitlist, offers }: Terms, locale: string): string[] {
  const places = capacity === null ? null : countOf(capacity, 'place', 'places', locale);
  return [
    ...(places === null ? [] : [hasWaitlist ? `${places}, waitlist on` : `${places}, no waitlist`]),
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
        ? 'Members of its teams see it.'
        : ownerName === null
          ? 'Members of its team see it.'
          : `Members of ${ownerName} see it.`,
    organization: 'Everyone in its organization sees it.',
    unlisted: 'Anyone who has its link sees it.',
    public: 'Everyone sees it, also in Explore and in search engines.',
  }[visibility];
}

const warnings: Record<ChangeWarning, [one: string, many: string]> = {
  startsInPast: ['It starts in the past.', '# dates are in the past.'],
  placeTaken: [
    'Another event of yours is at this place at that time.',
    '# other events of yours are at this place at that time.',
  ],
  aboveCapacity: [
    'One person over the new limit keeps their place.',
    '# people over the new limit keep their places.',
  ],
  placesOffered: [
    'One person on the waitlist is offered a place at once.',
    '# people on the waitlist are offered a place at once.',
  ],
  losePlace: [
    'One person will not see the event any more. They lose their place and get a full refund.',
    '# people will not see the event any more. They lose their places and get a full refund.',
  ],
  keepPrice: ['One person keeps the price they replied with.', '# people keep the price they replied with.'],
  nothingToPay: [
    'One person was about to pay and has a place now without paying.',
    '# people were about to pay and have a place now without paying.',
  ],
  requestsStay: [
    'One person has asked for a place and still waits for your decision.',
    '# people have asked for a place and still wait for your decision.',
  ],
  datesAdded: ['One date is added.', '# dates are added.'],
  datesDeleted: [
    'One date that no one has answered is deleted.',
    '# dates that no one has answered are deleted.',
  ],
  datesSeparated: [
    'One date becomes an event of its own, with its answers.',
    '# dates become events of their own, with their answers.',
  ],
  datesCancelled: ['One date is cancelled.', '# dates are cancelled.'],
};
/** For dates that someone has paid for or is paying for. */
const paidDatesCancelled: [one: string, many: string] = [
  'One date is cancelled, and everyone who paid gets all of it back.',
  '# dates are cancelled, and everyone who paid gets all of it back.',
];

/** Effects of a change that its author may not expect, a sentence each. */
export const warningTexts = (preview: ChangePreview, locale: string): string[] =>
  preview.warnings.flatMap(({ code, count }) => {
    const isRefunded = code === 'datesCancelled' && preview.payments > 0;
    const known = isRefunded ? paidDatesCancelled : warnings[code];
    return known ? [peopleText(count, known[0], known[1], locale)] : [];
  });

/** The same before publishing; without the server's preview only what this device knows. */
export const publishingWarnings = (
  preview: ChangePreview | 'unknown',
  startsAt: string | null,
  { locale, now }: { locale: string; now: number },
): string[] => {
  if (preview !== 'unknown') return warningTexts(preview, locale);
  return startsAt !== null && Date.parse(startsAt) < now ? ['It starts in the past.'] : [];
};

/** Who is notified of a change. */
export function notifiedText({ notified }: ChangePreview, locale: string): string {
  return notified === 0
    ? 'No one is notified.'
    : peopleText(notified, 'One person is notified now.', '# people are notified now.', locale);
}

/** What happens to the replies to dates that change. */
export const answersStayText = ({ registrations, warnings }: ChangePreview, locale: string): string => {
  const stay = warnings.some(({ code }) => code === 'datesCancelled')
    ? 'Their answers to other dates stay.'
    : 'Their answers stay.';
  return peopleText(
    registrations,
    `One person has replied. ${stay}`,
    `# people have replied. ${stay}`,
    locale,
  );
};

/**
 * How many people a change of times asks whether they still come; their answers stay until they change them.
 */
export const askedAgainText = (count: number, locale: string): string =>
  peopleText(
    count,
    'One person keeps their answer, and is asked whether they still come.',
    '# people keep their answers, and are asked whether they still come.',
    locale,
  );

/** The dates that keep changes made on them alone. `dates`: their starts. */
export function keptDatesText(dates: readonly string[], timeZone: string, locale: string): string {
  if (dates.length > datesNamed)
    return `${countText(dates.length, locale)} dates keep what was changed on them before.`;
  const names = listText(
    locale,
    dates.map((at) => shortDay(at, timeZone, locale)),
  );
  return dates.length === 1
    ? `${names} keeps what was changed on it before.`
    : `${names} keep what was changed on them before.`;
}

const datesNamed = 3;
