// The demo data follows every rule of real data, and is the same each time.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { isValidPhoneNumber } from 'libphonenumber-js';
import { expect, test } from 'vitest';
import {
  attendanceModes,
  eventKinds,
  eventStatuses,
  eventVisibilities,
  joinPolicies,
  profileFields,
  publications,
} from '../../src/contract/values/enums.ts';
import { fillDemo } from '../../src/demo/fill.ts';
import { datesOf } from '../../src/recurrence/dates.ts';
import { isRuleError, parseRule } from '../../src/recurrence/rule.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { type Database, openSqlite } from '../../src/server/db/open.ts';
import { runsEvent } from '../../src/server/events/access-queries.ts';
import { listValidTeamInvitations } from '../../src/server/groups/invitations/valid-invitation-queries.ts';

const now = new Date('2026-11-21T10:20:00.000Z');

async function withDemo<T>(
  look: (database: Database, counts: Awaited<ReturnType<typeof fillDemo>>) => Promise<T>,
  options: { events?: number; people?: number; seed?: number; now?: Date } = {},
): Promise<T> {
  const database = openSqlite(':memory:');
  try {
    await migrate(database);
    return await look(database, await fillDemo(database, { now, passwordHash: 'hash', ...options }));
  } finally {
    await database.close();
  }
}

