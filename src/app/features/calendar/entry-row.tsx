// An entry in a list: when, the team's color, what, where, and its labels. Plain rows in one styled list: a
// day may have dozens.
import { chakra } from '@chakra-ui/react/styled-system';
import { memo } from 'react';
import { clockTime, dayIn, isSameClock, shortDay, zoneCity } from '../../format/when.ts';
import { t } from '../../words/t.ts';
import { type Day, daysBetween } from './days.ts';
import { type Entry, entryLabels } from './entries.ts';
import { TeamMark } from './team-mark.tsx';
import { type TeamBook, teamOf } from './teams.ts';
import type { Zone } from './view.ts';

export const EntryList = chakra('ul', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    overflow: 'hidden',
    '& > li': {
      position: 'relative',
      display: 'flex',
      gap: '3',
      minH: '4rem',
      px: '3.5',
      py: '3',
      '@media (hover: hover)': { '&:hover': { bg: 'bg.subtle' } },
    },
    '& > li + li': { borderTopWidth: '1px', borderColor: 'border' },
    '& .times': { w: '3.5rem', flexShrink: '0', fontVariantNumeric: 'tabular-nums', lineHeight: '1.35' },
    '& .times > *': { display: 'block' },
    '& .start': { fontWeight: '700' },
    '& .end, & s': { color: 'fg.muted', fontSize: 'sm' },
    '& .bar': { flexShrink: '0', w: '4px', rounded: 'full', bg: 'var(--team)' },
    // Uncertain entries are not filled.
    '& .unanswered .bar, & .waiting .bar': {
      bg: 'repeating-linear-gradient(var(--team) 0 5px, transparent 5px 8px)',
    },
    '& .what': { flex: '1', minW: '0', overflowWrap: 'anywhere' },
    '& a': {
      fontWeight: '700',
      lineHeight: '1.3',
      outline: 'none',
      '&::after': { content: '""', position: 'absolute', inset: '0' },
      '&:focus-visible::after': {
        outline: '2px solid',
        outlineColor: 'focus',
        outlineOffset: '-3px',
        rounded: 'lg',
      },
    },
    '& .line': { display: 'flex', flexWrap: 'wrap', columnGap: '2.5', color: 'fg.muted', fontSize: 'sm' },
    '& .team': { display: 'inline-flex', alignItems: 'center', gap: '1.5', overflowWrap: 'anywhere' },
    '& .mark': { fontSize: '1.125rem', flexShrink: '0' },
    '& .states': { display: 'flex', flexWrap: 'wrap', gap: '1.5', mt: '1.5', _empty: { display: 'none' } },
    '& .badge': { px: '2.5', py: '0.5', rounded: 'full', fontSize: 'xs', fontWeight: '700' },
    '& .good': { bg: 'brand.subtle', color: 'brand.subtle.fg' },
    '& .warn': { bg: 'warn.subtle', color: 'warn' },
    '& .bad': { bg: 'danger.subtle', color: 'danger' },
    '& .plain': { borderWidth: '1px', borderColor: 'border.strong', color: 'fg' },
    '& .off .start, & .off a': { textDecoration: 'line-through', color: 'fg.muted', fontWeight: '600' },
    '& .off .bar': { opacity: '0.4' },
  },
});

type Props = { entry: Entry; day: Day; isClash: boolean; teams: TeamBook; zone: Zone };

/** `day`: the day of the list it is in; an entry of several days is in several lists. */
export const EntryRow = memo(function EntryRow({ entry, day, isClash, teams, zone }: Props) {
  const { timeZone, locale } = zone;
  const { look, name } = teamOf(entry, teams);
  const { start, end } = timesOn(entry, day, zone);
  const before = entry.eventStatus === 'EventRescheduled' ? entry.previousStartDates[0] : undefined;
  return (
    <li className={`${look.slot} ${entry.mine}${entry.isOff ? ' off' : ''}`} data-row={`${day} ${entry.id}`}>
      <div className="times">
        {before && day === entry.firstDay ? (
          <s>
            <span className="sr">{t('Was')} </span>
            {dayIn(timeZone, before) === day
              ? clockTime(before, timeZone, locale)
              : shortDay(before, timeZone, locale)}
          </s>
        ) : null}
        <time className="start" dateTime={entry.startsAt}>
          {start}
        </time>
        <time className="end" dateTime={entry.endsAt}>
          {end}
        </time>
      </div>
      <span className="bar" />
      <div className="what">
        <a href={`/my/events/${entry.eventId}`}>{entry.name}</a>
        <p className="line">
          {whereText(entry, zone)}
          {name ? (
            <span className="team">
              <TeamMark look={look} />
              {name}
            </span>
          ) : null}
        </p>
        <p className="states">
          {entryLabels(entry, zone.now).map(({ label, tone }) => (
            <span key={label} className={`badge ${tone}`}>
              {label}
            </span>
          ))}
          {isClash ? <span className="badge warn">{t('Overlaps another event')}</span> : null}
        </p>
      </div>
    </li>
  );
});

/** The times of an entry on one of its days, on the viewer's clock. */
export function timesOn(
  { startsAt, endsAt, firstDay, lastDay }: Entry,
  day: Day,
  { timeZone, locale }: Zone,
): { start: string; end: string } {
  const start = clockTime(startsAt, timeZone, locale);
  const end = clockTime(endsAt, timeZone, locale);
  if (firstDay === lastDay) return { start, end };
  const count = daysBetween(firstDay, lastDay) + 1;
  const which = t('day {day} of {count}', { day: daysBetween(firstDay, day) + 1, count });
  if (day === firstDay) return { start, end: which };
  return day === lastDay
    ? { start: t('to {end}', { end }), end: which }
    : { start: t('All day'), end: which };
}

/** The place, and the event's own clock where it differs from the viewer's. */
function whereText({ place, startsAt, timeZone: there }: Entry, { timeZone, locale }: Zone): string {
  const where = place ? place.name : t('Online or place to follow');
  if (isSameClock(startsAt, there, timeZone)) return where;
  const clock = clockTime(startsAt, there, locale);
  const isSameDay = dayIn(there, startsAt) === dayIn(timeZone, startsAt);
  const time = isSameDay ? clock : `${shortDay(startsAt, there, locale)}, ${clock}`;
  return `${where} · ${t('{time} {city} time', { time, city: zoneCity(there) })}`;
}
