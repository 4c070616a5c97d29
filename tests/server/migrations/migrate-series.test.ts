// Migration 0020 on a database of the version before it: slots become local times, and every series gets a
// template to edit.
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrations } from '../../../src/server/db/migrate.ts';
import type { Database } from '../../../src/server/db/open.ts';
import { buildOrganization, buildTeam, buildUser } from '../../support/factories.ts';
import { openNewDatabase } from '../../support/server.ts';
import { insertOldEvent } from './old-event.ts';

type Row = Record<string, unknown>;

let database: Database;
let club: { id: string };
let team: { id: string };
let coach: { id: string };
const read = async (query: RawBuilder<Row>) => (await query.execute(database.db)).rows;
const then = '2026-09-01T10:00:00.000Z';

async function oldSeries(startsLocal: string, timeZone: string): Promise<string> {
  const id = uuid();
  await sql`insert into event_series (id, created_at, updated_at, rrule, starts_local, duration_minutes, time_zone, template)
    values (${id}, ${then}, ${then}, 'FREQ=WEEKLY;COUNT=10', ${startsLocal}, 90, ${timeZone}, '{"name":"Training"}')`.execute(
    database.db,
  );
  return id;
}

async function oldDate(seriesId: string, slot: string, given: Row = {}): Promise<string> {
  const id = await insertOldEvent(database, {
    organizer_organization_id: club.id,
    owner_team_id: team.id,
    starts_at: slot,
    teams: [team.id],
  });
  const columns = { series_id: seriesId, recurrence_id: slot, ...given };
  for (const [name, value] of Object.entries(columns))
    await sql`update events set ${sql.ref(name)} = ${value} where id = ${id}`.execute(database.db);
  return id;
}

const series = { brussels: '', newYork: '', twice: '', empty: '' };
const dates: Record<string, string> = {};

beforeAll(async () => {
  database = await openNewDatabase();
  const old = Object.entries(migrations(database.dialect)).filter(([name]) => name < '0020');
  await migrate(database, Object.fromEntries(old));
  const { db } = database;
  club = await buildOrganization(db);
  team = await buildTeam(db, { organization_id: club.id });
  coach = await buildUser(db);
  series.brussels = await oldSeries('2026-10-20T18:00', 'Europe/Brussels');
  // The first date was moved by a day, and its status shows it.
  dates.moved = await oldDate(series.brussels, '2026-10-20T16:00:00.000Z', {
    starts_at: '2026-10-21T16:00:00.000Z',
    event_status: 'EventRescheduled',
    name: 'Another evening',
  });
  dates.plain = await oldDate(series.brussels, '2026-10-27T17:00:00.000Z', {
    name: 'Evening row',
    maximum_attendee_capacity: 12,
    accessibility_support: '["Ramp"]',
    registration_closes_at: '2026-10-27T15:00:00.000Z',
    created_by: coach.id,
  });
  await sql`insert into event_leaders (event_id, person_id, position) values (${dates.plain}, ${coach.id}, 0)`.execute(
    db,
  );
  await sql`insert into offers (id, created_at, updated_at, event_id, name, price_minor, currency, refund_until, accepts_offline)
    values (${uuid()}, ${then}, ${then}, ${dates.plain}, 'Adult', 1250, 'EUR', 'P2D', 1)`.execute(db);
  series.newYork = await oldSeries('2026-10-31T18:00', 'America/New_York');
  dates.newYork = await oldDate(series.newYork, '2026-11-01T23:00:00.000Z');
  series.twice = await oldSeries('2026-10-25T02:30', 'Europe/Brussels');
  dates.first = await oldDate(series.twice, '2026-10-25T00:30:00.000Z');
  dates.second = await oldDate(series.twice, '2026-10-25T01:30:00.000Z');
  series.empty = await oldSeries('2026-10-25T02:30', 'Europe/Brussels');
  await migrate(database);
});
afterAll(() => database.close());

test('migration 0020 stores each slot as the local time in the zone of its series, also of moved dates', async () => {
  const rows = await read(sql`select id, series_id, recurrence_id from events`);
  const slotOf = (id: string | undefined) => rows.find((row) => row.id === id);
  expect(slotOf(dates.moved)).toMatchObject({
    recurrence_id: '2026-10-20T18:00',
    series_id: series.brussels,
  });
  expect(slotOf(dates.plain)).toMatchObject({ recurrence_id: '2026-10-27T18:00' });
  expect(slotOf(dates.newYork)).toMatchObject({ recurrence_id: '2026-11-01T18:00' });
});

test('migration 0020 removes the second of two dates at one local time from its series', async () => {
  const rows = await read(
    sql`select id, series_id, recurrence_id from events where id in (${dates.first}, ${dates.second}) order by starts_at`,
  );
  expect(rows).toEqual([
    { id: dates.first, series_id: series.twice, recurrence_id: '2026-10-25T02:30' },
    { id: dates.second, series_id: null, recurrence_id: null },
  ]);
});

test('migration 0020 takes the template from a date as planned, at the time of the first one', async () => {
  const [row] = await read(sql`select * from event_series where id = ${series.brussels}`);
  expect(row).toMatchObject({ rrule: 'FREQ=WEEKLY;COUNT=10', created_by: coach.id, extended_until: null });
  expect(JSON.parse(String(row?.template))).toMatchObject({
    name: 'Evening row',
    startsAt: '2026-10-20T16:00:00.000Z',
    endsAt: '2026-10-20T17:30:00.000Z',
    registrationClosesAt: '2026-10-20T14:00:00.000Z',
    repliesDueAt: null,
    timeZone: 'Europe/Brussels',
    owner: { kind: 'team', id: team.id, organizationId: club.id },
    teamIds: [team.id],
    leaderIds: [coach.id],
    maximumAttendeeCapacity: 12,
    waitlistEnabled: false,
    accessibilitySupport: ['Ramp'],
    offers: [
      {
        id: null,
        name: 'Adult',
        price: { amountMinor: 1250, currency: 'EUR' },
        eligibility: null,
        refundBefore: 'P2D',
        acceptsOffline: true,
      },
    ],
  });
});

test('migration 0020 makes slots unique in a series', async () => {
  const again = sql`update events set series_id = ${series.brussels}, recurrence_id = '2026-10-27T18:00' where id = ${dates.second}`;
  await expect(again.execute(database.db)).rejects.toThrow(/unique/i);
});
