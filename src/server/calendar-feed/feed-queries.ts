// SQL of what a feed holds: which events may be in it, some of them in full, and whether any of it has changed. Each read is
// short, so that a feed of thousands of events keeps no one waiting.
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { everyone } from '../db/calendar-changes.ts';
import type { Database, Db } from '../db/open.ts';
import { coachRoles, holdingStates, runsEvent, seesEvent } from '../events/access-queries.ts';
import { selectEventsWithReply } from './queries.ts';

/** From and to when events of a feed start: instants. */
export type Window = { from: string; to: string };

const idsAtOnce = 1000;
export const eventsAtOnce = 50;

/** All ids that a query finds, read some at a time: it gives those after an id, in order, at most so many. */
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

/** The teams that a person is active in, and whether they coach there. */
export async function teamsOf(db: Db, userId: string): Promise<{ id: string; isCoach: boolean }[]> {
  const rows = await db
    .selectFrom('memberships as g')
    .select('g.team_id as id')
    .select(sql<0 | 1>`case when g.role in ${coachRoles} then 1 else 0 end`.as('is_coach'))
    .where('g.person_id', '=', userId)
    .where('g.status', '=', 'active')
    .where('g.team_id', 'is not', null)
    .execute();
  return rows.flatMap(({ id, is_coach }) => (id === null ? [] : [{ id, isCoach: is_coach === 1 }]));
}

/** Of the events that something ties to a person or a team, those of the window: most of them may be long over. */
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

/** The events of the window that a team owns, or that a person made or organizes. */
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

/** Whether the person means to come, or was to, and it was cancelled for all. Reads the aliases `e` and `m`. */
const countsOnMe = sql<boolean>`(m.state in ${holdingStates} or (m.state = 'cancelledByOrganizer' and e.event_status = 'EventCancelled'))`;
const flag = (condition: RawBuilder<boolean>) => sql<0 | 1>`case when ${condition} then 1 else 0 end`;

/** Those of at most `eventsAtOnce` events that start in the window and that the person may see now. */
export function listFeedEvents(
  db: Db,
  ids: readonly string[],
  { userId, window, now, asksRuns }: { userId: string; window: Window; now: string; asksRuns: boolean },
) {
  // One text for all numbers of ids, so that the query is planned once.
  const filled = Array.from({ length: eventsAtOnce }, (_, index) => ids[index] ?? ids[0] ?? everyone);
  return selectEventsWithReply(db, userId)
    .select('e.place_id')
    .select(flag(countsOnMe).as('counts_on_me'))
    .select((asksRuns ? flag(runsEvent(userId)) : sql<0 | 1>`0`).as('runs'))
    .where('e.id', 'in', filled)
    .where('e.publication', '<>', 'draft')
    .where('e.removed_at', 'is', null)
    .where('e.starts_at', '>=', window.from)
    .where('e.starts_at', '<', window.to)
    .where(seesEvent(userId, now))
    .execute();
}

/** The instant at which the next hold or offer of a person runs out, by which they may lose sight of an event. */
export async function nextHoldEnd(db: Db, userId: string, now: string): Promise<string | null> {
  const row = await db
    .selectFrom('registrations')
    .select(({ fn }) => fn.min('hold_expires_at').as('at'))
    .where('person_id', '=', userId)
    .where('hold_expires_at', '>', now)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** A mark of now: every change that is not to be seen by reads that begin after this is noted after it. */
export async function markNow({ db, dialect }: Database): Promise<string> {
  const { rows } = await dialect.changeMark.execute(db);
  return rows[0]?.mark ?? '';
}

/** Whether anything was noted for one of these scopes after the mark. */
export async function hasChanged(
  { db, dialect }: Database,
  scopes: readonly string[],
  mark: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('calendar_changes as c')
    .select('c.id')
    .where('c.scope', 'in', [everyone, ...scopes])
    .where(dialect.isAfterMark(mark))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
