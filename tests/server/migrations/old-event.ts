// An event as it was stored before migration 0013: the factories write today's columns.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Database } from '../../../src/server/db/open.ts';

export type OldEvent = {
  organizer_user_id?: string;
  organizer_organization_id?: string;
  /** From migration 0012 on. */
  owner_team_id?: string;
  place_id?: string;
  starts_at?: string;
  teams?: string[];
};

/** Returns its id. */
export async function insertOldEvent({ db }: Database, { teams = [], ...given }: OldEvent): Promise<string> {
  const row: Record<string, unknown> = {
    id: uuid(),
    created_at: '2026-11-01T10:00:00.000Z',
    updated_at: '2026-11-01T10:00:00.001Z',
    version: 3,
    name: 'Training',
    slug: 'training',
    kind: 'training',
    starts_at: '2026-11-28T10:00:00.000Z',
    ends_at: '2026-12-28T11:30:00.000Z',
    starts_on: '2026-11-28',
    time_zone: 'Europe/Brussels',
    attendance_mode: 'offline',
    visibility: 'team',
    join_policy: 'open',
    roster_visibility: 'coaches',
    publication: 'published',
    event_status: 'EventScheduled',
    ...given,
  };
  const columns = Object.keys(row);
  await sql`insert into events (${sql.join(columns.map((name) => sql.ref(name)))}) values (${sql.join(columns.map((name) => row[name]))})`.execute(
    db,
  );
  for (const team of teams)
    await sql`insert into event_teams (event_id, team_id) values (${row.id}, ${team})`.execute(db);
  return String(row.id);
}
