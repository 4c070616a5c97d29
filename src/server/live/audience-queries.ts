// To whom a change is sent: people who have to do with what changed, and may read it at this moment.
import { type RawBuilder, sql } from 'kysely';
import { sessionCutoffs } from '../accounts/session/session-rules.ts';
import type { Db } from '../db/open.ts';
import { owningOrganization, seesEvent } from '../events/access-queries.ts';

/** Ids per query: SQLite queries are synchronous, and other requests run between two of them. */
const chunk = 100;

async function inChunks<T>(ids: readonly string[], ask: (some: readonly string[]) => Promise<T[]>) {
  const found: T[] = [];
  for (let from = 0; from < ids.length; from += chunk)
    found.push(...(await ask(ids.slice(from, from + chunk))));
  return found;
}

async function people(db: Db, query: RawBuilder<{ id: string | null }>): Promise<string[]> {
  const { rows } = await query.execute(db);
  return rows.flatMap(({ id }) => id ?? []);
}

/** The connected people who have to do with the event (through its groups, replies, leaders or organizer) and may see it now. */
export async function audienceOfEvent(
  db: Db,
  eventId: string,
  isConnected: (person: string) => boolean,
  now: string,
): Promise<string[]> {
  const tied = await people(
    db,
    sql`
      select g.person_id as id from event_teams et join memberships g on g.team_id = et.team_id and g.status = 'active'
        where et.event_id = ${eventId}
      union select g.person_id from event_teams et join teams t on t.id = et.team_id
        join memberships g on g.organization_id = t.organization_id and g.status = 'active' where et.event_id = ${eventId}
      union select g.person_id from events e join memberships g
        on g.organization_id in (e.organizer_organization_id, ${owningOrganization}) and g.status = 'active'
        where e.id = ${eventId}
      union select r.person_id from registrations r where r.event_id = ${eventId}
      union select l.person_id from event_leaders l where l.event_id = ${eventId}
      union select e.organizer_user_id from events e where e.id = ${eventId}`,
  );
  return filterWhoSees(db, eventId, tied.filter(isConnected), now);
}

/** Of these people, those who may see the event. */
export const filterWhoSees = (db: Db, eventId: string, candidates: readonly string[], now: string) =>
  inChunks(candidates, (some) =>
    people(
      db,
      sql`select w.id as id from events e join users w on w.id in (${sql.join(some)})
        where e.id = ${eventId} and e.removed_at is null and ${seesEvent(sql.raw('w.id'), now)}`,
    ),
  );

/** Of these events, those that a person may see. */
export const visibleEvents = (db: Db, events: readonly string[], person: string, now: string) =>
  inChunks(events, (some) =>
    people(
      db,
      sql`select e.id as id from events e
        where e.id in (${sql.join(some)}) and e.removed_at is null and ${seesEvent(person, now)}`,
    ),
  );

/** A team's members, and those who run its organization. */
export const audienceOfTeam = (db: Db, teamId: string) =>
  people(
    db,
    sql`
      select g.person_id as id from memberships g where g.team_id = ${teamId} and g.status = 'active'
      union select g.person_id from teams t join memberships g on g.organization_id = t.organization_id
        and g.status = 'active' and g.role in ('owner', 'admin') where t.id = ${teamId}`,
  );

/** An organization's members, and the members of its teams. */
export const audienceOfOrganization = (db: Db, organizationId: string) =>
  people(
    db,
    sql`
      select g.person_id as id from memberships g where g.organization_id = ${organizationId} and g.status = 'active'
      union select g.person_id from teams t join memberships g on g.team_id = t.id and g.status = 'active'
        where t.organization_id = ${organizationId}`,
  );

/** The groups that a person is a member of or runs, to resume their stream. */
export async function groupsOf(db: Db, person: string): Promise<Set<string>> {
  const ids = await people(
    db,
    sql`
      select coalesce(g.team_id, g.organization_id) as id from memberships g
        where g.person_id = ${person} and g.status = 'active'
      union select t.organization_id from memberships g join teams t on t.id = g.team_id
        where g.person_id = ${person} and g.status = 'active'
      union select t.id from memberships g join teams t on t.organization_id = g.organization_id
        where g.person_id = ${person} and g.status = 'active' and g.role in ('owner', 'admin')`,
  );
  return new Set(ids);
}

/** Of these sessions, those that have not ended, of people who are not suspended. */
export async function activeSessions(db: Db, sessions: readonly string[], at: Date): Promise<Set<string>> {
  const after = sessionCutoffs(at);
  const found = await inChunks(sessions, (some) =>
    people(
      db,
      sql`select s.id as id from sessions s join users u on u.id = s.user_id
        where s.id in (${sql.join(some)}) and s.revoked_at is null and u.suspended_at is null
          and s.created_at > ${after.createdAt} and s.last_seen_at > ${after.lastSeenAt}`,
    ),
  );
  return new Set(found);
}
