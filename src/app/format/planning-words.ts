// What publishing or changing an event does, in words. Pure.
import type { ChangePreview } from '../../contract/planning.ts';
import type { ChangeWarning, eventVisibilities } from '../../contract/words.ts';
import { countText } from './words.ts';

type Shown = { visibility: (typeof eventVisibilities)[number]; teamIds: readonly string[] };

/** A sentence about one, or about a number in place of `#`. */
export const peopleText = (count: number, one: string, many: string, locale: string): string =>
  count === 1 ? one : many.replace('#', countText(count, locale));

/** Who is asked when it is published. `members`: of the team, me among them; null where that is not known. */
export function askedText({ visibility, teamIds }: Shown, members: number | null, locale: string): string {
  if (teamIds.length === 0)
    return visibility === 'public'
      ? 'No one is notified. People find it in Explore.'
      : 'No one is notified. Share its link.';
  if (members === null || teamIds.length > 1) return 'Members of its teams are asked whether they come.';
  const others = Math.max(0, members - 1);
  return others === 0
    ? 'No one else is in the team yet, so no one is notified.'
    : peopleText(
        others,
        'One member is asked whether they come.',
        '# members are asked whether they come.',
        locale,
      );
}

/** The same by the server's count, where it could be asked. */
export function publishingText(
  preview: ChangePreview | 'unknown',
  shown: Shown,
  members: number | null,
  locale: string,
): string {
  if (preview === 'unknown') return askedText(shown, members, locale);
  const { notified } = preview;
  if (notified === 0)
    return shown.teamIds.length === 0 ? askedText(shown, null, locale) : 'No one is notified.';
  return peopleText(
    notified,
    'One person is asked whether they come.',
    '# people are asked whether they come.',
    locale,
  );
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
  startsInPast: ['It starts in the past.', 'It starts in the past.'],
  placeTaken: [
    'Another event of yours is at this place at that time.',
    '# other events of yours are at this place at that time.',
  ],
  aboveCapacity: [
    'One person more than the new number of places keeps their place.',
    '# people more than the new number of places keep their places.',
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
};

/** What a change does that those who make it may not expect, each in a sentence. */
export const warningTexts = (preview: ChangePreview, locale: string): string[] =>
  preview.warnings.flatMap(({ code, count }) => {
    const known = warnings[code];
    return known ? [peopleText(count, known[0], known[1], locale)] : [];
  });

/** The same before publishing, as far as this device knows where the server could not be asked. */
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
