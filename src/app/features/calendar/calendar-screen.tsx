// My calendar as an agenda: the next eight weeks by day, in the viewer's zone.
import { chakra } from '@chakra-ui/react/styled-system';
import type { CalendarEntry } from '../../../contract/me.ts';
import { useResource } from '../../data/use-resource.ts';
import { useViewer, type Viewer } from '../../format/use-viewer.ts';
import { clockTime, dayHeading, dayIn, nightsOf, shortDay, zoneCity } from '../../format/when.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { fieldHue } from '../../ui/field-lines.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Link } from '../../ui/router.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/state.tsx';
import { type AgendaDay, type AgendaEntry, agendaDays, entryLabels, weeks, windowAround } from './agenda.ts';

export function CalendarScreen() {
  return (
    <Screen>
      <Agenda />
    </Screen>
  );
}

const Loading = chakra('div', { base: { display: 'grid', gap: '2.5', pt: '2' } });
const Intro = chakra('p', { base: { color: 'fg.muted', mt: '-2', mb: '2' } });

function Agenda() {
  const viewer = useViewer();
  const { timeZone, now } = viewer;
  const { data, error, mutate } = useResource(
    'GET /api/users/me/calendar',
    now === null ? null : { query: windowAround(now) },
  );
  if (!data || timeZone === null || now === null) {
    if (error) return <ErrorState error={error} onRetry={() => void mutate()} />;
    return (
      <Loading role="status" aria-label="Loading the calendar">
        <Skeleton h="6" w="50%" mb="1" />
        <Skeleton h="20" rounded="lg" />
        <Skeleton h="20" rounded="lg" />
        <Skeleton h="6" w="50%" mt="5" mb="1" />
        <Skeleton h="20" rounded="lg" />
      </Loading>
    );
  }
  const days = agendaDays(data.items, timeZone, now);
  if (days.length === 0)
    return (
      <EmptyState
        icon="calendar"
        title={`Nothing in the next ${weeks} weeks`}
        action={<ButtonLink to="/explore/events">Explore events</ButtonLink>}
      >
        What you say yes to, and what your teams plan, stands here day by day.
      </EmptyState>
    );
  const zone = { timeZone, now, locale: viewer.locale };
  return (
    <>
      <Intro>The next {weeks} weeks</Intro>
      {error ? (
        <Notice icon="cloud-off">You see what was loaded before; it could not be refreshed.</Notice>
      ) : null}
      {days.map((day) => (
        <Day key={day.day} day={day} zone={zone} />
      ))}
    </>
  );
}

type Zone = Pick<Viewer, 'locale'> & { timeZone: string; now: number };

const DaySection = chakra('section', {
  base: {
    pt: '5',
    '& h2': { display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: '2', mb: '2.5' },
    '& h2 .weekday': { fontWeight: '700', fontSize: 'lg' },
    '& h2 .date': { color: 'fg.muted', fontSize: 'sm', fontWeight: '600', letterSpacing: '0' },
    '& ul': { display: 'grid', gap: '2' },
    lg: {
      display: 'grid',
      gridTemplateColumns: '12rem minmax(0, 1fr)',
      gap: '6',
      pt: '4',
      mt: '4',
      borderTopWidth: '1px',
      borderColor: 'border',
      '& h2': { flexDirection: 'column', position: 'sticky', top: '4', alignSelf: 'start', pt: '3' },
    },
  },
});

function Day({ day: { day, entries }, zone }: { day: AgendaDay; zone: Zone }) {
  const { locale, now } = zone;
  // Noon UTC of that day, read in UTC: the day itself, whatever the zone.
  const { weekday, date } = dayHeading(`${day}T12:00:00Z`, 'UTC', locale, now);
  const id = `day-${day}`;
  return (
    <DaySection aria-labelledby={id}>
      <h2 id={id}>
        <span className="weekday">{nearDay(day, zone) ?? weekday}</span>
        <span className="date">{nearDay(day, zone) ? `${weekday} ${date}` : date}</span>
      </h2>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id} data-row={entry.id}>
            <Entry entry={entry} zone={zone} />
          </li>
        ))}
      </ul>
    </DaySection>
  );
}

