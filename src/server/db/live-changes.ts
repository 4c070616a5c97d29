// The change log of live updates: triggers add a row for every change that an open screen may show, so that no writer has to
// remember it, and writes of other programs count too. A row names a subject: an event, a team, an organization or a person.
// The triggers are compared with this list at each start, so an edit of it needs no migration.
//
// Rows are append-only: a counter per subject would be a row lock that many transactions wait for, and could deadlock.
import { type Kysely, sql } from 'kysely';
import type { LiveKind } from '../../contract/values/enums.ts';

type Row = 'new' | 'old';

const noteAll = (kind: LiveKind, subjects: string) =>
  `insert into live_changes (kind, subject) select '${kind}', x.id from (${subjects}) x where x.id is not null;`;
const note = (kind: LiveKind, id: string) => noteAll(kind, `select ${id} as id`);
const noteBoth = (kind: LiveKind, column: string) =>
  noteAll(kind, `select old.${column} as id union select new.${column}`);

const noteGroup = (row: Row) =>
  `${note('team', `${row}.team_id`)} ${note('organization', `${row}.organization_id`)}`;
const noteOwners = (row: Row, team: string, organization: string, user: string) =>
  `${note('team', `${row}.${team}`)} ${note('organization', `${row}.${organization}`)} ${note('person', `${row}.${user}`)}`;
const noteEventOwners = (row: Row) =>
  noteOwners(row, 'owner_team_id', 'organizer_organization_id', 'organizer_user_id');
const notePlaceOwners = (row: Row) =>
  noteOwners(row, 'owner_team_id', 'owner_organization_id', 'owner_user_id');
/** A person's name and picture are on the pages of their teams. */
const notePersonAndTeams = (id: string) =>
  `${note('person', id)} ${noteAll('team', `select g.team_id as id from memberships g where g.person_id = ${id} and g.status = 'active'`)}`;
const notePayment = (registration: string) => `
  ${noteAll('event', `select r.event_id as id from registrations r where r.id = ${registration}`)}
  ${noteAll('access', `select r.person_id as id from registrations r where r.id = ${registration}`)}`;
const noteRefund = (payment: string) =>
  noteAll(
    'event',
    `select r.event_id as id from payments p join registrations r on r.id = p.registration_id where p.id = ${payment}`,
  );

/** `columns`: the updated columns that count; all without it. */
export type LiveTrigger = {
  name: string;
  on: string;
  event: 'insert' | 'update' | 'delete';
  columns?: string;
  body: string;
};

/** Triggers for inserts, updates and deletes. */
function onEach(table: string, body: (row: Row) => string): LiveTrigger[] {
  return [
    { name: `${table}_added`, on: table, event: 'insert', body: body('new') },
    ...onUpdate(table, `${body('old')} ${body('new')}`),
    { name: `${table}_removed`, on: table, event: 'delete', body: body('old') },
  ];
}

function onUpdate(table: string, body: string, columns?: string): LiveTrigger[] {
  return [{ name: `${table}_changed`, on: table, event: 'update', ...(columns && { columns }), body }];
}

