// People by dates, with sticky names and dates; printed in landscape.
import { chakra } from '@chakra-ui/react/styled-system';
import { memo, useLayoutEffect, useRef } from 'react';
import type { TableDate, TablePerson } from '../../../contract/events/attendance-table.ts';
import { groupOf } from '../../../contract/values/event-groups.ts';
import { dateParts } from '../../format/when.ts';
import { kindName } from '../../format/words/vocabulary.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Link } from '../../ui/navigation/router.tsx';
import { t } from '../../words/t.ts';
import { CellMark, markStyles } from './cell-mark.tsx';
import { rateText } from './rate-text.ts';
import { type Order, rateOf, type ShownKind } from './table-order.ts';
import { useLandscapePrint } from './use-landscape-print.ts';

const Frame = chakra('div', {
  base: {
    ...markStyles,
    overflow: 'auto',
    maxH: '78dvh',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    // Not laid out as a table: each of its cells would paint a border, and scrolling would repaint thousands.
    '& table, & thead, & tbody': { display: 'block' },
    '& table, & tr': { minW: '100%', w: 'max-content' },
    '& tr': {
      display: 'flex',
      alignItems: 'center',
      minH: '3.25rem',
      borderBottomWidth: '1px',
      borderColor: 'border',
    },
    '& tbody tr:last-child': { borderBottomWidth: '0' },
    '& th, & td': {
      flex: '1 0 3rem',
      minW: '0',
      textAlign: 'center',
      whiteSpace: 'nowrap',
      fontVariantNumeric: 'tabular-nums',
    },
    // Sticky as a whole: a sticky cell for each date would slow down scrolling.
    '& thead': { position: 'sticky', top: '0', zIndex: '2' },
    '& th': { display: 'grid', alignSelf: 'stretch', alignContent: 'center', justifyItems: 'center' },
    '& thead th': {
      bg: 'bg.panel',
      fontSize: 'sm',
      fontWeight: '600',
      lineHeight: '1.2',
    },
    '& .name': {
      position: 'sticky',
      // Not 0: on a screen with fractional pixels a mark would show through beside it.
      insetInlineStart: '-1px',
      zIndex: '1',
      bg: 'bg.panel',
      flex: 'none',
      textAlign: 'start',
      justifyItems: 'start',
      ps: '3',
      pe: '1.5',
      whiteSpace: 'normal',
      // A name of one long word would else widen the column, which scrolls with nothing.
      overflowWrap: 'anywhere',
      borderInlineEndWidth: '1px',
      borderColor: 'border',
      w: { base: '9rem', sm: '14rem' },
      lineHeight: '1.3',
      py: '1.5',
    },
    '& thead a': {
      display: 'grid',
      placeContent: 'center',
      minW: '2.25rem',
      minH: 'target',
      rounded: 'sm',
      _hover: { bg: 'bg.subtle' },
      _focusVisible: { outlineOffset: '-2px' },
    },
    '& thead small, & thead b': { display: 'block', fontSize: 'xs', color: 'fg.muted', fontWeight: '500' },
    '& thead b': { color: 'brand', fontWeight: '800' },
    '& tbody th': { fontWeight: '600' },
    '& tbody th small': { display: 'block', fontSize: 'sm', fontWeight: '500', color: 'fg.muted' },
    '& tbody th .away': { color: 'warn', fontWeight: '600' },
    '& tbody th .away svg': { display: 'inline-block', verticalAlign: '-0.125em', me: '1' },
    '& tbody th a': { _hover: { textDecoration: 'underline' } },
    '& .sum': { fontSize: 'sm', flexBasis: '9rem', px: '2', whiteSpace: 'normal' },
    '@media print': {
      overflow: 'visible',
      maxH: 'none',
      borderWidth: '0',
      '& table': { display: 'table', borderCollapse: 'separate', borderSpacing: '0', w: 'auto' },
      '& thead': { display: 'table-header-group' },
      '& tbody': { display: 'table-row-group' },
      '& tr': { display: 'table-row', breakInside: 'avoid' },
      '& thead, & th': { position: 'static !important' },
      '& th, & td': {
        display: 'table-cell',
        verticalAlign: 'middle',
        h: '2rem',
        px: '0.5',
        borderBottomWidth: '1px',
        borderColor: 'border',
      },
      '& .sum': { px: '3', whiteSpace: 'nowrap' },
      '& .name': { w: '10rem', minW: '10rem', ps: '0' },
      '& thead a': { minW: '0', minH: '0' },
      '& i': { w: '1.25rem', h: '1.25rem' },
    },
  },
});

