// One day of the month's grid: its number, and marks for its entries, or their names where there is room. It
// is one tab stop with a full accessible name.
import { memo } from 'react';
import { dayText } from '../../../format/intl.ts';
import { dayNumberOf } from '../../../format/wall-clock.ts';
import { clockTime } from '../../../format/when.ts';
import { t } from '../../../words/t.ts';
import type { Day } from '../days.ts';
import { type Entry, openMineOf } from '../entries.ts';
import { TeamMark } from '../team-mark.tsx';
import { type TeamBook, teamOf } from '../teams.ts';
import type { Zone } from '../view.ts';
import { movedSign, signs } from './month-legend.tsx';

export type MonthCellProps = {
  date: Day;
  entries: readonly Entry[];
  clashes: ReadonlySet<string>;
  isChosen: boolean;
  isToday: boolean;
  isOutside: boolean;
  zone: Zone;
  teams: TeamBook;
  isWide: boolean;
};

const shownNames = 3;
const shownMarks = 4;

/** The column headers. */
export function weekdayNames(week: readonly Day[], locale: string) {
  return week.map((day) => {
    const number = dayNumberOf(day);
    return { short: dayText(locale, 'weekday', number), long: dayText(locale, 'longWeekday', number) };
  });
}

export const MonthCell = memo(
  function MonthCell({
    date,
    entries,
    clashes,
    isChosen,
    isToday,
    isOutside,
    zone,
    teams,
    isWide,
  }: MonthCellProps) {
    const overlaps = entries.filter(({ id }) => clashes.has(id)).length;
    return (
      // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a td of a grid is a gridcell, and may not say so (ARIA in HTML)
      <td
        data-day={date}
        className={isOutside ? 'outside' : undefined}
        tabIndex={isChosen ? 0 : -1}
        aria-selected={isChosen}
        aria-current={isToday ? 'date' : undefined}
      >
        <div className="in">
          <span className="sr">{labelOf(date, entries, overlaps, zone.locale)}</span>
          <span className="number" aria-hidden="true">
            {Number(date.slice(8))}
          </span>
          {isWide ? (
            <Names date={date} entries={entries} zone={zone} teams={teams} />
          ) : (
            <Marks entries={entries} zone={zone} teams={teams} />
          )}
          {overlaps > 0 ? (
            <span className="clash" title={t('Something overlaps')} aria-hidden="true">
              !
            </span>
          ) : null}
        </div>
      </td>
    );
  },
  (before, after) =>
    before.entries === after.entries &&
    before.clashes === after.clashes &&
    before.isChosen === after.isChosen &&
    before.isToday === after.isToday &&
    before.isOutside === after.isOutside &&
    before.zone === after.zone &&
    before.teams === after.teams &&
    before.isWide === after.isWide,
);

function labelOf(date: Day, entries: readonly Entry[], overlaps: number, locale: string): string {
  const day = dayNumberOf(date);
  const parts = [`${dayText(locale, 'longWeekday', day)} ${dayText(locale, 'dayMonthYear', day)}`];
  const on = entries.filter(({ isOff }) => !isOff).length;
  const off = entries.length - on;
  if (on > 0) parts.push(t('{count, plural, one {# event} other {# events}}', { count: on }));
  if (off > 0) parts.push(t('{off} called off', { off }));
  if (overlaps > 0) parts.push(t('some overlap'));
  return parts.join(', ');
}

function Marks({ entries, zone, teams }: { entries: readonly Entry[]; zone: Zone; teams: TeamBook }) {
  const on = entries
    .map((entry) => ({ entry, mine: openMineOf(entry, zone.now) }))
    .filter(({ mine }) => mine !== 'out');
  const most = on.length > shownMarks ? shownMarks - 1 : shownMarks;
  return (
    <span className="marks" aria-hidden="true">
      {on.slice(0, most).map(({ entry, mine }) => (
        <TeamMark
          key={entry.id}
          look={teamOf(entry, teams).look}
          hollow={mine === 'unanswered' || mine === 'waiting'}
        />
      ))}
      {on.length > most ? <b>+{on.length - most}</b> : null}
    </span>
  );
}

function Names({
  date,
  entries,
  zone,
  teams,
}: {
  date: Day;
  entries: readonly Entry[];
  zone: Zone;
  teams: TeamBook;
}) {
  const most = entries.length > shownNames ? shownNames - 1 : shownNames;
  return (
    <>
      {entries.slice(0, most).map((entry) => (
        <a
          key={entry.id}
          href={`/my/events/${entry.eventId}`}
          tabIndex={-1}
          title={entry.name}
          className={`${teamOf(entry, teams).look.slot} ${entry.isOff ? 'off' : openMineOf(entry, zone.now)}`}
        >
          {entry.firstDay === date && !(entry.firstDay < entry.lastDay) ? (
            <>
              <time dateTime={entry.startsAt}>
                {clockTime(entry.startsAt, zone.timeZone, zone.locale)}
              </time>{' '}
            </>
          ) : null}
          {[
            entry.eventStatus === 'EventRescheduled' ? movedSign : signs[openMineOf(entry, zone.now)],
            entry.name,
          ]
            .filter(Boolean)
            .join(' ')}
        </a>
      ))}
      {entries.length > most ? (
        <span className="more" aria-hidden="true">
          {t('+{count} more', { count: entries.length - most })}
        </span>
      ) : null}
    </>
  );
}
