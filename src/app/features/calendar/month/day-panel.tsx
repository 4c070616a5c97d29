// The chosen day of the month: its entries, or the reason why there are none.
import { chakra } from '@chakra-ui/react/styled-system';
import type { Ref } from 'react';
import { dayHeadingOf } from '../../../format/when.ts';
import { t } from '../../../words/t.ts';
import type { Day } from '../days.ts';
import { MissingMonthState, NoMatches, NothingPlanned } from '../empty-states.tsx';
import { type Entry, noEntries } from '../entries.ts';
import { EntryList, EntryRow } from '../entry-row.tsx';
import type { TeamBook } from '../teams.ts';
import { monthsOfDays, type ShownDays } from '../use-days.tsx';
import type { Go } from '../use-position.ts';
import type { Zone } from '../view.ts';

const Panel = chakra('section', {
  base: {
    minW: '0',
    '& h3': { display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: '2', mb: '2.5' },
    '& h3 b': { fontSize: 'lg', fontWeight: '700' },
    '& h3 span': { fontSize: 'sm', fontWeight: '500', color: 'fg.muted', letterSpacing: '0' },
    '& .none': { color: 'fg.muted', '& + ul': { mt: '2.5' } },
    _focusVisible: { outline: '2px solid', outlineColor: 'focus', outlineOffset: '6px', rounded: 'md' },
  },
});

type Shown = {
  ref: Ref<HTMLElement>;
  day: Day;
  shown: ShownDays;
  zone: Zone;
  teams: TeamBook;
  isFiltered: boolean;
  go: Go;
};

export function DayPanel({ ref, day, shown, zone, teams, isFiltered, go }: Shown) {
  const { byDay, clashes, missing, retry } = shown;
  const entries = byDay.get(day) ?? noEntries;
  const { weekday, date } = dayHeadingOf(day, zone.locale, zone.now);
  const own = monthsOfDays(day, day, zone.timeZone);
  const gap = missing.find(({ month }) => own.includes(month));
  return (
    <Panel ref={ref} tabIndex={-1} aria-labelledby="chosen-day">
      <h3 id="chosen-day">
        <b>
          {weekday} {date}
        </b>
        {entries.length > 0 ? <span>{summaryOf(entries, clashes)}</span> : null}
      </h3>
      {entries.length > 0 ? (
        <EntryList>
          {entries.map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              day={day}
              isClash={clashes.has(entry.id)}
              teams={teams}
              zone={zone}
            />
          ))}
        </EntryList>
      ) : gap ? (
        <MissingMonthState gap={gap} onRetry={retry} locale={zone.locale} />
      ) : byDay.size > 0 ? (
        <Next day={day} shown={shown} zone={zone} teams={teams} />
      ) : isFiltered ? (
        <NoMatches go={go} />
      ) : (
        <NothingPlanned />
      )}
    </Panel>
  );
}

/** What comes after a day without entries, as far as the months of the view tell. */
function Next({
  day,
  shown: { byDay, clashes },
  zone,
  teams,
}: Pick<Shown, 'day' | 'shown' | 'zone' | 'teams'>) {
  const later = [...byDay.keys()].filter((other) => other > day).sort();
  const next = later.find((other) => byDay.get(other)?.some(({ isOff, mine }) => !isOff && mine !== 'out'));
  const entry = next && byDay.get(next)?.find(({ isOff, mine }) => !isOff && mine !== 'out');
  if (!next || !entry) return <p className="none">{t('Nothing on this day.')}</p>;
  const { weekday, date } = dayHeadingOf(next, zone.locale, zone.now);
  return (
    <>
      <p className="none">{t('Nothing on this day. Next, on {weekday} {date}:', { weekday, date })}</p>
      <EntryList>
        <EntryRow entry={entry} day={next} isClash={clashes.has(entry.id)} teams={teams} zone={zone} />
      </EntryList>
    </>
  );
}

/** `2 events, no clash`. */
function summaryOf(entries: readonly Entry[], clashes: ReadonlySet<string>): string {
  const on = entries.filter(({ isOff }) => !isOff);
  const count = t('{count, plural, one {# event} other {# events}}', { count: on.length });
  const overlapping = on.filter(({ id }) => clashes.has(id)).length;
  if (overlapping > 0)
    return `${count}, ${t('{overlapping, plural, one {one overlaps} other {# overlap}}', { overlapping })}`;
  return on.length > 1 ? `${count}, ${t('no overlap')}` : count;
}
