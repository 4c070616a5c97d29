// A colour and a mark for each team: the same in every view and on every device. Plain data.

/** On light ground, on dark ground. White text passes WCAG AA on the first, gray 950 on the second. */
const colors = [
  ['#15803d', '#4ade80'],
  ['#c2410c', '#fb923c'],
  ['#1d4ed8', '#7cb0ff'],
  ['#7e22ce', '#c084fc'],
  ['#0f766e', '#2dd4bf'],
  ['#be185d', '#f472b6'],
  ['#854d0e', '#facc15'],
  ['#4338ca', '#a5b4fc'],
] as const;
export const noTeamColors = ['#4b5563', '#9ca3af'] as const;
export const teamColors: readonly (readonly [light: string, dark: string])[] = colors;

/** Shapes in a box of 8 by 8: colours alone would say nothing to some. After eight teams the pairs are others. */
const shapes = [
  'M4 .5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7Z',
  'M1 1h6v6H1Z',
  'M4 .6L7.7 7.2H.3Z',
  'M4 .2L7.8 4L4 7.8L.2 4Z',
] as const;

/** `slot` names the class that sets `--team`; `shape` is the path of the mark. */
export type TeamLook = { slot: string; shape: string };

const ring = 'M4 .5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7Zm0 2a1.5 1.5 0 1 0 0 3a1.5 1.5 0 0 0 0-3Z';
export const noTeamLook: TeamLook = { slot: 'tn', shape: ring };

/** The look of each of these teams. By the order in which they were made, so that each keeps its own. */
export function looksOf(teamIds: readonly string[]): ReadonlyMap<string, TeamLook> {
  return new Map(
    teamIds.toSorted().map((id, index) => {
      const slot = index % colors.length;
      return [
        id,
        {
          slot: `t${slot}`,
          shape: shapes[(index + Math.floor(index / colors.length)) % shapes.length] ?? ring,
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
  ...colors.map((pair, index) => [`& .t${index}`, setting(pair)]),
  ['& .tn', setting(noTeamColors)],
]);
