// Notes of every change that a calendar feed may show, written by triggers: so no way of writing is forgotten, whatever
// program it is of. A note names a scope: a person, a team, a place, or `everyone`. Notes are only ever added. A counter for
// each scope would be one row that many transactions wait for, in whatever order they come to it.
//
// A person's scope gets what only their own rows or their own events can change, where they have a feed. A feed that is younger
// than a transaction may last can miss a note; calendar-feed/memory.ts leaves such a feed out.

/** The scope of what may concern any feed. */
export const everyone = '00000000-0000-0000-0000-000000000000';

/** Columns whose values a feed shows or is chosen by. */
const ofRegistrations = 'event_id, person_id, state, must_ask, hold_expires_at, updated_at';
const ofPlaces = 'name, address, latitude, longitude';

const anyFeed = 'exists (select 1 from calendar_feeds)';
const feedOf = (person: string) =>
  `exists (select 1 from calendar_feeds f where f.user_id = ${person} and f.revoked_at is null)`;

/** `cross join` keeps SQLite from beginning with all feeds. */
const noteFeedsOf = (people: string) =>
  `insert into calendar_changes (scope) select distinct f.user_id from (${people}) x cross join calendar_feeds f where f.user_id = x.person_id and f.revoked_at is null;`;

/** Notes all that an event reaches: its teams, and the people with a feed who replied to it or lead it. */
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
    body: note(`'${everyone}'`),
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

/** Ids are never used twice, also when notes were deleted: a mark is the newest id. */
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

/** A transaction may end after one that began later, so a mark is a snapshot of all that had ended. */
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
