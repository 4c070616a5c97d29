// A member's own attendance: the rates, and each date with its mark, the newest first.
import { chakra } from '@chakra-ui/react/styled-system';
import type { TableDate, TablePerson } from '../../../contract/events/attendance-table.ts';
import type { Viewer } from '../../format/use-viewer.ts';
import { longDay } from '../../format/when.ts';
import { kindName } from '../../format/words/vocabulary.ts';
import { Link } from '../../ui/navigation/router.tsx';
import { t } from '../../words/t.ts';
import { CellMark, cellText, markStyles } from './cell-mark.tsx';
import { rateText } from './rate-text.ts';
import type { ShownKind } from './table-order.ts';

const Rates = chakra('dl', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '3',
    mb: '5',
    '& > div': {
      flex: '1 1 9rem',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderColor: 'border',
      rounded: 'lg',
      px: '4',
      py: '3',
    },
    '& dt': { fontSize: 'sm', color: 'fg.muted' },
    '& dd': { fontSize: 'lg', fontWeight: '700', fontVariantNumeric: 'tabular-nums' },
  },
});
const Dates = chakra('ul', {
  base: {
    ...markStyles,
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    overflow: 'hidden',
    '& li + li': { borderTopWidth: '1px', borderColor: 'border' },
    '& a': {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      px: '4',
      py: '2.5',
      minH: '3.75rem',
      _hover: { bg: 'bg.subtle' },
      _focusVisible: { outlineOffset: '-2px' },
    },
    '& .what': { flex: '1', minW: '0' },
    '& strong': { display: 'block', fontWeight: '600', lineHeight: '1.3' },
    '& small': { fontSize: 'sm', color: 'fg.muted' },
    '& .mark': { fontWeight: '600', fontSize: 'sm', flexShrink: '0' },
  },
});

export function OwnAttendance({
  person: { cells, training, match, other },
  dates,
  columns,
  kind,
  viewer: { locale, now },
}: {
  person: TablePerson;
  dates: readonly TableDate[];
  columns: readonly number[];
  kind: ShownKind;
  viewer: Viewer;
}) {
  const rates = [
    { of: 'training', name: t('Training'), rate: training },
    { of: 'match', name: t('Match'), rate: match },
    { of: 'other', name: t('Other events'), rate: other },
  ].filter(({ of, rate }) => rate.counted > 0 && (kind === 'all' || of === kind));
  return (
    <>
      <Rates>
        {rates.map(({ name, rate }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{rateText(rate, locale)}</dd>
          </div>
        ))}
      </Rates>
      <h2 className="sr">{t('Dates')}</h2>
      <Dates>
        {columns.toReversed().map((at) => {
          const date = dates[at];
          const cell = cells[at] ?? null;
          if (!date) return null;
          return (
            <li key={date.eventId}>
              <Link to={`/my/events/${date.eventId}`}>
                <span className="what">
                  <strong>{date.name}</strong>
                  <small>
                    {`${longDay(date.startsAt, date.timeZone, locale, now)} · ${kindName(date.kind)}`}
                  </small>
                </span>
                {cell ? (
                  <>
                    <span className="mark" aria-hidden="true">
                      {cellText(cell)}
                    </span>
                    <CellMark cell={cell} />
                  </>
                ) : (
                  <small>{t('Not marked')}</small>
                )}
              </Link>
            </li>
          );
        })}
      </Dates>
    </>
  );
}