/** Violations in a filled database; empty when all is well. */
async function faults({ db }: Database, at: Date): Promise<string[]> {
  const found: string[] = [];
  const events = await db.selectFrom('events').selectAll().execute();
  const registrations = await db.selectFrom('registrations').selectAll().execute();
  const byEvent = Map.groupBy(registrations, ({ event_id }) => event_id);
  for (const event of events) {
    const replies = byEvent.get(event.id) ?? [];
    const held = replies.filter(
      ({ state, hold_expires_at }) =>
        state === 'confirmed' ||
        ((state === 'pendingPayment' || state === 'offered') &&
          hold_expires_at !== null &&
          hold_expires_at > at.toISOString()),
    );
    if (event.maximum_attendee_capacity !== null && held.length > event.maximum_attendee_capacity)
      found.push(`${event.name} holds ${held.length} of ${event.maximum_attendee_capacity}`);
    const waiting = replies.filter(({ state }) => state === 'waitlisted').map(({ position }) => position);
    const inOrder = waiting.toSorted((a, b) => (a ?? 0) - (b ?? 0));
    if (inOrder.some((position, index) => position !== index + 1))
      found.push(`${event.name} has a gap in its waitlist`);
    if (replies.some(({ state, position }) => state !== 'waitlisted' && position !== null))
      found.push(`${event.name} gives a position to somebody who does not wait`);
    if (waiting.length > 0 && held.length !== event.maximum_attendee_capacity)
      found.push(`${event.name} lets people wait while there is room`);
    if (event.publication === 'draft' && replies.length > 0)
      found.push(`${event.name} is a draft with replies`);
    if (event.event_status === 'EventCancelled' && held.length > 0)
      found.push(`${event.name} is cancelled and holds seats`);
    if (replies.some(({ responded_at }) => responded_at > at.toISOString()))
      found.push(`${event.name} was answered tomorrow`);
    if (event.created_at > at.toISOString() || event.updated_at > at.toISOString())
      found.push(`${event.name} is from the future`);
    if ((event.attendance_mode === 'offline') !== (event.online_url === null))
      found.push(`${event.name} has the wrong address`);
  }

  const people = await db
    .selectFrom('users')
    .innerJoin('people', 'people.id', 'users.id')
    .innerJoin('profiles', 'user_id', 'users.id')
    .selectAll(['users', 'profiles'])
    .select('people.name')
    .execute();
  const eighteenYearsAgo = new Date(at);
  eighteenYearsAgo.setUTCFullYear(at.getUTCFullYear() - 18);
  const lastAdult = eighteenYearsAgo.toISOString().slice(0, 10);
  for (const person of people) {
    const isAdult = person.birth_date !== null && person.birth_date <= lastAdult;
    if (person.is_public && !(isAdult && person.email_verified_at && !person.suspended_at))
      found.push(`${person.name} must not be public`);
    if (!/^[a-z][a-z0-9._-]{2,29}$/.test(person.username)) found.push(`${person.username} is no user name`);
    if (!isValidPhoneNumber(person.phone ?? '')) found.push(`${person.phone} is no number`);
    const fields = Object.keys(JSON.parse(person.field_visibility));
    if (fields.toSorted().join() !== profileFields.toSorted().join())
      found.push(`${person.name} lacks an audience`);
  }
  const byId = new Map(people.map((person) => [person.id, person]));
  for (const { organizer_user_id, name } of events)
    if (organizer_user_id !== null && !byId.get(organizer_user_id)?.is_public)
      found.push(`${name} is run by a private person`);
  for (const { person_id } of await db.selectFrom('event_leaders').select('person_id').execute())
    if (!byId.get(person_id)?.is_coach)
      found.push(`${byId.get(person_id)?.name} leads without being a coach`);

  const powerless = await db
    .selectFrom('event_leaders as l')
    .innerJoin('events as e', 'e.id', 'l.event_id')
    .select(['l.person_id', 'e.name'])
    .where((where) => where.not(runsEvent(sql.ref('l.person_id'))))
    .execute();
  const eventTeams = await db.selectFrom('event_teams').selectAll().execute();
  const teamsOf = Map.groupBy(eventTeams, ({ event_id }) => event_id);
  for (const { id, name, owner_team_id: owner, organizer_user_id: person } of events) {
    const teams = (teamsOf.get(id) ?? []).map(({ team_id }) => team_id);
    if (owner === null ? person !== null && teams.length > 0 : !teams.includes(owner))
      found.push(`${name} has an owner that does not take part`);
  }
  for (const { person_id, name } of powerless)
    found.push(`${byId.get(person_id)?.name} leads ${name} without a role`);

  for (const series of await db.selectFrom('event_series').selectAll().execute()) {
    const { startsAt } = JSON.parse(series.template);
    const rule = parseRule(series.rrule);
    const dates = events.filter(({ series_id }) => series_id === series.id);
    const slots = isRuleError(rule)
      ? []
      : datesOf(
          rule,
          { startsAt, timeZone: series.time_zone },
          { throughDay: '2099-12-31', max: 366, exceptDays: JSON.parse(series.exceptions) },
        );
    const stored = dates.map(({ recurrence_id }) => recurrence_id).sort();
    if (slots.length < 5 || stored.join() !== slots.map(({ local }) => local).join())
      found.push(`The dates of ${dates[0]?.name} are not those of its rule`);
  }

  const owners = await db
    .selectFrom('memberships')
    .selectAll()
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .execute();
  const owned = new Set(owners.map(({ team_id, organization_id }) => team_id ?? organization_id));
  const groups = [
    ...(await db.selectFrom('teams').select(['id', 'name']).execute()),
    ...(await db.selectFrom('organizations').select(['id', 'name']).execute()),
  ];
  for (const { id, name } of groups) if (!owned.has(id)) found.push(`${name} has no owner`);

  const sums = new Map<string, number>();
  for (const { transaction_id, currency, amount_minor } of await db
    .selectFrom('ledger_entries')
    .selectAll()
    .execute())
    sums.set(
      `${transaction_id} ${currency}`,
      (sums.get(`${transaction_id} ${currency}`) ?? 0) + amount_minor,
    );
  for (const [transaction, sum] of sums) if (sum !== 0) found.push(`${transaction} sums to ${sum}`);
  for (const payment of await db.selectFrom('payments').selectAll().execute())
    if ((payment.state === 'succeeded') !== (payment.paid_at !== null) && payment.state !== 'offlineReceived')
      found.push(`${payment.id} is ${payment.state} and paid at ${payment.paid_at}`);

  const documents = await db
    .selectFrom('search_documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (documents.count !== events.length + people.length + groups.length)
    found.push(`${documents.count} search documents`);
  return found;
}

test('the demo has the requested size', async () => {
  const counts = await withDemo(async (_, counted) => counted);
  expect(counts).toEqual({ events: 200, people: 60, teams: 12, organizations: 8 });
});

test('the demo breaks none of the rules of real data', async () => {
  expect(await withDemo((database) => faults(database, now))).toEqual([]);
});

test.each(['2026-03-28T23:30:00.000Z', '2027-07-02T04:00:00.000Z', '2028-02-29T12:00:00.000Z'])(
  'the demo breaks no rule when it is filled at %s',
  async (text) => {
    const at = new Date(text);
    expect(await withDemo((database) => faults(database, at), { now: at, seed: at.getUTCMonth() })).toEqual(
      [],
    );
  },
);

test('a larger demo breaks none of the rules either', async () => {
  await withDemo(
    async (database, counts) => {
      expect(counts).toMatchObject({ events: 2000, people: 2000 });
      expect(await faults(database, now)).toEqual([]);
    },
    { events: 2000, people: 2000 },
  );
});

test('the demo includes every kind and status of event, in several time zones', async () => {
  await withDemo(async ({ db }) => {
    const events = await db.selectFrom('events').selectAll().execute();
    const seen = (column: keyof (typeof events)[number]) => new Set(events.map((event) => event[column]));
    expect(seen('kind')).toEqual(new Set(eventKinds));
    expect(seen('event_status')).toEqual(new Set(eventStatuses));
    expect(seen('publication')).toEqual(new Set(publications));
    expect(seen('visibility')).toEqual(new Set(eventVisibilities));
    expect(seen('join_policy')).toEqual(new Set(joinPolicies));
    expect(seen('attendance_mode')).toEqual(new Set(attendanceModes));
    expect(seen('time_zone').size).toBeGreaterThanOrEqual(5);
    expect(events.filter(({ removed_at }) => removed_at !== null)).toHaveLength(1);
    expect(seen('maximum_attendee_capacity')).toContain(null);
    const currencies = await db.selectFrom('offers').select('currency').distinct().execute();
    expect(currencies.map(({ currency }) => currency).sort()).toEqual(['EUR', 'GBP', 'USD']);
  });
});

test('the demo has plenty of events for the next weekend', async () => {
  await withDemo(async ({ db }) => {
    const events = await db
      .selectFrom('events')
      .select('name')
      .where('starts_on', 'in', ['2026-11-28', '2026-11-29'])
      .where('visibility', '=', 'public')
      .where('publication', '=', 'published')
      .execute();
    expect(events.length).toBeGreaterThan(15);
  });
});

test('the demo trainee has an example of every task', async () => {
  await withDemo(async ({ db }) => {
    const trainee = await db
      .selectFrom('users')
      .selectAll()
      .where('username', '=', 'trainee')
      .executeTakeFirstOrThrow();
    expect(trainee).toMatchObject({ email: 'trainee@sideline.example', password_hash: 'hash', is_coach: 0 });
    const mine = await db
      .selectFrom('registrations')
      .innerJoin('events', 'events.id', 'event_id')
      .select(['registrations.id', 'state', 'position', 'hold_expires_at', 'starts_at'])
      .where('person_id', '=', trainee.id)
      .execute();
    const upcoming = mine.filter(({ starts_at }) => starts_at > now.toISOString());
    const states = new Set(upcoming.map(({ state }) => state));
    for (const state of [
      'confirmed',
      'waitlisted',
      'tentative',
      'declined',
      'pendingPayment',
      'offered',
    ] as const)
      expect(states).toContain(state);
    expect(upcoming.find(({ state }) => state === 'waitlisted')?.position).toBe(5);
    const hold = upcoming.find(({ state }) => state === 'pendingPayment');
    expect(hold?.hold_expires_at && hold.hold_expires_at > now.toISOString()).toBe(true);
    const payment = await db
      .selectFrom('payments')
      .select('state')
      .where('registration_id', '=', hold?.id ?? '')
      .executeTakeFirst();
    expect(payment?.state).toBe('requiresPayment');
    const attended = await db
      .selectFrom('attendance')
      .select('id')
      .where('person_id', '=', trainee.id)
      .execute();
    expect(attended.length).toBeGreaterThan(5);

    const memberships = await db
      .selectFrom('memberships')
      .selectAll()
      .where('person_id', '=', trainee.id)
      .where('team_id', 'is not', null)
      .execute();
    const statuses = memberships.map(({ status }) => status).sort();
    expect(statuses).toEqual(['active', 'active', 'active', 'requested']);
    const invited = await listValidTeamInvitations(db, trainee.id, now.toISOString());
    expect([...invited.values()].map(({ role }) => role)).toEqual(['trainee']);
    const teams = memberships
      .filter(({ status }) => status === 'active')
      .flatMap(({ team_id }) => team_id ?? []);
    const ofMyTeams = await db
      .selectFrom('event_teams')
      .innerJoin('events', 'events.id', 'event_id')
      .select('starts_at')
      .where('team_id', 'in', teams)
      .where('starts_at', '>', now.toISOString())
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('registrations')
              .select('registrations.id')
              .whereRef('registrations.event_id', '=', 'events.id')
              .where('person_id', '=', trainee.id),
          ),
        ),
      )
      .execute();
    expect(ofMyTeams.length).toBeGreaterThan(4);
  });
});

