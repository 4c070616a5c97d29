// A month as a grid of days (WAI-ARIA grid pattern), with the chosen day's entries beside or below it.
import { chakra } from '@chakra-ui/react/styled-system';
import { memo, useEffect, useMemo, useRef } from 'react';
import { addDays, addMonths, type Day, monthEnd, monthStart, monthWeeks, weekStart } from '../days.ts';
import { MissingMonthState } from '../empty-states.tsx';
import { noEntries } from '../entries.ts';
import { useDays } from '../use-days.tsx';
import type { ViewProps } from '../view.ts';
import { DayPanel } from './day-panel.tsx';
import { MonthCell, type MonthCellProps, weekdayNames } from './month-cell.tsx';
import { MonthLegend } from './month-legend.tsx';
import { monthGridStyles } from './month-styles.ts';

const Halves = chakra('div', {
  base: {
    display: 'grid',
    gap: '6',
    gridTemplateColumns: 'minmax(0, 1fr)',
    xl: { gridTemplateColumns: 'minmax(0, 1fr) 20rem', gap: '6' },
  },
});
const Month = chakra('div', { base: { minW: '0' } });
const Grid = chakra('table', { base: monthGridStyles });

export const MonthView = memo(function MonthView(props: ViewProps) {
  const { day, today, zone, teams, isShown, isWide, isFiltered, go } = props;
  const { locale, timeZone } = zone;
  const month = monthStart(day);
  const weeks = useMemo(() => monthWeeks(month, locale), [month, locale]);
  const first = weeks[0]?.[0] ?? month;
  const last = weeks.at(-1)?.[6] ?? monthEnd(month);
  const shown = useDays(first, last, timeZone, isShown);
  const { byDay, clashes, missing } = shown;
  const loading = missing.find(({ error }) => !error);
  const entries = useMemo(() => weeks.flat().flatMap((date) => byDay.get(date) ?? noEntries), [weeks, byDay]);
  const grid = useRef<HTMLTableElement>(null);
  const panel = useRef<HTMLElement>(null);

  // While the focus is in the grid, it follows the chosen day.
  const wantsFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day is when to move
  useEffect(() => {
    if (wantsFocus.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    wantsFocus.current = false;
  }, [day]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target instanceof HTMLAnchorElement || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      panel.current?.focus();
      return;
    }
    const next = dayAfterKey(event, day, locale);
    if (!next) return;
    event.preventDefault();
    wantsFocus.current = true;
    go({ day: next }, 'replace');
  };
  const onClick = (event: React.MouseEvent) => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-day]');
    // A link navigates elsewhere.
    if (!cell?.dataset.day || (event.target as Element).closest('a')) return;
    wantsFocus.current = true;
    if (cell.dataset.day === day) cell.focus();
    else go({ day: cell.dataset.day }, 'replace');
  };
  const common: Pick<MonthCellProps, 'zone' | 'teams' | 'isWide'> = { zone, teams, isWide };
  return (
    <Halves>
      {shown.feeds}
      <Month>
        <Grid
          ref={grid}
          role="grid"
          aria-labelledby="calendar-title"
          aria-busy={loading !== undefined}
          onKeyDown={onKeyDown}
          onClick={onClick}
        >
          <thead>
            <tr>
              {weekdayNames(weeks[0] ?? [], locale).map(({ short, long }) => (
                <th key={long} scope="col" abbr={long}>
                  {short}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]}>
                {week.map((date) => (
                  <MonthCell
                    key={date}
                    date={date}
                    entries={byDay.get(date) ?? noEntries}
                    clashes={clashes}
                    isChosen={date === day}
                    isToday={date === today}
                    isOutside={date < month || date > monthEnd(month)}
                    {...common}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </Grid>
        {loading ? null : (
          <MonthLegend entries={entries} clashes={clashes} hasNames={isWide} now={zone.now} />
        )}
      </Month>
      {loading ? (
        // The legend would move the chosen day.
        <MissingMonthState gap={loading} onRetry={shown.retry} locale={locale} />
      ) : (
        <DayPanel
          ref={panel}
          day={day}
          shown={shown}
          zone={zone}
          teams={teams}
          isFiltered={isFiltered}
          go={go}
        />
      )}
    </Halves>
  );
});

/** The day that a key moves to; null for other keys. */
function dayAfterKey({ key, shiftKey }: React.KeyboardEvent, day: Day, locale: string): Day | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return weekStart(day, locale);
    case 'End':
      return addDays(weekStart(day, locale), 6);
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1);
    default:
      return null;
  }
}
