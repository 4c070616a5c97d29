// A colour and a mark for each team: the same in every view and on every device. Plain data.
import { type GroupColor, groupColors } from '../../../contract/values/words.ts';
import { groupHues } from '../../ui/sports-field/field-hues.ts';

/** What teams without a colour of their own get. Not red, which looks like an error where no one has chosen it. */
const given = groupColors.filter((color) => color !== 'red');
export const noTeamColors = ['#4b5563', '#9ca3af'] as const;
export const teamColors = Object.values(groupHues);

/** Shapes in a box of 8 by 8: colours alone would say nothing to some. After eight teams the pairs are others. */
const shapes = [
  'M4 .5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7Z',
  'M1 1h6v6H1Z',
  'M4 .6L7.7 7.2H.3Z',
  'M4 .2L7.8 4L4 7.8L.2 4Z',
] as const;

/** `slot` names the class that sets `--team`; `shape` is the path of the mark. */
type Colored = { id: string; color: GroupColor | null };
export type TeamLook = { slot: string; shape: string };

const ring = 'M4 .5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7Zm0 2a1.5 1.5 0 1 0 0 3a1.5 1.5 0 0 0 0-3Z';
const slotOf = (color: GroupColor) => `t-${color}`;
export const noTeamLook: TeamLook = { slot: 'tn', shape: ring };

/**
 * The look of each of these teams: in the colour that it has, else by the order in which they were made, so that each keeps
 * its own.
 */
export function looksOf(teams: readonly Colored[]): ReadonlyMap<string, TeamLook> {
  const sorted = teams.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return new Map(
    sorted.map(({ id, color }, index) => {
      return [
        id,
        {
          slot: slotOf(color ?? given[index % given.length] ?? 'green'),
          shape: shapes[(index + Math.floor(index / given.length)) % shapes.length] ?? ring,
        },
      ];
    }),
  );
}

const setting = ([light, dark]: readonly [string, string]) => ({
  '--team': light,
  _dark: { '--team': dark },
});

/** Styles for what stands around a calendar: the slots' colours. */
export const slotStyles = Object.fromEntries([
  ...groupColors.map((color) => [`& .${slotOf(color)}`, setting(groupHues[color])]),
  ['& .tn', setting(noTeamColors)],
]);
