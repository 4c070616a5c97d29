// The demo makes sense at any hour and on any day at which it is filled.
import { afterAll, expect, test } from 'vitest';
import { activities } from '../../src/contract/values/activities.ts';
import { fillDemo } from '../../src/demo/fill.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { type Database, type Db, openSqlite } from '../../src/server/db/open.ts';

/** Filled demos by moment: a test only reads them. */
const demos = new Map<string, Promise<Database>>();
afterAll(async () => {
  for (const database of demos.values()) await (await database).close();
});

async function withDemo<T>(at: string, look: (db: Db) => Promise<T>): Promise<T> {
  let demo = demos.get(at);
  if (!demo) {
    demo = fillAt(at);
    demos.set(at, demo);
  }
  return look((await demo).db);
}

async function fillAt(at: string): Promise<Database> {
  const database = openSqlite(':memory:');
  await migrate(database);
  await fillDemo(database, { now: new Date(at), passwordHash: 'hash' });
  return database;
}

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Weekday, hour and day of an instant on the clocks of a place. */
function local(instant: string, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    hour: '2-digit',
    hourCycle: 'h23',
    day: '2-digit',
    month: '2-digit',
  }).formatToParts(new Date(instant));
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { weekday: of('weekday'), hour: Number(of('hour')), day: `${of('month')}-${of('day')}` };
}

const listEvents = (db: Db) =>
  db.selectFrom('events').selectAll().where('publication', '!=', 'draft').orderBy('id').execute();

const moments = [
  ['03:10 on Christmas Day', '2026-12-25T02:10:00.000Z'],
  ['20:00 on Christmas Day', '2026-12-25T19:00:00.000Z'],
  ['23:55 on New Year’s Eve', '2026-12-31T22:55:00.000Z'],
  ['a week before Christmas', '2026-12-18T09:00:00.000Z'],
  ['18:00 on a Sunday', '2027-01-10T17:00:00.000Z'],
  ['10:40 on a Saturday', '2026-11-21T09:40:00.000Z'],
  ['19:45 on a Wednesday', '2026-11-25T18:45:00.000Z'],
  ['noon on 29 February', '2028-02-29T11:00:00.000Z'],
  ['the night in which clocks go forward', '2027-03-28T00:30:00.000Z'],
  ['the night in which clocks go back', '2026-10-25T00:30:00.000Z'],
  ['06:00 in summer', '2027-07-06T04:00:00.000Z'],
  ['16:40 in summer', '2027-06-25T14:40:00.000Z'],
] as const;

test.each(moments)('the weekdays and hours in the texts of events are theirs at %s', async (_, at) => {
  await withDemo(at, async (db) => {
    for (const { name, description, starts_at, time_zone } of await listEvents(db)) {
      const text = `${name} ${description.split('\n')[0]}`;
      const { weekday, hour } = local(starts_at, time_zone);
      const named = days.filter((day) => text.includes(day));
      if (named.length > 0) expect([name, named]).toEqual([name, [weekday]]);
      if (/weekend/i.test(text) && named.length === 0)
        expect(['Saturday', 'Sunday'], name).toContain(weekday);
      if (/\b(night|evening)\b/i.test(name)) expect(hour, name).toBeGreaterThanOrEqual(17);
      if (/\b(morning|breakfast)\b/i.test(name)) expect(hour, name).toBeLessThan(12);
      if (/winter/i.test(name)) expect([10, 11, 0, 1], name).toContain(new Date(at).getUTCMonth());
    }
  });
});

test.each(moments)('no one meets on a holiday in the demo of %s', async (_, at) => {
  await withDemo(at, async (db) => {
    const events = await listEvents(db);
    const met = events.filter(
      ({ attendance_mode, starts_at, time_zone }) =>
        attendance_mode !== 'online' &&
        ['12-24', '12-25', '12-26', '12-31', '01-01'].includes(local(starts_at, time_zone).day),
    );
    expect(met.map(({ name, starts_at }) => `${name} ${starts_at}`)).toEqual([]);
    expect(events.length).toBeGreaterThan(180);
  });
});

test.each(moments)('events outdoors without lights are in daylight in the demo of %s', async (_, at) => {
  await withDemo(at, async (db) => {
    for (const { name, activities: list, starts_at, time_zone, attendance_mode, kind } of await listEvents(
      db,
    )) {
      const [activity] = JSON.parse(list) as (keyof typeof activities)[];
      const isUnlit = activity === 'rowing' || activity === 'sailing' || activity === 'beach-volleyball';
      const month = Number(local(starts_at, time_zone).day.slice(0, 2));
      if (isUnlit && attendance_mode === 'offline' && kind !== 'meeting' && (month >= 10 || month <= 3))
        expect(local(starts_at, time_zone).hour, name).toBeLessThan(18);
    }
  });
});