test('the demo coach runs three teams of a club and helps to run the club', async () => {
  await withDemo(async ({ db }) => {
    const coach = await db
      .selectFrom('users')
      .innerJoin('profiles', 'user_id', 'id')
      .selectAll()
      .where('username', '=', 'coach')
      .executeTakeFirstOrThrow();
    expect(coach).toMatchObject({ email: 'coach@sideline.example', is_coach: 1, is_public: 1 });
    const teams = await db
      .selectFrom('memberships')
      .innerJoin('teams', 'teams.id', 'team_id')
      .select('teams.organization_id')
      .where('person_id', '=', coach.id)
      .where('role', '=', 'coach')
      .where('status', '=', 'active')
      .execute();
    expect(teams.length).toBeGreaterThanOrEqual(3);
    const [first] = teams;
    const admin = await db
      .selectFrom('memberships')
      .select('role')
      .where('person_id', '=', coach.id)
      .where('organization_id', '=', first?.organization_id ?? '')
      .executeTakeFirst();
    expect(admin?.role).toBe('admin');
  });
});

const moments = [
  '2026-11-21T10:20:00.000Z',
  '2026-11-25T22:50:00.000Z',
  '2027-03-28T00:10:00.000Z',
  '2027-07-30T21:30:00.000Z',
];

