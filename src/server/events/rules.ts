// Rules of events: days, refund promises, and the mapping of rows to answers of the API. Pure.
import type { EventSummary, MyEventSummary, OwnMark, Registration } from '../../contract/events/events.ts';
import type { EventKind, EventStatus, Level, whenFilters } from '../../contract/values/enums.ts';
import { limits } from '../../contract/values/limits.ts';
import type { GroupRoles } from '../groups/rules.ts';
import { activitiesOf, shownName, textsOf } from '../people/rules.ts';
import { type EventTerms, eventCan, type Own, remainingSeats, replyStatus, stateNow } from './can-rules.ts';
import { canKnowItsPeople, type Seen } from './policy.ts';
import { type EventTies, roleAt } from './role-rules.ts';

const dayMs = 86_400_000;

/**
 * The last instant of a full refund: `before` (ISO 8601 duration, `P2D`) is subtracted from the start in local time, so that
 * two days before 18:00 is 18:00. Null without a refund promise.
 */
export function refundUntilOf(startsAt: string, timeZone: string, before: string | null): string | null {
  if (before === null) return null;
  const start = Temporal.Instant.from(startsAt).toZonedDateTimeISO(timeZone);
  return new Date(start.subtract(Temporal.Duration.from(before)).epochMilliseconds).toISOString();
}

export type DayRange = { from: string; to: string };

/** On Sundays from this hour, people who look for a weekend mean the next one. */
const sundayEveningHour = 18;

/** The days of a `when` filter in a zone: `weekend` is the current or next one, `week` the next seven days. */
export function daysOf(when: (typeof whenFilters)[number], timeZone: string, now: Date): DayRange {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const today = local.toPlainDate();
  const range = (first: number, last: number) => ({
    from: today.add({ days: first }).toString(),
    to: today.add({ days: last }).toString(),
  });
  switch (when) {
    case 'today':
      return range(0, 0);
    case 'tomorrow':
      return range(1, 1);
    case 'week':
      return range(0, 6);
    case 'weekend':
      return today.dayOfWeek === 7 && local.hour >= sundayEveningHour
        ? range(6, 7)
        : range(Math.max(0, 6 - today.dayOfWeek), 7 - today.dayOfWeek);
  }
}

/** The current day in a zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, now: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}

/** Midnight UTC of a day, moved by whole days. Days outside 1970–2999 are clamped. */
export function instantNear(day: string, moveDays: number): string {
  const within = day < '1970-01-03' ? '1970-01-03' : day > '2999-12-28' ? '2999-12-28' : day;
  return new Date(Date.parse(`${within}T00:00:00Z`) + moveDays * dayMs).toISOString();
}

/** An instant in the stored format, with milliseconds; years that a database may refuse are clamped. */
export function storedInstant(instant: string): string {
  const year = Number(instant.slice(0, 4));
  return year < 1000 ? '1000-01-01T00:00:00.000Z' : new Date(instant).toISOString();
}

/** Events that are not over started after this instant, because the length of events is limited. */
export function earliestStartOfUnended(now: Date): string {
  return new Date(now.getTime() - limits.eventDurationDays * dayMs).toISOString();
}

/** The columns that a list of events reads; see `selectSummaries` in queries.ts. */
export type SummaryRow = {
  id: string;
  slug: string;
  name: string;
  kind: EventKind;
  activities: string;
  level: Level | null;
  starts_at: string;
  ends_at: string;
  time_zone: string;
  attendance_mode: EventSummary['attendanceMode'];
  place_name: string | null;
  place_region: string | null;
  organizer_user_id: string | null;
  organizer_organization_id: string | null;
  /** Null if the viewer may not see the organizer. */
  organizer_name: string | null;
  /** The lowest offer, `1250 EUR`; null without one. */
  lowest_offer: string | null;
  maximum_attendee_capacity: number | null;
  seats_held: number;
  waitlist_enabled: 0 | 1;
  event_status: EventStatus;
  previous_start_dates: string;
  image: string | null;
};

/** With the leaders as a text of `selectListRows`; null without one. */
export type ListRow = SummaryRow & { leaders: string | null };

/** `is_listed`: everyone may see the name. */
export type LeaderRow = { id: string; name: string; is_listed: 0 | 1 };

const partsOf = (text: string | null) => (text === null ? [] : text.split('\u001f'));

/** The leaders of a text of `selectListRows`: `<id> <is_listed> <name>` each. */
export const leadersIn = (text: string | null): LeaderRow[] =>
  partsOf(text).map((part) => {
    const [id = '', isListed] = part.split(' ', 2);
    return { id, is_listed: isListed === '1' ? 1 : 0, name: part.slice(id.length + 3) };
  });

/** The teams of a text of `selectMySummaries`: `<id> <organization>` each. */
const teamsIn = (text: string | null): EventTies['teams'] =>
  partsOf(text).map((part) => {
    const [id = '', organizationId] = part.split(' ');
    return { id, organizationId: organizationId || null };
  });

/** An event in lists. */
export const listedSummaryOf = (row: ListRow): EventSummary => summaryOf(row, leadersIn(row.leaders));

