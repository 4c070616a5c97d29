// SQL of a feed's content: event ids, event details by chunks, and whether any of it has changed. Each query is short, so
// that a feed of thousands of events does not block other requests.
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { allFeedsScope } from '../db/calendar-changes.ts';
import type { Database, Db } from '../db/open.ts';
import { coachRoles, holdingStates, runsEvent, seesEvent } from '../events/access-queries.ts';
import { selectEventsWithReply } from './queries.ts';

/** The range of start instants of a feed's events. */
export type Window = { from: string; to: string };

const idsAtOnce = 1000;
export const eventsAtOnce = 50;

/** Reads all ids by chunks: the query returns a limited number of ids after the given one, in order. */
async function idsOf(
  read: (after: RawBuilder<boolean>) => RawBuilder<{ id: string }>,
  db: Db,
  column: string,
) {
  const ids: string[] = [];
  for (let last: string | undefined; ; last = ids.at(-1)) {
    const after = last === undefined ? sql<boolean>`1 = 1` : sql<boolean>`${sql.ref(column)} > ${last}`;
    const { rows } = await sql<{
      id: string;
    }>`${read(after)} order by ${sql.ref(column)} limit ${sql.lit(idsAtOnce)}`.execute(db);
    for (const { id } of rows) ids.push(id);
    await setImmediate();
    if (rows.length < idsAtOnce) return ids;
  }
}

/** A team of the person, and its team of the season before. */
type FeedTeam = { id: string; previousId: string | null; isCoach: boolean };

/** Teams with an active membership of the person, and whether they coach there; earlier seasons first. */
export async function teamsOf(db: Db, userId: string): Promise<FeedTeam[]> {
  const rows = await db
    .selectFrom('memberships as g')
    .innerJoin('teams as t', 't.id', 'g.team_id')
    .select(['t.id', 't.previous_team_id'])
    .select(sql<0 | 1>`case when g.role in ${coachRoles} then 1 else 0 end`.as('is_coach'))
    .where('g.person_id', '=', userId)
    .where('g.status', '=', 'active')
    .orderBy('t.created_at')
    .execute();
  return rows.map(({ id, previous_team_id, is_coach }) => ({
    id,
    previousId: previous_team_id,
    isCoach: is_coach === 1,
  }));
}

/** Events of a person or team that start in the window; most of their events may be over. */
const tiedIds = (
  db: Db,
  tie: 'registrations' | 'event_teams' | 'event_leaders',
  owner: RawBuilder<boolean>,
  window: Window,
) =>
  idsOf(
    (after) =>
      sql`select tie.event_id as id from ${sql.table(tie)} tie join events e on e.id = tie.event_id where ${owner} and ${isIn(window)} and ${after}`,
    db,
    'tie.event_id',
  );

const isIn = ({ from, to }: Window) => sql<boolean>`e.starts_at >= ${from} and e.starts_at < ${to}`;

export const eventsRepliedTo = (db: Db, userId: string, window: Window) =>
  tiedIds(db, 'registrations', sql`tie.person_id = ${userId}`, window);

export const eventsOfTeam = (db: Db, teamId: string, window: Window) =>
  tiedIds(db, 'event_teams', sql`tie.team_id = ${teamId}`, window);

export const eventsLedBy = (db: Db, userId: string, window: Window) =>
  tiedIds(db, 'event_leaders', sql`tie.person_id = ${userId}`, window);

/** Events of the window that a team owns, or that a person created or organizes. */
export const eventsOwnedBy = (
  db: Db,
  column: 'owner_team_id' | 'organizer_user_id' | 'created_by',
  owner: string,
  window: Window,
) =>
  idsOf(
    (after) =>
      sql`select e.id from events e where ${sql.ref(`e.${column}`)} = ${owner} and ${isIn(window)} and ${after}`,
    db,
    'e.id',
  );

/** Whether the person attends, or attended until the event was cancelled. Reads the aliases `e` and `m`. */
const isAttending = sql<boolean>`(m.state in ${holdingStates} or (m.state = 'cancelledByOrganizer' and m.must_ask = 0 and e.event_status = 'EventCancelled'))`;
const flag = (condition: RawBuilder<boolean>) => sql<0 | 1>`case when ${condition} then 1 else 0 end`;

/** Details of up to `eventsAtOnce` events that start in the window and are visible to the person. */
export function listFeedEvents(
  db: Db,
  ids: readonly string[],
  {
    userId,
    bornBy,
    window,
    now,
    asksRuns,
  }: { userId: string; bornBy: string; window: Window; now: string; asksRuns: boolean },
) {
  // Pads the ids to a constant number, so that the statement is prepared once.
  const filled = Array.from({ length: eventsAtOnce }, (_, index) => ids[index] ?? ids[0] ?? allFeedsScope);
  return selectEventsWithReply(db, { userId, bornBy })
    .select('e.place_id')
    .select(flag(isAttending).as('counts_on_me'))
    .select((asksRuns ? flag(runsEvent(userId)) : sql<0 | 1>`0`).as('runs'))
    .where('e.id', 'in', filled)
    .where('e.publication', '<>', 'draft')
    .where('e.removed_at', 'is', null)
    .where('e.starts_at', '>=', window.from)
    .where('e.starts_at', '<', window.to)
    .where(seesEvent(userId, now))
    .execute();
}

/** The expiry of the person's next hold or offered place, after which an event may no longer be visible to them. */
export async function nextHoldEnd(db: Db, userId: string, now: string): Promise<string | null> {
  const row = await db
    .selectFrom('registrations')
    .select(({ fn }) => fn.min('hold_expires_at').as('at'))
    .where('person_id', '=', userId)
    .where('hold_expires_at', '>', now)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** The current position of `calendar_changes`: a change that later reads do not see yet gets a higher position. */
export async function currentPosition({ db, dialect }: Database): Promise<string> {
  const { rows } = await dialect.logPosition('calendar_changes').execute(db);
  return rows[0]?.position ?? '';
}

/** Whether a change of one of these scopes was recorded after the position. */
export async function hasChanged(
  { db, dialect }: Database,
  scopes: readonly string[],
  position: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('calendar_changes as c')
    .select('c.id')
    .where('c.scope', 'in', [allFeedsScope, ...scopes])
    .where(dialect.isAfterPosition(position))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
