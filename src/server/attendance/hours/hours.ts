// The hours that a coach has led, and those of others in the groups that a person runs; as an answer and as a file.
import type { Answer } from '../../../contract/api.ts';
import type { HoursMonth } from '../../../contract/events/coaching-hours.ts';
import { limits } from '../../../contract/values/limits.ts';
import { addAudit } from '../../audit/queries.ts';
import type { Db } from '../../db/open.ts';
import { shownName } from '../../people/rules.ts';
import { csvOf } from '../../text/csv.ts';
import { t } from '../../words/t.ts';
import type { Period } from '../period.ts';
import { type LedEvent, listLedEventsOfOthers, listOwnLedEvents } from './queries.ts';

type Hours = Answer<'GET /api/users/me/coaching-hours'>;
type Reader = { userId: string; now: Date };

export async function coachingHours(db: Db, userId: string, period: Period): Promise<Hours> {
  const { own, others, hasEarlier } = await listLed(db, userId, period);
  return {
    from: period.from,
    to: period.to,
    months: monthsOf(own),
    others: byCoach(others).map(([coach, events]) => ({
      user: {
        id: coach.person_id,
        name: shownName(coach.person_name),
        avatarSrc: coach.file_path,
        hasAccount: coach.has_account === 1,
      },
      months: monthsOf(events),
    })),
    hasEarlier,
  };
}

/** The same as a table with one row for each coach and event. The audit log names who reads the hours of others. */
export async function coachingHoursFile(db: Db, { userId, now }: Reader, period: Period): Promise<string> {
  const { own, others, hasEarlier } = await listLed(db, userId, period);
  if (others.length > 0)
    await addAudit(db, {
      actorId: userId,
      action: 'coachingHours.exported',
      objectKind: 'user',
      objectId: userId,
      after: { from: period.from, to: period.to },
      at: now.toISOString(),
    });
  const header = [t('Coach'), t('Day'), t('Event'), t('Starts'), t('Ends'), t('Minutes')];
  const rows = [own, ...byCoach(others).map(([, events]) => events)]
    .flat()
    .map((event) => [
      shownName(event.person_name),
      event.starts_on,
      event.name,
      localTime(event.starts_at, event.time_zone),
      localTime(event.ends_at, event.time_zone),
      minutesOf(event),
    ]);
  const missing = hasEarlier
    ? [
        t('These are {count} events, and the period has more. Choose earlier days to see the rest.', {
          count: rows.length,
        }),
      ]
    : [];
  return csvOf([header, ...rows, ...missing.map((text) => [text])]);
}

/** The newest events that fit in one answer, by start. */
async function listLed(db: Db, userId: string, period: Period) {
  const max = limits.hoursDatesMax;
  const [own, others] = [
    await listOwnLedEvents(db, userId, period),
    await listLedEventsOfOthers(db, userId, period),
  ];
  return {
    own: own.slice(0, max).toReversed(),
    others: others.slice(0, max).toReversed(),
    hasEarlier: own.length > max || others.length > max,
  };
}

/** The events of each coach, by name. */
function byCoach(events: readonly LedEvent[]): [coach: LedEvent, events: LedEvent[]][] {
  const coaches = [...Map.groupBy(events, ({ person_id }) => person_id).values()];
  return coaches
    .flatMap((led): [LedEvent, LedEvent[]][] => (led[0] ? [[led[0], led]] : []))
    .sort(([a], [b]) => (a.sort_name < b.sort_name ? -1 : a.sort_name > b.sort_name ? 1 : 0));
}

function monthsOf(events: readonly LedEvent[]): HoursMonth[] {
  return [...Map.groupBy(events, ({ starts_on }) => starts_on.slice(0, 7))].map(([month, led]) => ({
    month,
    events: led.length,
    minutes: led.reduce((sum, event) => sum + minutesOf(event), 0),
    dates: led.map((event) => ({
      eventId: event.id,
      name: event.name,
      kind: event.kind,
      startsAt: event.starts_at,
      endsAt: event.ends_at,
      timeZone: event.time_zone,
      minutes: minutesOf(event),
    })),
  }));
}

const minutesOf = ({ starts_at, ends_at }: LedEvent) =>
  Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000);

/** `2026-11-28 18:00`, which spreadsheets read as a date with a time in every language. */
function localTime(instant: string, timeZone: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return local.toString({ smallestUnit: 'minute' }).replace('T', ' ');
}
