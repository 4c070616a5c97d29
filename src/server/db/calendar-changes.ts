// A change log for calendar feeds: triggers add a row (a note) for every change that a feed may show, so that writes of any
// program are covered. A note names a scope: a person, a team, a place, or `allFeedsScope`. Notes are append-only: a counter per
// scope would be a row lock that many transactions wait for, and could deadlock.
//
// A person's scope gets changes of their own rows and events, where they have a feed. A feed younger than the longest
// transaction can miss a note; calendar-feed/feed-cache.ts leaves such a feed out.

/** The scope of changes that may concern any feed. */
export const allFeedsScope = '00000000-0000-0000-0000-000000000000';

/** Columns that a feed shows or selects by. */
const ofRegistrations = 'event_id, person_id, state, must_ask, hold_expires_at, updated_at';
const ofPlaces = 'name, address, latitude, longitude';

const anyFeed = 'exists (select 1 from calendar_feeds)';
const feedOf = (person: string) =>
  `exists (select 1 from calendar_feeds f where f.user_id = ${person} and f.revoked_at is null)`;

/** `cross join` fixes the join order: SQLite would scan all feeds first. */
const noteFeedsOf = (people: string) =>
  `insert into calendar_changes (scope) select distinct f.user_id from (${people}) x cross join calendar_feeds f where f.user_id = x.person_id and f.revoked_at is null;`;

/** Notes the scopes of an event: its teams, and the people with a feed who replied to it or lead it. */
const noteEvent = (id: string) => `
  insert into calendar_changes (scope) select et.team_id from event_teams et where et.event_id = ${id} and ${anyFeed};
  ${noteFeedsOf(`select r.person_id from registrations r where r.event_id = ${id} union all select l.person_id from event_leaders l where l.event_id = ${id}`)}`;

const note = (scope: string, isNoted = anyFeed) =>
  `insert into calendar_changes (scope) select ${scope} where ${isNoted};`;
/** Notes the people who made or organize an event, and the team that owns it. */
const noteOwners = (row: 'new' | 'old') =>
  `${noteFeedsOf(`select ${row}.organizer_user_id as person_id union all select ${row}.created_by`)}
  ${note(`${row}.owner_team_id`, `${row}.owner_team_id is not null and ${anyFeed}`)}`;
const notePerson = (person: string) => note(person, feedOf(person));

type Trigger = { name: string; on: string; event: string; body: string };

/** One for each table and kind of write. */
const triggers: readonly Trigger[] = [
  ...people('registrations', ofRegistrations),
  ...people('memberships'),
  ...people('event_leaders'),
  {
    name: 'events_changed',
    on: 'events',
    event: 'update',
    body: `${noteEvent('new.id')} ${noteOwners('old')} ${noteOwners('new')}`,
  },
  { name: 'events_added', on: 'events', event: 'insert', body: noteOwners('new') },
  { name: 'events_removed', on: 'events', event: 'delete', body: noteOwners('old') },
  { name: 'event_teams_added', on: 'event_teams', event: 'insert', body: noteEvent('new.event_id') },
  {
    name: 'event_teams_changed',
    on: 'event_teams',
    event: 'update',
    body: `${noteEvent('old.event_id')} ${note('old.team_id')} ${noteEvent('new.event_id')}`,
  },
  {
    name: 'event_teams_removed',
    on: 'event_teams',
    event: 'delete',
    body: `${noteEvent('old.event_id')} ${note('old.team_id')}`,
  },
  { name: 'places_changed', on: 'places', event: `update of ${ofPlaces}`, body: note('new.id') },
  {
    name: 'teams_moved',
    on: 'teams',
    event: 'update of organization_id',
    body: note(`'${allFeedsScope}'`),
  },
];

function people(table: string, columns?: string): Trigger[] {
  const update = columns ? `update of ${columns}` : 'update';
  return [
    { name: `${table}_added`, on: table, event: 'insert', body: notePerson('new.person_id') },
    {
      name: `${table}_changed`,
      on: table,
      event: update,
      body: `${notePerson('new.person_id')} ${note('old.person_id', 'old.person_id <> new.person_id')}`,
    },
    { name: `${table}_removed`, on: table, event: 'delete', body: notePerson('old.person_id') },
  ];
}

/** `autoincrement` never reuses the ids of deleted notes, so the newest id is a valid position. */
export const sqliteChanges: string[] = [
  `create table calendar_changes (
     id integer primary key autoincrement,
     scope text not null,
     at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
   ) strict`,
  'create index calendar_changes_scope on calendar_changes(scope, id)',
  ...triggers.map(
    ({ name, on, event, body }) =>
      `create trigger calendar_${name} after ${event} on ${on} begin ${body} end`,
  ),
];

/** Transactions may commit in another order than they began, so a position is a snapshot of the committed ones. */
export const postgresChanges: string[] = [
  `create table calendar_changes (
     id bigint generated always as identity primary key,
     scope uuid not null,
     xact xid8 not null default pg_current_xact_id(),
     at timestamptz(3) not null default now()
   )`,
  'create index calendar_changes_scope on calendar_changes(scope, xact)',
  ...triggers.flatMap(({ name, on, event, body }) => [
    `create function calendar_${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    `create trigger calendar_${name} after ${event} on ${on} for each row execute function calendar_${name}()`,
  ]),
];