test.each(moments)('the demo coach has a busy club at %s', async (text) => {
  const at = new Date(text);
  const dayOf = (instant: string | Date) =>
    new Date(instant).toLocaleDateString('sv-SE', { timeZone: 'Europe/Brussels' });
  await withDemo(
    async ({ db }) => {
      const led = await db
        .selectFrom('events')
        .innerJoin('event_leaders', 'event_leaders.event_id', 'events.id')
        .innerJoin('users', 'users.id', 'event_leaders.person_id')
        .selectAll('events')
        .where('users.username', '=', 'coach')
        .execute();
      const isToday = ({ publication, starts_at }: (typeof led)[number]) =>
        publication === 'published' && dayOf(starts_at) === dayOf(at);
      expect(led.filter(isToday)).not.toEqual([]);
      expect(led.filter(({ publication }) => publication === 'draft').length).toBeGreaterThanOrEqual(3);
      const reminded = await db
        .selectFrom('reminders')
        .innerJoin('events', 'events.id', 'reminders.event_id')
        .innerJoin('users', 'users.id', 'reminders.person_id')
        .select(['sent_at', 'reminded_at', 'replies_due_at', 'starts_at'])
        .execute();
      expect(reminded.length).toBeGreaterThan(1);
      const yesterday = dayOf(new Date(at.getTime() - 86_400_000));
      for (const { sent_at, reminded_at, replies_due_at, starts_at } of reminded) {
        expect([dayOf(sent_at), reminded_at]).toEqual([yesterday, sent_at]);
        expect(replies_due_at && text < replies_due_at && replies_due_at < starts_at).toBe(true);
      }
      const managed = await db
        .selectFrom('people')
        .leftJoin('users', 'users.id', 'people.id')
        .innerJoin('memberships', 'memberships.person_id', 'people.id')
        .leftJoin('registrations', 'registrations.person_id', 'people.id')
        .select(['registrations.responded_by', 'people.id'])
        .where('users.id', 'is', null)
        .execute();
      expect(new Set(managed.map(({ id }) => id)).size).toBe(17);
      for (const { responded_by, id } of managed) expect(responded_by).not.toBe(id);
    },
    { now: at },
  );
});

