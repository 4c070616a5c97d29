// One mark in the table: a sign in a color, with a word for screen readers; and the legend of the signs.
import { chakra } from '@chakra-ui/react/styled-system';
import type { TablePerson } from '../../../contract/events/attendance-table.ts';
import { statusText } from '../../format/words/mark.ts';
import { t } from '../../words/t.ts';

export type Cell = NonNullable<TablePerson['cells'][number]>;

export const cellText = (cell: Cell): string =>
  cell === 'noShow' ? t('Said yes, did not come') : statusText(cell);

/** Characters instead of icons, because a table has thousands of them. */
const signs: Partial<Record<Cell, string>> = { present: '✓', absent: '–', noShow: '✗' };

/** Those who were late or excused have the first letter of the word. */
const signOf = (cell: Cell) => signs[cell] ?? cellText(cell).slice(0, 1);

export const CellMark = ({ cell }: { cell: Cell }) => (
  <i role="img" aria-label={cellText(cell)} className={cell}>
    {signOf(cell)}
  </i>
);

/** The styles of the marks, for the box around them. */
export const markStyles = {
  '& i': {
    display: 'inline-block',
    w: '1.625rem',
    h: '1.625rem',
    rounded: 'sm',
    fontStyle: 'normal',
    fontSize: 'sm',
    fontWeight: '700',
    lineHeight: '1.5rem',
    textAlign: 'center',
    borderWidth: '1px',
    borderColor: 'transparent',
    verticalAlign: 'middle',
  },
  '& .present': { bg: 'brand.solid', color: 'brand.contrast' },
  '& .late': { bg: 'warn.subtle', color: 'warn', borderColor: 'warn' },
  '& .excused': { borderColor: 'border.strong', color: 'fg.muted' },
  '& .absent': { bg: 'danger.subtle', color: 'danger', borderColor: 'danger' },
  '& .noShow': { bg: 'danger', color: 'bg.panel' },
} as const;

const Terms = chakra('ul', {
  base: {
    ...markStyles,
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '4',
    rowGap: '2',
    py: '3',
    fontSize: 'sm',
    color: 'fg.muted',
    '& li': { display: 'inline-flex', alignItems: 'center', gap: '1.5' },
  },
});

export const Legend = ({ cells }: { cells: readonly Cell[] }) => (
  <Terms aria-label={t('What the marks mean')}>
    {cells.map((cell) => (
      <li key={cell}>
        <i className={cell} aria-hidden="true">
          {signOf(cell)}
        </i>
        {cellText(cell)}
      </li>
    ))}
  </Terms>
);
