// SQL of the notification list in the app, and its read state.
import { sql } from 'kysely';
import { notificationKinds } from '../../contract/values/enums.ts';
import type { Db } from '../db/open.ts';
import { type Chosen, frequencyOf } from './rules.ts';
import { isNamed, isStillForThem, openRequests, owedKinds } from './visible-queries.ts';

/** The kinds that this person has not turned off in the app. */
function shownKinds(chosen: Chosen) {
  return notificationKinds.filter((kind) => frequencyOf(chosen, kind, 'inApp') !== 'off');
}

/**
 * A page of a user's current notifications, newest first; one extra row means that there is a next page. `onlyOwed`: those
 * that ask for an action.
 */
export async function listNotifications(
  db: Db,
  userId: string,
  {
    chosen,
    onlyOwed = false,
    after,
    limit,
    at,
  }: {
    chosen: Chosen;
    onlyOwed?: boolean;
    after: { key: string; id: string } | null;
    limit: number;
    at: string;
  },
) {
  const kinds = shownKinds(chosen).filter((kind) => !onlyOwed || owed.has(kind));
  if (kinds.length === 0) return [];
  let query = db
    .selectFrom('notifications as n')
    .leftJoin('events as e', (join) => join.onRef('e.id', '=', 'n.event_id').on(isNamed))
    .leftJoin('people as a', 'a.id', 'n.actor_id')
    .leftJoin('teams as t', 't.id', 'n.team_id')
    .leftJoin('organizations as o', 'o.id', 'n.organization_id')
    .select(['n.id', 'n.kind', 'n.changes', 'n.created_at', 'n.read_at', 'a.name as actor_name'])
    .select([
      't.id as team_id',
      't.name as team_name',
      'o.id as organization_id',
      'o.name as organization_name',
    ])
    .select(['e.id as event_id', 'e.name', 'e.starts_at', 'e.time_zone'])
    .where('n.user_id', '=', userId)
    .where('n.kind', 'in', kinds)
    .where(isStillForThem(at))
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    // A literal: SQLite plans the query again for each bound limit, and planning this one is slow.
    .limit(sql.lit(limit + 1));
  if (after) query = query.where(sql<boolean>`(n.created_at, n.id) < (${after.key}, ${after.id})`);
  return query.execute();
}
export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number];

const owed: ReadonlySet<string> = new Set(owedKinds);

/** Who acted: the first names, and how many people. */
export type Actors = { names: string[]; count: number };

/** How many people a notification names; the others are a number. */
const namedMost = 2;

/** The people who ask, by notification: the first names, and how many there are. */
export async function peopleAsking(
  db: Db,
  rows: readonly Pick<NotificationRow, 'id' | 'kind'>[],
): Promise<Map<string, Actors>> {
  const people = new Map<string, Actors>();
  for (const [kind, { rows: asking, areOpen }] of Object.entries(openRequests)) {
    const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id);
    if (ids.length === 0) continue;
    const found = await sql<{ id: string; name: string; count: number }>`select c.id, c.name, c.count from (
      select n.id, w.name, row_number() over (partition by n.id order by w.sort_name, w.id) as place, count(*) over (partition by n.id) as count
      from notifications n join ${asking} on ${areOpen} join people w on w.id = s.person_id where n.id in (${sql.join(ids)})
    ) c where c.place <= ${sql.lit(namedMost)} order by c.id, c.place`.execute(db);
    for (const { id, name, count } of found.rows)
      people.set(id, { names: [...(people.get(id)?.names ?? []), name], count: Number(count) });
  }
  return people;
}

export async function countUnread(db: Db, userId: string, chosen: Chosen, at: string): Promise<number> {
  const kinds = shownKinds(chosen);
  if (kinds.length === 0) return 0;
  const { count } = await db
    .selectFrom('notifications as n')
    .select(sql<number>`count(*)`.as('count'))
    .where('n.user_id', '=', userId)
    .where('n.read_at', 'is', null)
    .where('n.kind', 'in', kinds)
    .where(isStillForThem(at))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Marks a user's notifications as read: one and all before it, a list, or all if neither is given. Not those of kinds that they
 * turned off in the app: they have not seen them, and still get their mail.
 */
export async function markRead(
  db: Db,
  userId: string,
  { chosen, upTo, ids }: { chosen: Chosen; upTo?: string | undefined; ids?: readonly string[] | undefined },
  at: string,
): Promise<void> {
  const kinds = shownKinds(chosen);
  if (kinds.length === 0) return;
  let update = db
    .updateTable('notifications')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('read_at', 'is', null);
  if (ids) update = update.where('id', 'in', ids);
  if (upTo) {
    const known = await db.selectFrom('notifications').select('id').where('id', '=', upTo).executeTakeFirst();
    update = known
      ? update.where(
          sql<boolean>`(created_at, id) <= (select n.created_at, n.id from notifications n where n.id = ${upTo} and n.user_id = ${userId})`,
        )
      : // An answered invitation deletes its notification, so the last one that they saw may be gone.
        update.where('created_at', '<=', madeAt(upTo, at));
  }
  await update.execute();
}

/** When a UUID of version 7 was generated, at most `now`; the start of time for other ids. */
function madeAt(id: string, now: string): string {
  const ms = id[14] === '7' ? Number.parseInt(id.slice(0, 13).replace('-', ''), 16) : 0;
  return new Date(Math.min(ms, Date.parse(now))).toISOString();
}
