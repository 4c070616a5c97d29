// The agenda: an infinite list of days, in both directions. Rows are added before they scroll into view; rows
// added above do not move the others.
import { chakra } from '@chakra-ui/react/styled-system';
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { dayHeadingOf } from '../../../format/when.ts';
import { Button } from '../../../ui/button.tsx';
import { t } from '../../../words/t.ts';
import { addDays, addMonths, type Day, monthEnd, monthStart } from '../days.ts';
import { MissingMonthState, NoMatches, NothingPlanned } from '../empty-states.tsx';
import type { Entry } from '../entries.ts';
import { EntryList, EntryRow } from '../entry-row.tsx';
import type { TeamBook } from '../teams.ts';
import { monthsOfDays, useDays } from '../use-days.tsx';
import { useScrolledDay } from '../use-scrolled-day.ts';
import type { ViewProps, Zone } from '../view.ts';
import { agendaItems, dayWith } from './agenda-days.ts';
import { useInView } from './use-in-view.ts';

const List = chakra('div', {
  base: {
    // The list does its own scroll anchoring, because not every browser does.
    overflowAnchor: 'none',
    '& > section': {
      contentVisibility: 'auto',
      containIntrinsicSize: 'auto calc(3rem + var(--rows) * 5.5rem)',
      pb: '4',
    },
    '& h3': {
      position: 'sticky',
      top: 'calc(3.75rem + env(safe-area-inset-top, 0px))',
      zIndex: '2',
      display: 'flex',
      alignItems: 'baseline',
      flexWrap: 'wrap',
      columnGap: '2',
      py: '2',
      bg: 'bg',
    },
    '& h3 b': { fontSize: 'md', fontWeight: '700' },
    '& h3 .near': { color: 'brand' },
    '& h3 span': { color: 'fg.muted', fontSize: 'sm', fontWeight: '600', letterSpacing: '0' },
    '& .none': { color: 'fg.muted', py: '2' },
    '& .free': {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      py: '3',
      color: 'fg.muted',
      fontSize: 'sm',
      '&::before, &::after': { content: '""', flex: '1', borderTopWidth: '1px', borderColor: 'border' },
    },
    lg: {
      '& > section': {
        display: 'grid',
        gridTemplateColumns: '11rem minmax(0, 1fr)',
        gap: '6',
        '& h3': { flexDirection: 'column', alignSelf: 'start' },
      },
    },
  },
});
const More = chakra('div', { base: { display: 'flex', justifyContent: 'center', py: '2' } });

/** How many entries are rendered at first, and added with each step. */
const firstGoal = 14;
const goalStep = 24;
/** Stop loading automatically after this many months without an entry. */
const maxEmptyMonths = 6;

export const AgendaView = memo(function AgendaView(props: ViewProps) {
  return <Agenda key={props.turn} {...props} />;
});