/** Safari takes no element for a part of a table that is not laid out as one. */
const parts = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader', scope: 'col' },
  name: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
} as const;

export type TableProps = {
  dates: readonly TableDate[];
  /** In the order of the rows. */
  people: readonly TablePerson[];
  /** Which dates to show, by position. */
  columns: readonly number[];
  kind: ShownKind;
  order: Order;
  locale: string;
};

export function AttendanceTable({ dates, people, columns, kind, order, locale }: TableProps) {
  useLandscapePrint();
  const frame = useRef<HTMLDivElement>(null);
  // Scroll to the newest date, which is the last one before the rates.
  useLayoutEffect(() => {
    const newest = frame.current?.querySelectorAll('thead th')[columns.length];
    if (!frame.current || !newest || columns.length === 0) return;
    frame.current.scrollLeft +=
      newest.getBoundingClientRect().right - frame.current.getBoundingClientRect().right;
  }, [columns]);
  return (
    // Focusable, so that arrow keys scroll it.
    <Frame ref={frame} role="region" aria-label={t('Attendance by person and date')} tabIndex={0}>
      <table {...parts.table}>
        <thead {...parts.group}>
          <tr {...parts.row}>
            <th {...parts.head} className="name" aria-sort={sortOf(order)}>
              {t('Name')}
            </th>
            {columns.map((at) => {
              const date = dates[at];
              return date ? <DateHead key={date.eventId} date={date} locale={locale} /> : null;
            })}
            {kind === 'match' ? null : (
              <th {...parts.head} className="sum">
                {t('Training')}
              </th>
            )}
            {kind === 'training' ? null : (
              <th {...parts.head} className="sum">
                {t('Match')}
              </th>
            )}
            <th {...parts.head} className="sum">
              {t('No-shows')}
            </th>
          </tr>
        </thead>
        <tbody {...parts.group}>
          {people.map((person) => (
            <Row key={person.user.id} person={person} columns={columns} kind={kind} locale={locale} />
          ))}
        </tbody>
      </table>
    </Frame>
  );
}

const sortOf = (order: Order) => (order === 'name' ? 'ascending' : 'other');

function DateHead({ date, locale }: { date: TableDate; locale: string }) {
  const { day, month } = dateParts(date.startsAt, date.timeZone, locale, null);
  const kind = kindName(date.kind);
  return (
    <th {...parts.head}>
      <Link to={`/my/events/${date.eventId}`} title={`${kind} · ${date.name}`}>
        {day}
        <small>{month}</small>
        {groupOf(date.kind) === 'training' ? null : <b aria-hidden="true">{kind.slice(0, 1)}</b>}
        <span className="sr">{` ${kind}, ${date.name}`}</span>
      </Link>
    </th>
  );
}

type RowProps = Pick<TableProps, 'columns' | 'kind' | 'locale'> & { person: TablePerson };

// Memoized: sorting moves rows and must not render their marks again.
const Row = memo(({ person, columns, kind, locale }: RowProps) => {
  const { user, cells, training, match, isLongAway } = person;
  // Of the shown dates, like the rates beside it.
  const noShows = columns.filter((at) => cells[at] === 'noShow').length;
  return (
    <tr {...parts.row}>
      <th {...parts.name} className="name">
        {user.hasAccount ? <Link to={`/users/${user.id}`}>{user.name}</Link> : user.name}
        <small>{rateText(rateOf(person, kind), locale)}</small>
        {isLongAway ? (
          <small className="away">
            <Icon name="circle-alert" size={14} />
            {t('3 weeks away')}
          </small>
        ) : null}
      </th>
      {columns.map((at) => {
        const cell = cells[at];
        return (
          <td {...parts.cell} key={at}>
            {cell ? <CellMark cell={cell} /> : null}
          </td>
        );
      })}
      {kind === 'match' ? null : (
        <td {...parts.cell} className="sum">
          {rateText(training, locale)}
        </td>
      )}
      {kind === 'training' ? null : (
        <td {...parts.cell} className="sum">
          {rateText(match, locale)}
        </td>
      )}
      <td {...parts.cell} className="sum">
        {noShows}
      </td>
    </tr>
  );
});