export const liveTriggers: readonly LiveTrigger[] = [
  { name: 'events_added', on: 'events', event: 'insert', body: note('event', 'new.id') },
  ...onUpdate('events', note('event', 'new.id')),
  // People who may not see it any more are sent its groups, and not the event.
  {
    name: 'events_moved',
    on: 'events',
    event: 'update',
    columns:
      'visibility, publication, removed_at, owner_team_id, organizer_organization_id, organizer_user_id',
    body: `${noteEventOwners('old')} ${noteEventOwners('new')} ${noteAll('team', 'select t.team_id as id from event_teams t where t.event_id = new.id')}`,
  },
  { name: 'events_removed', on: 'events', event: 'delete', body: noteEventOwners('old') },
  ...onEach('event_teams', (row) => `${note('event', `${row}.event_id`)} ${note('team', `${row}.team_id`)}`),
  ...onEach(
    'event_leaders',
    (row) => `${note('event', `${row}.event_id`)} ${note('access', `${row}.person_id`)}`,
  ),
  { name: 'registrations_added', on: 'registrations', event: 'insert', body: noteRegistration('new') },
  ...onUpdate('registrations', `${noteBoth('event', 'event_id')} ${noteBoth('access', 'person_id')}`),
  { name: 'registrations_removed', on: 'registrations', event: 'delete', body: noteRegistration('old') },
  ...['attendance', 'event_guests', 'reminders', 'offers', 'event_pictures'].flatMap(
    (table): LiveTrigger[] => [
      { name: `${table}_added`, on: table, event: 'insert', body: note('event', 'new.event_id') },
      ...onUpdate(table, noteBoth('event', 'event_id')),
      { name: `${table}_removed`, on: table, event: 'delete', body: note('event', 'old.event_id') },
    ],
  ),
  { name: 'payments_added', on: 'payments', event: 'insert', body: notePayment('new.registration_id') },
  ...onUpdate(
    'payments',
    notePayment('new.registration_id'),
    'amount_minor, currency, state, checkout_url, policy, receipt_number, paid_at',
  ),
  { name: 'refunds_added', on: 'refunds', event: 'insert', body: noteRefund('new.payment_id') },
  ...onUpdate('refunds', noteRefund('new.payment_id'), 'amount_minor, state, reason, approved_at'),
  { name: 'places_added', on: 'places', event: 'insert', body: notePlaceOwners('new') },
  ...onUpdate(
    'places',
    `${notePlaceOwners('new')} ${noteAll('event', `select e.id as id from events e where e.place_id = new.id and e.ends_at > new.updated_at order by e.ends_at limit 200`)}`,
  ),
  { name: 'places_removed', on: 'places', event: 'delete', body: notePlaceOwners('old') },
  ...onEach(
    'teams',
    (row) => `${note('team', `${row}.id`)} ${note('organization', `${row}.organization_id`)}`,
  ),
  { name: 'organizations_added', on: 'organizations', event: 'insert', body: note('organization', 'new.id') },
  ...onUpdate('organizations', note('organization', 'new.id')),
  ...onEach('memberships', (row) => `${noteGroup(row)} ${note('access', `${row}.person_id`)}`),
  ...onEach('invitations', (row) => `${noteGroup(row)} ${note('access', `${row}.user_id`)}`),
  ...onUpdate('people', notePersonAndTeams('new.id')),
  ...onUpdate('profiles', notePersonAndTeams('new.user_id')),
  { name: 'users_added', on: 'users', event: 'insert', body: note('person', 'new.id') },
  ...onUpdate('users', `${note('person', 'new.id')} ${note('access', 'new.id')}`),
  { name: 'sessions_added', on: 'sessions', event: 'insert', body: note('person', 'new.user_id') },
  ...onUpdate('sessions', `${note('session', 'new.id')} ${note('person', 'new.user_id')}`, 'revoked_at'),
  { name: 'sessions_removed', on: 'sessions', event: 'delete', body: note('session', 'old.id') },
  { name: 'notifications_added', on: 'notifications', event: 'insert', body: note('person', 'new.user_id') },
  ...onUpdate('notifications', note('person', 'new.user_id'), 'read_at'),
  ...onEach('notification_preferences', (row) => note('person', `${row}.user_id`)),
  ...onEach('absences', (row) => note('access', `${row}.person_id`)),
  {
    name: 'calendar_feeds_added',
    on: 'calendar_feeds',
    event: 'insert',
    body: note('person', 'new.user_id'),
  },
  ...onUpdate('calendar_feeds', note('person', 'new.user_id'), 'filters, token_hash, revoked_at'),
  ...onEach('fixtures', (row) => note('team', `${row}.team_id`)),
  ...onEach('fixture_imports', (row) => note('team', `${row}.team_id`)),
  ...onEach('fixture_sources', (row) => note('team', `${row}.team_id`)),
  ...onEach(
    'guardian_links',
    (row) => `${note('access', `${row}.guardian_id`)} ${note('access', `${row}.trainee_id`)}`,
  ),
];

function noteRegistration(row: Row): string {
  return `${note('event', `${row}.event_id`)} ${note('access', `${row}.person_id`)}`;
}

/** Tables whose changes no open screen shows, each with the reason. */
export const silentTables: Readonly<Record<string, string>> = {
  audit_log: 'No screen shows it while it changes.',
  calendar_changes: 'The change log of calendar feeds.',
  daily_uses: 'Counters.',
  event_picture_files: 'An event names its picture.',
  event_series: 'Its dates are events.',
  instance_settings: 'Read at the start of a process.',
  known_devices: 'Never shown.',
  ledger_entries: 'Written with a payment or a refund.',
  live_changes: 'This log.',
  logos: 'A team or an organization names its logo.',
  mutations: 'Stored answers.',
  one_time_tokens: 'Never shown.',
  pictures: 'A profile names its picture.',
  provider_events: 'Never shown.',
  push_subscriptions: 'Shown on their own device alone.',
  receipt_counters: 'Counters.',
  refresh_tokens: 'Never shown.',
  sandbox_checkouts: 'Shown on pages of the sandbox alone.',
  sandbox_refunds: 'As above.',
  sandbox_webhooks: 'As above.',
  search_documents: 'Written with what they describe.',
  sign_in_attempts: 'Never shown.',
};

export const livePrefix = 'live_';
export const nameOf = ({ name }: LiveTrigger) => `${livePrefix}${name}`;

/** Makes the triggers of an SQLite database those of `liveTriggers`, in a transaction. Whether one was missing or different. */
export async function createSqliteLiveTriggers<DB>(db: Kysely<DB>): Promise<boolean> {
  const current = await sqliteTriggers(db);
  const wanted = new Map(liveTriggers.map((trigger) => [nameOf(trigger), sqliteText(trigger)]));
  const unwanted = [...current].filter(([name, text]) => wanted.get(name) !== text);
  const missing = [...wanted].filter(([name, text]) => current.get(name) !== text);
  for (const [name] of unwanted) await sql.raw(`drop trigger ${name}`).execute(db);
  for (const [, text] of missing) await sql.raw(text).execute(db);
  return missing.length > 0;
}

const sqliteText = ({ columns, ...trigger }: LiveTrigger) =>
  `CREATE TRIGGER ${nameOf(trigger)} after ${trigger.event}${columns ? ` of ${columns}` : ''} on ${trigger.on} begin ${trigger.body} end`;

async function sqliteTriggers<DB>(db: Kysely<DB>): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; text: string }>`
    select name, sql as text from sqlite_schema where type = 'trigger' and substr(name, 1, 5) = ${livePrefix}`.execute(
    db,
  );
  return new Map(rows.map(({ name, text }) => [name, text]));
}

/** Drops the triggers before a migration: SQLite drops no column and no table that a trigger names. */
export async function dropSqliteLiveTriggers<DB>(db: Kysely<DB>): Promise<void> {
  for (const name of (await sqliteTriggers(db)).keys()) await sql.raw(`drop trigger ${name}`).execute(db);
}