test.each(moments)('something is under way and something is today at %s', async (_, at) => {
  await withDemo(at, async (db) => {
    const underWay = await db
      .selectFrom('events')
      .select(['name', 'attendance_mode'])
      .where('publication', '=', 'published')
      .where('visibility', '=', 'public')
      .where('event_status', 'in', ['EventScheduled', 'EventRescheduled'])
      .where('starts_at', '<=', at)
      .where('ends_at', '>', at)
      .execute();
    expect(underWay).not.toEqual([]);
    const led = await db
      .selectFrom('events as e')
      .innerJoin('event_leaders as l', 'l.event_id', 'e.id')
      .innerJoin('users as u', 'u.id', 'l.person_id')
      .select(['e.name', 'e.starts_at', 'e.ends_at'])
      .where('u.username', '=', 'coach')
      .where('e.publication', '=', 'published')
      .where('e.event_status', 'in', ['EventScheduled', 'EventRescheduled'])
      .execute();
    const here = local(at, 'Europe/Brussels');
    const isHoliday = ['12-24', '12-25', '12-26', '12-31', '01-01'].includes(here.day);
    const today = led.filter(({ starts_at }) => local(starts_at, 'Europe/Brussels').day === here.day);
    expect(today.length > 0).toBe(!isHoliday);
    if (!isHoliday && here.hour >= 10 && here.hour < 16)
      expect(today.filter(({ starts_at, ends_at }) => starts_at <= at && ends_at > at)).not.toEqual([]);
  });
});

test.each(moments)('every deadline is while people are awake in the demo of %s', async (_, at) => {
  await withDemo(at, async (db) => {
    const holds = await db
      .selectFrom('registrations as r')
      .innerJoin('events as e', 'e.id', 'r.event_id')
      .select(['e.name', 'e.time_zone', 'e.starts_at', 'r.hold_expires_at as until'])
      .where('r.hold_expires_at', 'is not', null)
      .execute();
    for (const { until, starts_at } of holds) expect(until && until > at && until <= starts_at).toBe(true);
    const deadlines = [
      ...holds,
      ...(await listEvents(db)).flatMap(({ name, time_zone, ...event }) =>
        [event.registration_opens_at, event.registration_closes_at, event.replies_due_at].map((until) => ({
          name,
          time_zone,
          until,
        })),
      ),
    ].filter(({ until }) => until !== null);
    expect(deadlines.length).toBeGreaterThan(20);
    for (const { name, time_zone, until } of deadlines) {
      const { hour } = local(until ?? '', time_zone);
      expect(hour >= 8 && hour < 22, `${name} until ${until}`).toBe(true);
    }
  });
});

const now = '2026-11-21T10:20:00.000Z';

test('notes, reasons and qualifications fit the activity and the person', async () => {
  await withDemo(now, async (db) => {
    const replies = await db
      .selectFrom('registrations as r')
      .innerJoin('events as e', 'e.id', 'r.event_id')
      .leftJoin('users as u', 'u.id', 'r.person_id')
      .innerJoin('people as p', 'p.id', 'r.person_id')
      .select(['r.note', 'r.decline_reason', 'e.activities', 'e.kind', 'e.starts_at', 'e.time_zone'])
      .select(['u.birth_date', 'p.birth_year'])
      .execute();
    expect(replies.filter(({ note }) => note !== null).length).toBeGreaterThan(20);
    for (const {
      note,
      decline_reason,
      activities: list,
      kind,
      starts_at,
      time_zone,
      birth_year,
    } of replies) {
      const text = `${note ?? ''} ${decline_reason ?? ''}`;
      const start = local(starts_at, time_zone);
      const isWeekend = start.weekday === 'Saturday' || start.weekday === 'Sunday';
      if (text.includes('chair in size')) expect(list).toContain('wheelchair-basketball');
      if (text.includes('Vegetarian')) expect(['camp', 'social']).toContain(kind);
      if (text.includes('two extra balls')) expect(list).toMatch(/ball|futsal/);
      if (/coming from work|Working that/.test(text))
        expect([isWeekend, start.hour >= 17]).toEqual([false, true]);
      const isChild = birth_year !== null && birth_year > 2010;
      if (/Mum|goalkeeper|boots|grandma|Scout/.test(text)) expect(isChild).toBe(true);
      if (isChild) expect(text).not.toMatch(/work|Working|Exam|First time|knee/);
    }
    const coaches = await db.selectFrom('profiles').select(['activities', 'qualifications']).execute();
    for (const { activities: list, qualifications } of coaches)
      if (qualifications.includes('lifeguard')) expect(list).toMatch(/swimming|triathlon|rowing|sailing/);
  });
});