test.each(moments)(
  'the coach’s club has moved, cancelled and imported events, and absences at %s',
  async (text) => {
    await withDemo(
      async ({ db }) => {
        const asked = await db
          .selectFrom('registrations as r')
          .innerJoin('events as e', 'e.id', 'r.event_id')
          .leftJoin('users as u', 'u.id', 'r.person_id')
          .select([
            'u.username',
            'e.name',
            'e.moved_at',
            'e.series_id',
            'r.responded_at',
            'r.answered_starts_at',
          ])
          .select(['r.reconfirm_asked_at', 'e.starts_at', 'e.event_status'])
          .where('r.reconfirm_asked_at', 'is not', null)
          .execute();
        for (const row of asked) {
          expect([row.reconfirm_asked_at, row.event_status]).toEqual([row.moved_at, 'EventRescheduled']);
          expect(row.responded_at < (row.moved_at ?? '') && row.starts_at > text).toBe(true);
          expect(row.answered_starts_at).not.toBe(row.starts_at);
        }
        const mine = asked.filter(({ username }) => username === 'trainee');
        expect(mine.map(({ name }) => name)).toEqual(['Second XI under the lights']);
        expect(mine[0]?.series_id).not.toBeNull();
        const off = await db
          .selectFrom('events')
          .select('id')
          .where('name', '=', 'Monday night futsal')
          .where('event_status', '=', 'EventCancelled')
          .execute();
        expect(off).toHaveLength(1);
        const fixtures = await db
          .selectFrom('fixtures as f')
          .innerJoin('events as e', 'e.id', 'f.event_id')
          .select(['f.starts_at', 'e.starts_at as event_starts_at', 'e.moved_at'])
          .execute();
        expect(fixtures.length).toBeGreaterThan(3);
        for (const { starts_at, event_starts_at } of fixtures) expect(starts_at).toBe(event_starts_at);
        expect(fixtures.filter(({ moved_at }) => moved_at !== null)).toHaveLength(1);
        expect(await db.selectFrom('fixture_sources').selectAll().execute()).toEqual([]);
        const away = await db.selectFrom('absences').selectAll().execute();
        expect(away).toHaveLength(2);
        for (const { to_day } of away) expect(to_day > text.slice(0, 10)).toBe(true);
      },
      { now: new Date(text) },
    );
  },
);

test('the demo includes waitlists, refunds, marks and former members', async () => {
  await withDemo(async ({ db }) => {
    const states = await db.selectFrom('registrations').select('state').distinct().execute();
    expect(states).toHaveLength(12);
    const refunds = await db.selectFrom('refunds').select('state').execute();
    expect(refunds.length).toBeGreaterThan(0);
    const marks = await db.selectFrom('attendance').select('status').distinct().execute();
    expect(marks).toHaveLength(4);
    const statuses = await db.selectFrom('memberships').select('status').distinct().execute();
    for (const status of ['left', 'removed'] as const) expect(statuses).toContainEqual({ status });
    const suspended = await db
      .selectFrom('users')
      .select('id')
      .where('suspended_at', 'is not', null)
      .execute();
    expect(suspended).toHaveLength(1);
  });
});

test('the demo is the same for the same seed and moment, and differs for another seed', async () => {
  const digest = async ({ db }: Database) => {
    const hash = createHash('sha256');
    for (const table of [
      'users',
      'profiles',
      'memberships',
      'events',
      'registrations',
      'payments',
      'search_documents',
    ] as const)
      hash.update(JSON.stringify(await db.selectFrom(table).selectAll().execute()));
    return hash.digest('hex');
  };
  const first = await withDemo(digest);
  expect(await withDemo(digest)).toBe(first);
  expect(await withDemo(digest, { seed: 2 })).not.toBe(first);
});
