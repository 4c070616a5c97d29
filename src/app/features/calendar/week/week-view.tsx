// A week as a grid of days and hours; three days on a phone. It scrolls to now, or to its first entry.
import { chakra } from '@chakra-ui/react/styled-system';
import { memo, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { serverNow } from '../../../data/http/clock.ts';
import { dayText, hourText } from '../../../format/intl.ts';
import { useNow } from '../../../format/use-viewer.ts';
import { dateOf, dayNumberOf, wallMinutes } from '../../../format/wall-clock.ts';
import { retryingLazy } from '../../../pwa/retrying-lazy.ts';
import { t } from '../../../words/t.ts';
import { addDays, type Day, daysFrom } from '../days.ts';
import { deskStyles } from '../desk/desk-styles.ts';
import { MissingMonthState, NoMatches } from '../empty-states.tsx';
import type { Entry } from '../entries.ts';
import { weekSpan } from '../steps.ts';
import { noTeamLook } from '../team-looks.ts';
import { TeamMark } from '../team-mark.tsx';
import { isOfTeams, type TeamBook } from '../teams.ts';
import { useDays } from '../use-days.tsx';
import type { ViewProps } from '../view.ts';
import { BlockItem, StripeItem } from './week-entries.tsx';
import { entryAfterKey } from './week-keys.ts';
import { weekOf } from './week-layout.ts';
import { weekStyles } from './week-styles.ts';

const Frame = chakra('div', { base: weekStyles });
const Beside = chakra('div', { base: deskStyles });
/** For coaches on a desktop: others never load it. */
const Desk = retryingLazy(async () => (await import('../desk/desk.tsx')).Desk);
const hours = Array.from({ length: 24 }, (_, hour) => hour);

export const WeekView = memo(function WeekView(props: ViewProps) {
  const { day, today, zone, teams, isShown, isFiltered, isWide, lanes, teamId, desk, go } = props;
  const { timeZone, locale } = zone;
  const { first, count } = weekSpan(day, isWide, locale);
  const days = useMemo(() => daysFrom(first, count), [first, count]);
  // Events that began the evening before may still run.
  // The desk shows queued events itself.
  const hasDesk = desk !== null;
  const isInWeek = useCallback(
    (entry: Entry) => !(hasDesk && entry.isQueued) && isShown(entry),
    [hasDesk, isShown],
  );
  const shown = useDays(addDays(first, -1), days.at(-1) ?? first, timeZone, isInWeek);
  const { byDay, clashes, missing, retry } = shown;
  const parts = useMemo(
    () => (lanes.length > 0 ? lanes.map((id) => (entry: Entry) => isOfTeams(entry, [id], teams)) : undefined),
    [lanes, teams],
  );
  const { stripes, columns } = useMemo(
    () => weekOf(byDay, days, timeZone, parts),
    [byDay, days, timeZone, parts],
  );
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const isNothing = stripes.length === 0 && columns.every(({ blocks }) => blocks.length === 0);
  const [gap] = missing;
  const earliest = Math.min(...columns.flatMap(({ blocks }) => blocks.map(({ top }) => top)));
  const scroller = useScrollTo({ first, isThisWeek: days.includes(today), earliest, timeZone });
  const shared = { teams, zone, clashes, isDesk: hasDesk };
  return (
    <>
      {shown.feeds}
      {gap?.error ? <MissingMonthState gap={gap} onRetry={retry} locale={locale} /> : null}
      {isNothing && missing.length === 0 ? (
        isFiltered ? (
          <NoMatches go={go} />
        ) : (
          <chakra.p color="fg.muted" pb="3">
            {count === 7 ? t('Nothing planned this week.') : t('Nothing planned for these days.')}
          </chakra.p>
        )
      ) : null}
      <Beside>
        <Frame
          ref={scroller}
          role="region"
          aria-label={t('Hours of the week')}
          aria-busy={missing.some(({ error }) => !error)}
          // Focusable, so that arrow keys scroll it.
          tabIndex={0}
          onKeyDown={moveFocus}
          data-desk={desk ? '' : undefined}
          data-split={parts ? '' : undefined}
          style={{ '--days': count, '--parts': Math.max(1, lanes.length) } as React.CSSProperties}
        >
          <div className="top">
            <div className="heads">
              <span className="corner" />
              {columns.map((column) => (
                <DayHead
                  key={column.day}
                  {...column}
                  today={today}
                  locale={locale}
                  lanes={lanes}
                  teams={teams}
                />
              ))}
            </div>
            {stripes.length > 0 ? (
              <ul className="stripes" aria-label={t('Several days')}>
                {stripes.map((stripe) => (
                  <StripeItem key={stripe.entry.id} stripe={stripe} {...shared} />
                ))}
              </ul>
            ) : null}
          </div>
          <div className="grid">
            <div className="hours" aria-hidden="true">
              {hours.map((hour) => (
                <span key={hour}>{hour === 0 ? '' : hourText(locale, hour)}</span>
              ))}
            </div>
            {columns.map((column) => (
              <ul
                key={column.day}
                className={column.day === today ? 'column today' : 'column'}
                aria-label={dayText(locale, 'longDay', dayNumberOf(column.day))}
              >
                {column.blocks.map((block) => (
                  <BlockItem key={`${block.entry.id} ${block.part}`} block={block} {...shared} />
                ))}
                {column.day === today ? <NowLine timeZone={timeZone} /> : null}
              </ul>
            ))}
            {desk ? (
              <Suspense fallback={null}>
                <Desk
                  {...desk}
                  scroller={scroller}
                  panel={panel}
                  days={days}
                  today={today}
                  entries={shown.byId}
                  lanes={lanes}
                  teamId={teamId}
                  teams={teams}
                  zone={zone}
                  refresh={retry}
                />
              </Suspense>
            ) : null}
          </div>
        </Frame>
        {desk ? <div className="beside" ref={setPanel} /> : null}
      </Beside>
    </>
  );
});

function moveFocus(event: React.KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const next = entryAfterKey(event.key, event.target as Element);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** On a day with a clock change it says so, because the day does not have 24 hours. */
function DayHead({
  day,
  hours: length,
  today,
  locale,
  lanes,
  teams,
}: {
  day: Day;
  hours: number;
  today: Day;
  locale: string;
  lanes: readonly string[];
  teams: TeamBook;
}) {
  const number = dayNumberOf(day);
  return (
    <div className="head" aria-current={day === today ? 'date' : undefined}>
      <span className="weekday">{dayText(locale, 'weekday', number)}</span>
      <span className="number">{dateOf(number).date}</span>
      {length === 24 ? null : (
        <span className="change">{length < 24 ? t('Clocks go forward') : t('Clocks go back')}</span>
      )}
      {lanes.length > 0 ? (
        <div className="lanes">
          {lanes.map((id) => {
            const { look, name } = teams.get(id) ?? { look: noTeamLook, name: t('Other events') };
            return (
              <span key={id} title={name}>
                <TeamMark look={look} />
                <b>{name}</b>
              </span>
            );
          })}
        </div>
      ) : null}
    </div>
  );
}

function NowLine({ timeZone }: { timeZone: string }) {
  const now = useNow();
  if (now === null) return null;
  return (
    <li
      className="now"
      aria-hidden="true"
      style={{ '--top': wallMinutes(timeZone, now) / 1440 } as React.CSSProperties}
    />
  );
}

/** Minutes before that time that stay in view. */
const beforeMinutes = 75;
const morning = 8 * 60;

/**
 * Scrolls to now in this week, else to the first entry of the shown week; once per week, when its entries are
 * known.
 */
function useScrollTo({
  first,
  isThisWeek,
  earliest,
  timeZone,
}: {
  first: Day;
  isThisWeek: boolean;
  earliest: number;
  timeZone: string;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const done = useRef('');
  useEffect(() => {
    const box = scroller.current;
    const isKnown = isThisWeek || Number.isFinite(earliest);
    const state = `${first} ${isKnown}`;
    if (!box || done.current === state || done.current === `${first} true`) return;
    done.current = state;
    const minute = isThisWeek ? wallMinutes(timeZone, serverNow()) : isKnown ? earliest : morning;
    const grid = box.querySelector<HTMLElement>('.grid');
    if (grid) box.scrollTop = (grid.clientHeight * Math.max(0, minute - beforeMinutes)) / 1440;
  }, [first, isThisWeek, earliest, timeZone]);
  return scroller;
}
