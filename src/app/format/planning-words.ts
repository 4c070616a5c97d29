// What publishing an event does, in words. Pure.
import type { eventVisibilities } from '../../contract/words.ts';
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