function Agenda({ day, today, zone, teams, isShown, isFiltered, go }: ViewProps) {
  const { timeZone, locale } = zone;
  const [anchor] = useState(day);
  const [range, setRange] = useState({ first: anchor, last: monthEnd(addDays(anchor, 20)) });
  const [earlier, setEarlier] = useState<Day | null>(null);
  const [goal, setGoal] = useState(firstGoal);
  const shown = useDays(earlier ?? range.first, range.last, timeZone, isShown);
  const { byDay, clashes, missing, retry } = shown;
  const list = useRef<HTMLDivElement>(null);

  const through = dayWith(shown, goal, anchor, range.last);
  const items = useMemo(() => {
    const all = agendaItems({ byDay }, { first: range.first, last: through, today }, (first, last) => {
      const months = monthsOfDays(first, last, timeZone);
      const gaps = missing.filter(({ month }) => months.includes(month));
      // Of two UTC months, the one that the date names.
      return gaps.find(({ month }) => first.startsWith(month)) ?? gaps[0] ?? null;
    });
    // Nothing below a month that is loading: its days would move it.
    const loading = all.findIndex((item) => item.kind === 'gap' && !item.gap.error);
    return loading < 0 ? all : all.slice(0, loading + 1);
  }, [byDay, missing, range.first, through, today, timeZone]);
  const days = [...byDay.keys()].sort();
  const isLoading = missing.some(({ error }) => !error);

  const isEmptyAhead = range.last > monthEnd(addMonths(days.at(-1) ?? anchor, maxEmptyMonths));
  const addLater = () => {
    if (through < range.last) setGoal((count) => count + goalStep);
    else if (missing.length === 0)
      setRange(({ first, last }) => ({ first, last: monthEnd(addDays(last, 1)) }));
  };
  const end = useInView<HTMLDivElement>(
    addLater,
    `${through} ${range.last} ${missing.length}`,
    !isEmptyAhead,
  );

  // Earlier rows are rendered when their data is there, so that nothing above changes its height later.
  const addEarlier = () =>
    setEarlier(
      (wanted) =>
        wanted ?? monthStart(addDays(range.first, range.first === monthStart(range.first) ? -1 : 0)),
    );
  const anchorRow = useRef<{ row: Element; top: number } | null>(null);
  useEffect(() => {
    if (earlier === null) return;
    const months = monthsOfDays(earlier, addDays(range.first, -1), timeZone);
    if (missing.some(({ month, error }) => months.includes(month) && !error)) return;
    const row = list.current?.firstElementChild;
    anchorRow.current = row ? { row, top: row.getBoundingClientRect().top } : null;
    setRange(({ last }) => ({ first: earlier, last }));
    setEarlier(null);
  }, [earlier, missing, range.first, timeZone]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another first day is when to hold the place
  useLayoutEffect(() => {
    if (anchorRow.current)
      scrollBy({
        top: anchorRow.current.row.getBoundingClientRect().top - anchorRow.current.top,
        behavior: 'instant',
      });
    anchorRow.current = null;
  }, [range.first]);
  const isEmptyBefore = range.first < monthStart(addMonths(days[0] ?? anchor, -maxEmptyMonths));
  const start = useInView<HTMLDivElement>(
    () => {
      if (scrollY > 0) addEarlier();
    },
    `${range.first} ${earlier}`,
    !isEmptyBefore,
  );
  useScrolledDay(list, day, today, go);

  const isEmpty = days.length === 0 && missing.length === 0;
  return (
    <>
      {shown.feeds}
      <More ref={start}>
        <Button look="quiet" busy={earlier !== null} onClick={addEarlier}>
          {t('Earlier')}
        </Button>
      </More>
      {isEmpty ? isFiltered ? <NoMatches go={go} /> : <NothingPlanned /> : null}
      <List ref={list} aria-busy={isLoading}>
        {isEmpty
          ? null
          : items.map((item) =>
              item.kind === 'day' ? (
                <DaySection
                  key={item.day}
                  day={item.day}
                  today={today}
                  entries={item.entries}
                  clashes={clashes}
                  teams={teams}
                  zone={zone}
                />
              ) : item.kind === 'free' ? (
                <p key={`free ${item.day}`} className="free">
                  {t('{days} free days', { days: item.days })}
                </p>
              ) : (
                <MissingMonthState key={`gap ${item.day}`} gap={item.gap} onRetry={retry} locale={locale} />
              ),
            )}
      </List>
      <More ref={end}>
        {isEmptyAhead || isEmpty ? (
          <Button
            look="quiet"
            onClick={() =>
              setRange(({ first, last }) => ({ first, last: monthEnd(addMonths(last, maxEmptyMonths)) }))
            }
          >
            {t('Look further ahead')}
          </Button>
        ) : null}
      </More>
    </>
  );
}

const DaySection = memo(function DaySection({
  day,
  today,
  entries,
  clashes,
  teams,
  zone,
}: {
  day: Day;
  today: Day;
  entries: readonly Entry[];
  clashes: ReadonlySet<string>;
  teams: TeamBook;
  zone: Zone;
}) {
  const { weekday, date } = dayHeadingOf(day, zone.locale, zone.now);
  const near = day === today ? t('Today') : day === addDays(today, 1) ? t('Tomorrow') : null;
  const id = `day-${day}`;
  return (
    <section
      aria-labelledby={id}
      data-day={day}
      style={{ '--rows': Math.max(1, entries.length) } as React.CSSProperties}
    >
      <h3 id={id}>
        <b className={near ? 'near' : undefined}>{near ?? weekday}</b>
        <span>{near ? `${weekday} ${date}` : date}</span>
      </h3>
      {entries.length === 0 ? (
        <p className="none">{t('Nothing today.')}</p>
      ) : (
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
      )}
    </section>
  );
});
