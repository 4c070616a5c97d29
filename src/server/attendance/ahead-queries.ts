// The published events near in time at which a person may mark attendance, as `eventCan` of events/can-rules.ts decides it.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/open.ts';

type Text = string | RawBuilder<string>;
/** `unended`: no earlier event is still on. */
type Near = Record<'userId' | 'from' | 'until' | 'unended', Text>;

const isNear = ({ from, until, unended }: Near) =>
  sql`e.starts_at > ${unended} and e.starts_at < ${until} and e.ends_at > ${from} and e.publication = 'published' and e.removed_at is null`;
const inMine = (near: Near, events: RawBuilder<unknown>, roles: string) =>
  sql`select e.id, e.starts_at from memberships g ${events} where g.person_id = ${near.userId} and g.status = 'active' and g.role in (${sql.raw(roles)}) and ${isNear(near)}`;

/** Their own, and those of the teams that they coach or assist. */
const own = (near: Near) => sql`
  select e.id, e.starts_at from events e where e.organizer_user_id = ${near.userId} and e.owner_team_id is null and ${isNear(near)}
  union ${inMine(near, sql`join event_teams t on t.team_id = g.team_id join events e on e.id = t.event_id`, `'coach', 'owner', 'admin', 'assistant'`)}`;
/** Owned by their clubs, and by no team. */
const ofClubs = (near: Near) =>
  inMine(
    near,
    sql`join events e on e.organizer_organization_id = g.organization_id and e.owner_team_id is null`,
    `'coach', 'owner', 'admin'`,
  );
/** Of all teams of the clubs that they run. */
const ofClubsTeams = (near: Near) =>
  inMine(
    near,
    sql`join teams o on o.organization_id = g.organization_id join event_teams t on t.team_id = o.id join events e on e.id = t.event_id`,
    `'owner', 'admin'`,
  );

/**
 * Ids and starts of those at which the person marks by a role in a team that takes part or in the owner. Not of all teams of a
 * club that they run: others mark there, and they are many.
 */
export const eventsOfOwnRolesToMark = (near: Near): RawBuilder<unknown> =>
  sql`(${own(near)} union ${ofClubs(near)})`;

/** Their own teams' events first, then those of their clubs, each the soonest first. */
export async function eventsToMark(db: Db, near: Near, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from (
      select 0 as of_club, o.id, o.starts_at from (${own(near)}) o
      union all select 1 as of_club, c.id, c.starts_at from (${ofClubs(near)} union ${ofClubsTeams(near)}) c
    ) m group by m.id order by min(m.of_club), min(m.starts_at), m.id limit ${sql.lit(most)}`.execute(db);
  return rows.map(({ id }) => id);
}
