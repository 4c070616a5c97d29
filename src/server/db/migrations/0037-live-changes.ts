// The change log of live updates; see live-changes.ts.

/** `autoincrement` never reuses the ids of deleted rows, so the newest id is a valid mark. */
export const sqliteLiveChanges: string[] = [
  `create table live_changes (
     id integer primary key autoincrement,
     kind text not null,
     subject text not null,
     at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
     session_id text
   ) strict`,
  'create index live_changes_at on live_changes(at)',
];

/** Transactions may commit in another order than they began, so a mark is a snapshot of the committed ones. */
export const postgresLiveChanges: string[] = [
  `create table live_changes (
     id bigint generated always as identity primary key,
     kind text not null,
     subject uuid not null,
     xact xid8 not null default pg_current_xact_id(),
     at timestamptz(3) not null default clock_timestamp(),
     session_id uuid default nullif(current_setting('sideline.session_id', true), '')::uuid
   )`,
  'create index live_changes_at on live_changes(at)',
  'create index live_changes_xact on live_changes(xact)',
];