export function summaryOf(row: SummaryRow, leaders: readonly LeaderRow[]): EventSummary {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    kind: row.kind,
    activities: activitiesOf(row.activities),
    level: row.level,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    timeZone: row.time_zone,
    attendanceMode: row.attendance_mode,
    place: row.place_name === null ? null : { name: row.place_name, region: row.place_region ?? '' },
    organizer: organizerOf(row),
    leaders: leaders.map(({ id, name }) => ({ id, name: shownName(name) })),
    price: priceOf(row.lowest_offer),
    maximumAttendeeCapacity: row.maximum_attendee_capacity,
    remainingAttendeeCapacity: remainingSeats(row.maximum_attendee_capacity, row.seats_held),
    waitlistEnabled: row.waitlist_enabled === 1,
    eventStatus: row.event_status,
    previousStartDates: textsOf(row.previous_start_dates),
    image: row.image,
  };
}

function organizerOf(row: SummaryRow): EventSummary['organizer'] {
  if (row.organizer_name === null) return null;
  const id = row.organizer_user_id ?? row.organizer_organization_id;
  const kind = row.organizer_user_id === null ? 'organization' : 'person';
  return id === null ? null : { kind, id, name: shownName(row.organizer_name) };
}

/** Parses `1250 EUR`; null if the event is free. */
export function priceOf(lowestOffer: string | null): EventSummary['price'] {
  if (lowestOffer === null) return null;
  const [amount = '0', currency = ''] = lowestOffer.split(' ');
  return amount === '0' ? null : { amountMinor: Number(amount), currency };
}

export type MyRegistrationRow = Own & {
  my_version: number | null;
  /** Null if this person does not wait. */
  my_position: number | null;
  /** Null if the question is not open; see `isAskedAgain` of queries.ts. */
  my_reconfirm_asked_at: string | null;
  my_answered_starts_at: string | null;
  my_answered_ends_at: string | null;
};

/** A person's own registration; null without a reply. */
export function myRegistrationOf(row: MyRegistrationRow): Registration | null {
  if (row.my_state === null || row.my_version === null) return null;
  const { my_reconfirm_asked_at: askedAt, my_answered_starts_at: from, my_answered_ends_at: until } = row;
  return {
    state: row.my_state,
    position: row.my_position,
    holdExpiresAt: row.my_hold_expires_at,
    version: row.my_version,
    reconfirmAskedAt: askedAt,
    answeredFor:
      askedAt === null || from === null || until === null ? null : { startsAt: from, endsAt: until },
  };
}

/** Parses `myDue` of queries.ts. A lapsed hold owes nothing. */
export function dueOf(row: Own & { my_due: string | null }, now: string): MyEventSummary['due'] {
  if (row.my_due === null || stateNow(row, now) === 'holdExpired') return null;
  const [amount, currency = '', state, offerId] = row.my_due.split(' ');
  return {
    amount: { amountMinor: Number(amount), currency },
    offerId: offerId || null,
    way: state === 'offlineDue' ? 'cash' : state === 'processing' ? 'underWay' : 'online',
  };
}

type MyRow = ListRow &
  MyRegistrationRow &
  EventTerms &
  Seen &
  SeriesRow & {
    my_due: string | null;
    is_organizer_listed: 0 | 1;
    owner_team_id: string | null;
    teams: string | null;
  };

/** The columns of an event's series. */
export type SeriesRow = { series_id: string | null; series_rrule: string | null };

/** Counts of a series for a viewer: dates that they can see, and dates with an open question "Still coming?". */
export type SeenSeries = { count: number; askedAgain: number };

/** The series of an event as an answer of the API. */
export const seriesOf = ({ series_id: id, series_rrule: rrule }: SeriesRow, seen: SeenSeries | undefined) =>
  id === null || rrule === null
    ? null
    : { id, rrule, count: seen?.count ?? 0, askedAgain: seen?.askedAgain ?? 0 };

/** Undefined if they were not requested. */
type Counts = Record<'replies', MyEventSummary['replies'] | undefined> &
  Record<'attendance', MyEventSummary['attendance'] | undefined> & {
    ownMark: OwnMark;
    series: SeenSeries | undefined;
  };

/** The role of the person of `groupRoles` at an event of their lists. */
export const myRoleAt = (row: MyRow, groupRoles: GroupRoles) =>
  roleAt({ ...row, teams: teamsIn(row.teams) }, groupRoles);

/** An event in lists of a signed-in person, with the names that they may see. */
export function mySummaryOf(
  row: MyRow,
  groupRoles: GroupRoles,
  now: string,
  { replies, attendance, ownMark, series }: Counts,
): MyEventSummary {
  const role = myRoleAt(row, groupRoles);
  const may = eventCan(row, role, row, now);
  const knowsAll = canKnowItsPeople(role, replyStatus(row, row, now));
  const isNamed = (isListed: 0 | 1) => knowsAll || isListed === 1;
  const shown = may.can.see
    ? summaryOf(
        { ...row, organizer_name: isNamed(row.is_organizer_listed) ? row.organizer_name : null },
        leadersIn(row.leaders).filter((leader) => isNamed(leader.is_listed)),
      )
    : pastSummaryOf(row);
  return {
    ...shown,
    publication: row.publication,
    registration: myRegistrationOf(row),
    due: dueOf(row, now),
    replies: may.can.edit ? (replies ?? null) : null,
    attendance: may.can.edit ? (attendance ?? null) : null,
    ownMark: ownMark ?? null,
    series: may.can.see ? seriesOf(row, series) : null,
    ...may,
  };
}

/** The reduced event for a person who replied but can no longer see it: name, time and place. */
function pastSummaryOf(row: SummaryRow): EventSummary {
  return {
    ...summaryOf({ ...row, organizer_name: null }, []),
    level: null,
    maximumAttendeeCapacity: null,
    remainingAttendeeCapacity: null,
    waitlistEnabled: false,
    image: null,
  };
}