function nearDay(day: string, { timeZone, now }: Zone): string | null {
  if (day === dayIn(timeZone, now)) return 'Today';
  return day === dayIn(timeZone, now + 86_400_000) ? 'Tomorrow' : null;
}

const Card = chakra('article', {
  base: {
    position: 'relative',
    display: 'flex',
    gap: '3',
    minH: '4.5rem',
    p: '3',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    '@media (hover: hover)': { '&:hover': { borderColor: 'border.strong' } },
    '& .times': { w: '4rem', flexShrink: '0', fontVariantNumeric: 'tabular-nums', lineHeight: '1.35' },
    '& .start': { fontWeight: '700', display: 'block' },
    '& .end': { color: 'fg.muted', fontSize: 'sm', display: 'block' },
    '& .bar': {
      flexShrink: '0',
      w: '4px',
      alignSelf: 'stretch',
      rounded: 'full',
      _dark: { filter: 'brightness(1.8)' },
    },
    '& .what': { flex: '1', minW: '0' },
    '& h3': { fontWeight: '700', lineHeight: '1.3' },
    '& h3 a': {
      outline: 'none',
      '&::after': { content: '""', position: 'absolute', inset: '0', rounded: 'lg' },
      '&:focus-visible::after': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
    },
    '& .line': { color: 'fg.muted', fontSize: 'sm' },
    '& .states': {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '1.5',
      mt: '1.5',
      '& > *': { whiteSpace: 'normal' },
    },
    '& s': { color: 'fg.muted', fontWeight: '400', display: 'block', fontSize: 'sm' },
  },
  variants: {
    off: {
      true: {
        '& .start, & h3': { textDecoration: 'line-through', color: 'fg.muted', fontWeight: '600' },
        '& .bar': { opacity: '0.35' },
      },
    },
  },
});

function Entry({ entry, zone: { timeZone, locale } }: { entry: AgendaEntry; zone: Zone }) {
  const isOff = entry.eventStatus === 'EventCancelled';
  const isPostponed = entry.eventStatus === 'EventPostponed';
  const time = (at: string) => clockTime(at, timeZone, locale);
  const before = entry.eventStatus === 'EventRescheduled' ? entry.previousStartDates[0] : undefined;
  return (
    <Card off={isOff || isPostponed}>
      <div className="times">
        {before ? <Before at={before} entry={entry} zone={{ timeZone, locale }} /> : null}
        <time className="start" dateTime={entry.startsAt}>
          {time(entry.startsAt)}
        </time>
        <time className="end" dateTime={entry.endsAt}>
          {nightsOf({ ...entry, timeZone }) > 0
            ? `to ${shortDay(entry.endsAt, timeZone, locale)}`
            : time(entry.endsAt)}
        </time>
      </div>
      <svg className="bar" aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 1 1">
        <rect width="1" height="1" fill={fieldHue(entry.activities[0])} />
      </svg>
      <div className="what">
        <h3>
          <Link to={`/my/events/${entry.eventId}`}>{entry.name}</Link>
        </h3>
        <p className="line">{whereText(entry, timeZone, locale)}</p>
        <div className="states">
          {entryLabels(entry).map(({ label, tone }) => (
            <Badge key={label} tone={tone}>
              {label}
            </Badge>
          ))}
          {entry.isClash ? <Badge tone="warn">Overlaps another</Badge> : null}
        </div>
      </div>
    </Card>
  );
}

function Before({
  at,
  entry,
  zone: { timeZone, locale },
}: {
  at: string;
  entry: CalendarEntry;
  zone: { timeZone: string; locale: string };
}) {
  const isSameDay = dayIn(timeZone, at) === dayIn(timeZone, entry.startsAt);
  return <s>{isSameDay ? clockTime(at, timeZone, locale) : shortDay(at, timeZone, locale)}</s>;
}

/** The place, and the event's own clock where it is another one than the viewer's. */
function whereText(
  { place, startsAt, timeZone: eventZone }: CalendarEntry,
  timeZone: string,
  locale: string,
) {
  const there = clockTime(startsAt, eventZone, locale);
  const isElsewhere = there !== clockTime(startsAt, timeZone, locale);
  return [
    place ? place.name : 'Online or place to follow',
    isElsewhere ? `${there} ${zoneCity(eventZone)} time` : null,
  ]
    .filter(Boolean)
    .join(' · ');
}
