// A color and a mark for each team: the same in every view and on every device. Plain data.
import { type GroupColor, groupColors } from '../../../contract/values/enums.ts';
import { groupHues } from '../../ui/sports-field/field-hues.ts';

/** The colors for teams without their own. Without red, which would look like an error. */
const defaultColors = groupColors.filter((color) => color !== 'red');
export const noTeamColors = ['#4b5563', '#9ca3af'] as const;
export const teamColors = Object.values(groupHues);

/** Shapes in a box of 8 by 8, because color alone is not accessible. After eight teams the pairs change. */
const shapes = [
  'M4 .5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7Z',
  'M1 1h6v6H1Z',
  'M4 .6L7.7 7.2H.3Z',
  'M4 .2L7.8 4L4 7.8L.2 4Z',
] as const;

/** `slot`: the class that sets `--team`; `shape`: the path of the mark. */
type Colored = { id: string; color: GroupColor | null };
export type TeamLook = { slot: string; shape: string };

const ring = 'M4 .5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7Zm0 2a1.5 1.5 0 1 0 0 3a1.5 1.5 0 0 0 0-3Z';
const slotOf = (color: GroupColor) => `t-${color}`;
export const noTeamLook: TeamLook = { slot: 'tn', shape: ring };

/** The look of each team: its own color, else one by the order of creation, so that it never changes. */
export function looksOf(teams: readonly Colored[]): ReadonlyMap<string, TeamLook> {
  const sorted = teams.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return new Map(
    sorted.map(({ id, color }, index) => {
      return [
        id,
        {
          slot: slotOf(color ?? defaultColors[index % defaultColors.length] ?? 'green'),
          shape: shapes[(index + Math.floor(index / defaultColors.length)) % shapes.length] ?? ring,
        },
      ];
    }),
  );
}

const setting = ([light, dark]: readonly [string, string]) => ({
  '--team': light,
  _dark: { '--team': dark },
});

/** Styles for the container of a calendar: the slots' colors. */
export const slotStyles = Object.fromEntries([
  ...groupColors.map((color) => [`& .${slotOf(color)}`, setting(groupHues[color])]),
  ['& .tn', setting(noTeamColors)],
]);
