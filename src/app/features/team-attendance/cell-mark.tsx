// One mark in the table: a shape and a color to look at, a word for screen readers; and the legend of the shapes.
import { chakra } from '@chakra-ui/react/styled-system';
import type { TablePerson } from '../../../contract/events/attendance-table.ts';
import { statusText } from '../../format/mark-words.ts';
import type { ChromeIconName } from '../../ui/icons/chrome-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { t } from '../../words/t.ts';

export type Cell = NonNullable<TablePerson['cells'][number]>;

/** An excused person has the first letter of the word, which is easier to tell apart than another icon. */
const icons: Record<Exclude<Cell, 'excused'>, ChromeIconName> = {
  present: 'check',
  late: 'clock',
  absent: 'minus',
  noShow: 'user-x',
};

export const cellText = (cell: Cell): string =>
  cell === 'noShow' ? t('Said yes, did not come') : statusText(cell);

const shape = (cell: Cell) =>
  cell === 'excused' ? statusText('excused').slice(0, 1) : <Icon name={icons[cell]} size={15} />;

export const CellMark = ({ cell }: { cell: Cell }) => (
  <i role="img" aria-label={cellText(cell)} className={cell}>
    {shape(cell)}
  </i>
);

/** The styles of the marks, for the box around them. */
export const markStyles = {
  '& i': {
    display: 'inline-grid',
    placeItems: 'center',
    w: '1.625rem',
    h: '1.625rem',
    rounded: 'sm',
    fontStyle: 'normal',
    fontSize: 'sm',
    fontWeight: '700',
    borderWidth: '1px',
    borderColor: 'transparent',
    verticalAlign: 'middle',
  },
  // Nothing of an icon is outside its box, and to clip 2,000 of them takes time in the table while it scrolls.
  '& i svg': { overflow: 'visible' },
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
          {shape(cell)}
        </i>
        {cellText(cell)}
      </li>
    ))}
  </Terms>
);
