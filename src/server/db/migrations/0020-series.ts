// Series that can be edited. A slot (`recurrence_id`) is now the local time on the clock of the series' zone, where it was an
// instant, and `template` is a whole event with its times at the first date, where it was a few of its fields.
import { type Kysely, sql } from 'kysely';

export const seriesColumns = `
drop index events_recurrence;
alter table events add column slot TEXT;
alter table event_series add column root_series_id ID references event_series(id);
update event_series set root_series_id = id;
alter table event_series add column created_by ID references users(id) on delete set null;
alter table event_series add column extended_until TEXT;
`;

export const seriesKeys = `
alter table events drop column recurrence_id;
alter table events rename column slot to recurrence_id;
create unique index events_recurrence on events(series_id, recurrence_id) where series_id is not null;
alter table event_series drop column starts_local;
alter table event_series drop column duration_minutes;
create index event_series_root on event_series(root_series_id);
create index event_series_to_extend on event_series(extended_until) where extended_until is not null;
`;

type Row = Record<string, string | null>;

/** Gives every date its slot and every series its template; between the two lists of statements above. */
export async function fillSeries(db: Kysely<unknown>): Promise<void> {
  const { rows: series } = await sql<Row & { duration_minutes: number }>`
    select id, starts_local, duration_minutes, time_zone from event_series`.execute(db);
  for (const one of series) {
    const { rows: dates } = await sql<Row>`
      select e.*, t.organization_id as team_organization_id from events e left join teams t on t.id = e.owner_team_id
      where e.series_id = ${one.id} order by e.recurrence_id, e.id`.execute(db);
    const taken = new Set<string>();
    for (const date of dates) {
      const slot = localOf(String(date.recurrence_id), String(one.time_zone));
      // In an hour that comes twice two slots are one local time: the later date becomes an event of its own.
      if (taken.has(slot))
        await sql`update events set series_id = null, slot = null where id = ${date.id}`.execute(db);
      else await sql`update events set slot = ${slot} where id = ${date.id}`.execute(db);
      taken.add(slot);
    }
    const model = dates.find(({ event_status }) => event_status === 'EventScheduled') ?? dates[0];
    if (!model) continue;
    const template = JSON.stringify(await templateOf(db, model, one));
    await sql`update event_series set template = ${template}, created_by = ${model.created_by} where id = ${one.id}`.execute(
      db,
    );
  }
}

const localOf = (instant: string, timeZone: string) =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });

async function templateOf(db: Kysely<unknown>, event: Row, series: Row & { duration_minutes: number }) {
  const start = Temporal.PlainDateTime.from(String(series.starts_local)).toZonedDateTime(
    String(series.time_zone),
  ).epochMilliseconds;
  const iso = (ms: number) => new Date(ms).toISOString();
  const moved = (instant: string | null | undefined) =>
    instant ? iso(Date.parse(instant) - Date.parse(String(event.starts_at)) + start) : null;
  const ids = async (table: string, column: string, order: string) => {
    const { rows } = await sql<{ id: string }>`
      select ${sql.ref(column)} as id from ${sql.table(table)} where event_id = ${event.id} order by ${sql.ref(order)}`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  };
  const { rows: offers } = await sql<Row & { price_minor: number; accepts_offline: number }>`
    select name, price_minor, currency, eligibility, refund_until, accepts_offline from offers
    where event_id = ${event.id} and withdrawn_at is null order by price_minor, id`.execute(db);
  const organizationId =
    event.owner_team_id === null ? event.organizer_organization_id : event.team_organization_id;
  const owner =
    event.owner_team_id !== null
      ? { kind: 'team', id: event.owner_team_id, organizationId }
      : organizationId !== null
        ? { kind: 'organization', id: organizationId, organizationId }
        : { kind: 'person', id: event.organizer_user_id, organizationId: null };
  return {
    name: event.name,
    kind: event.kind,
    activities: JSON.parse(String(event.activities)),
    level: event.level,
    startsAt: iso(start),
    endsAt: iso(start + series.duration_minutes * 60_000),
    timeZone: series.time_zone,
    attendanceMode: event.attendance_mode,
    placeId: event.place_id,
    onlineUrl: event.online_url,
    owner,
    teamIds: await ids('event_teams', 'team_id', 'team_id'),
    leaderIds: await ids('event_leaders', 'person_id', 'position'),
    description: event.description,
    arriveMinutesBefore: event.arrive_minutes_before,
    ageMin: event.age_min,
    ageMax: event.age_max,
    attendeeInstructions: event.attendee_instructions,
    meetingPoint: event.meeting_point,
    accessibilitySupport: JSON.parse(String(event.accessibility_support)),
    visibility: event.visibility,
    joinPolicy: event.join_policy,
    rosterVisibility: event.roster_visibility,
    maximumAttendeeCapacity: event.maximum_attendee_capacity,
    waitlistEnabled: Number(event.waitlist_enabled) === 1,
    registrationOpensAt: moved(event.registration_opens_at),
    registrationClosesAt: moved(event.registration_closes_at),
    repliesDueAt: moved(event.replies_due_at),
    offers: offers.map((offer) => ({
      id: null,
      name: offer.name,
      price: { amountMinor: offer.price_minor, currency: offer.currency },
      eligibility: offer.eligibility,
      refundBefore: offer.refund_until,
      acceptsOffline: offer.accepts_offline === 1,
    })),
  };
}
