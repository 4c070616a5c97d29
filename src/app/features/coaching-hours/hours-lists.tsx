// Hours in lists: a heading with their sum, and a row for each coach or each date.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import type { HoursMonth } from '../../../contract/events/coaching-hours.ts';
import { hoursText } from '../../format/hours.ts';
import { shortDay, timeRange } from '../../format/when.ts';
import { Link } from '../../ui/navigation/router.tsx';
import { t } from '../../words/t.ts';
import type { Sum } from './sums.ts';

const Group = chakra('section', {
  base: {
    '* + &': { mt: '6' },
    '& > header': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'baseline',
      justifyContent: 'space-between',
      columnGap: '3',
      mb: '2',
      breakAfter: 'avoid',
    },
    '& h2': { fontSize: 'lg', fontWeight: '700' },
    '& ul': { bg: 'bg.panel', borderWidth: '1px', borderColor: 'border', rounded: 'lg', overflow: 'hidden' },
    '& li': { breakInside: 'avoid' },
    '& li + li': { borderTopWidth: '1px', borderColor: 'border' },
    '& .row': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: '3',
      px: '4',
      py: '2.5',
      minH: '3.25rem',
      '&[href]': { _hover: { bg: 'bg.subtle' }, _focusVisible: { outlineOffset: '-2px' } },
    },
    '& .what': { flex: '1 1 10rem', minW: '0', overflowWrap: 'anywhere' },
    '& strong': { display: 'block', fontWeight: '600', lineHeight: '1.3' },
    '& small': { fontSize: 'sm', color: 'fg.muted' },
    '& .time': { fontWeight: '600', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  },
});

const eventsText = (count: number) => t('{count, plural, one {# event} other {# events}}', { count });

export function HoursGroup({ title, sum, children }: { title: string; sum: Sum; children: ReactNode }) {
  const id = useId();
  return (
    <Group aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <p>
          <span className="time">{hoursText(sum.minutes)}</span>
          <small>{` · ${eventsText(sum.events)}`}</small>
        </p>
      </header>
      {children}
    </Group>
  );
}

export function CoachRows({ rows }: { rows: readonly { id: string; name: string; sum: Sum }[] }) {
  return (
    <ul>
      {rows.map(({ id, name, sum }) => (
        <li key={id} className="row">
          <span className="what">
            <strong>{name}</strong>
            <small>{eventsText(sum.events)}</small>
          </span>
          <span className="time">{hoursText(sum.minutes)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The newest first. */
export function DateRows({ dates, locale }: { dates: HoursMonth['dates']; locale: string }) {
  return (
    <ul>
      {dates.toReversed().map((date) => (
        <li key={date.eventId}>
          <Link className="row" to={`/my/events/${date.eventId}`}>
            <span className="what">
              <strong>{date.name}</strong>
              <small>
                {`${shortDay(date.startsAt, date.timeZone, locale)} · ${timeRange(date, locale)}`}
              </small>
            </span>
            <span className="time">{hoursText(date.minutes)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