test.each(moments)('reasons of changes fit the place in the demo of %s', async (_, at) => {
  await withDemo(at, async (db) => {
    const changed = await db
      .selectFrom('events')
      .select(['name', 'activities', 'status_reason', 'starts_at', 'kind'])
      .where('status_reason', 'is not', null)
      .execute();
    for (const { name, activities: list, status_reason, starts_at, kind } of changed) {
      const [activity = 'fitness'] = JSON.parse(list) as (keyof typeof activities)[];
      const { field } = activities[activity];
      if (/pitch is|youth match/.test(status_reason ?? ''))
        expect(['pitch', 'hockey', 'rugby'], `${name}: ${status_reason}`).toContain(field);
      if (/frozen/.test(status_reason ?? '')) expect([11, 0, 1]).toContain(new Date(starts_at).getUTCMonth());
      if (/harbour/.test(status_reason ?? '')) expect(field).toBe('water');
      if (/other team/.test(status_reason ?? '')) expect(kind).toBe('match');
    }
  });
});

test('the attendance of a team differs by person and by date', async () => {
  await withDemo(now, async (db) => {
    const marks = await db
      .selectFrom('attendance as a')
      .innerJoin('events as e', 'e.id', 'a.event_id')
      .innerJoin('teams as t', 't.id', 'e.owner_team_id')
      .select(['a.person_id', 'a.event_id', 'a.status'])
      .where('t.name', '=', 'KV Rooigem U12')
      .execute();
    const present = marks.filter(({ status }) => status === 'present' || status === 'late');
    const byPerson = Map.groupBy(present, ({ person_id }) => person_id);
    const byEvent = Map.groupBy(present, ({ event_id }) => event_id);
    const counts = [...byPerson.values()].map((list) => list.length);
    expect(Math.max(...counts) - Math.min(...counts)).toBeGreaterThanOrEqual(2);
    expect(new Set([...byEvent.values()].map((list) => list.length)).size).toBeGreaterThanOrEqual(2);
    expect(new Set(marks.map(({ status }) => status)).size).toBeGreaterThanOrEqual(3);
  });
});

test.each(['2026-11-21T10:20:00.000Z', '2027-01-02T10:20:00.000Z', '2027-08-01T10:20:00.000Z'])(
  'the children’s team has children with guardians, numbers and no accounts at %s',
  async (at) => {
    await withDemo(at, async (db) => {
      const children = await db
        .selectFrom('memberships as m')
        .innerJoin('teams as t', 't.id', 'm.team_id')
        .innerJoin('people as p', 'p.id', 'm.person_id')
        .leftJoin('users as u', 'u.id', 'p.id')
        .select(['p.name', 'p.birth_year', 'p.guardian_email', 'm.jersey', 'u.id as account'])
        .where('t.name', '=', 'KV Rooigem U12')
        .where('m.role', '=', 'trainee')
        .execute();
      expect(children).toHaveLength(14);
      expect(new Set(children.map(({ jersey }) => jersey)).size).toBe(14);
      expect(children.filter(({ guardian_email }) => guardian_email !== null).length).toBe(13);
      for (const { birth_year, account } of children) {
        // A year alone counts as 31 December.
        const age = Number(at.slice(0, 4)) - (birth_year ?? 0) - 1;
        expect([age >= 10 && age <= 12, account]).toEqual([true, null]);
      }
      const parents = await db
        .selectFrom('users')
        .select('id')
        .where(
          'email',
          'in',
          children.flatMap(({ guardian_email }) => guardian_email ?? []),
        )
        .execute();
      expect(parents.length).toBeGreaterThanOrEqual(5);
    });
  },
);

test('the demo accounts are in English', async () => {
  await withDemo(now, async (db) => {
    const accounts = await db
      .selectFrom('users')
      .select('locale')
      .where('username', 'in', ['coach', 'trainee'])
      .execute();
    expect(accounts).toEqual([{ locale: 'en-GB' }, { locale: 'en-GB' }]);
  });
});

test('people and groups have small pictures, and each is where its address says', async () => {
  await withDemo(now, async (db) => {
    const portraits = await db
      .selectFrom('profiles')
      .innerJoin('pictures', 'owner_id', 'user_id')
      .select(['file_path as url', 'hash as name', 'bytes'])
      .execute();
    expect(portraits.length).toBeGreaterThanOrEqual(10);
    const logos = [
      ...(await db
        .selectFrom('organizations as g')
        .innerJoin('logos as l', 'l.organization_id', 'g.id')
        .select(['g.logo as url', 'l.name', 'l.bytes'])
        .execute()),
      ...(await db
        .selectFrom('teams as g')
        .innerJoin('logos as l', 'l.team_id', 'g.id')
        .select(['g.logo as url', 'l.name', 'l.bytes'])
        .execute()),
    ];
    expect(logos).toHaveLength(7);
    for (const { url, name, bytes } of [...portraits, ...logos]) {
      expect(url).toBe(`/api/pictures/${name}.webp`);
      expect(Buffer.from(bytes.subarray(8, 12)).toString()).toBe('WEBP');
      expect(bytes.length).toBeLessThan(6000);
    }
  });
});
