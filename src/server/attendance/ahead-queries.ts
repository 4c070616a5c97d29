// The published events near in time at which a person may mark attendance, as `eventCan` of events/can-rules.ts decides it.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Their own teams' events first, then those of their clubs, each the soonest first. `unended`: no earlier event is still on. */
export async function eventsToMark(
  db: Db,
  { userId, from, until, unended }: Record<'userId' | 'from' | 'until' | 'unended', string>,
  most: number,
): Promise<string[]> {
  const near = sql`e.starts_at > ${unended} and e.starts_at < ${until} and e.ends_at > ${from} and e.publication = 'published' and e.removed_at is null`;
  const inMine = (events: RawBuilder<unknown>, roles: string) =>
    sql`select e.id, e.starts_at from memberships g ${events} where g.person_id = ${userId} and g.status = 'active' and g.role in (${sql.raw(roles)}) and ${near}`;
  const own = sql`
    select e.id, e.starts_at from events e where e.organizer_user_id = ${userId} and e.owner_team_id is null and ${near}
    union ${inMine(sql`join event_teams t on t.team_id = g.team_id join events e on e.id = t.event_id`, `'coach', 'owner', 'admin', 'assistant'`)}`;
  const ofClubs = sql`
    ${inMine(sql`join events e on e.organizer_organization_id = g.organization_id and e.owner_team_id is null`, `'coach', 'owner', 'admin'`)}
    union ${inMine(sql`join teams o on o.organization_id = g.organization_id join event_teams t on t.team_id = o.id join events e on e.id = t.event_id`, `'owner', 'admin'`)}`;
  const { rows } = await sql<{ id: string }>`
    select m.id from (
      select 0 as of_club, o.id, o.starts_at from (${own}) o
      union all select 1 as of_club, c.id, c.starts_at from (${ofClubs}) c
    ) m group by m.id order by min(m.of_club), min(m.starts_at), m.id limit ${sql.lit(most)}`.execute(db);
  return rows.map(({ id }) => id);
}
