// What the signs in the cells of a month mean: those that the month has.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { t } from '../../../words/t.ts';
import { type Entry, type Mine, openMineOf } from '../entries.ts';
import { noTeamLook } from '../team-looks.ts';
import { TeamMark } from '../team-mark.tsx';

const Signs = chakra('ul', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '5',
    rowGap: '1',
    pt: '2.5',
    px: '1',
    fontSize: 'sm',
    color: 'fg.muted',
    '& li': { display: 'flex', alignItems: 'center', gap: '2' },
    '& b': { fontWeight: '800', color: 'fg' },
    '& .clash': { color: 'warn' },
    '& .mark': { fontSize: '1.125rem', '--team': 'currentColor' },
  },
});

/** Signs before the name of an entry, so that color is not the only difference. */
export const signs: Record<Mine, string> = {
  going: '',
  coaching: '',
  waiting: '…',
  unanswered: '?',
  out: '',
};
export const movedSign = '↻';

/** `hasNames`: the cells show names, not marks. */
export function MonthLegend({
  entries,
  clashes,
  hasNames,
  now,
}: {
  entries: readonly Entry[];
  clashes: ReadonlySet<string>;
  hasNames: boolean;
  now: number;
}) {
  const on = entries.filter(({ isOff }) => !isOff);
  const has = (mine: Mine) => on.some((entry) => openMineOf(entry, now) === mine);
  const rows: [boolean, ReactNode, string][] = hasNames
    ? [
        [has('unanswered'), <b key="sign">{signs.unanswered}</b>, t('Needs your reply')],
        [has('waiting'), <b key="sign">{signs.waiting}</b>, t('Not certain yet')],
        [
          on.some(({ eventStatus }) => eventStatus === 'EventRescheduled'),
          <b key="sign">{movedSign}</b>,
          t('Moved'),
        ],
      ]
    : [
        [
          has('unanswered') || has('waiting'),
          <TeamMark key="sign" look={{ ...noTeamLook, shape: circle }} hollow />,
          t('Needs your reply, or is not certain yet'),
        ],
      ];
  const shown = [
    ...rows,
    [
      entries.some(({ id }) => clashes.has(id)),
      <b key="sign" className="clash">
        !
      </b>,
      t('Overlaps another event'),
    ] as const,
  ].filter(([isShown]) => isShown);
  if (shown.length === 0) return null;
  return (
    <Signs>
      {shown.map(([, sign, text]) => (
        <li key={text}>
          {sign}
          {text}
        </li>
      ))}
    </Signs>
  );
}

const circle = 'M4 .5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7Z';
