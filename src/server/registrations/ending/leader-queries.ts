// SQL of leaders who no longer lead upcoming events, because a role or a visit has ended.
import { sql } from 'kysely';
import { addAudits } from '../../audit/queries.ts';
import type { Db } from '../../db/open.ts';
import { roleColumns } from '../../events/access-queries.ts';
import { type EventRole, roleOf } from '../../events/role-rules.ts';
import type { Tx } from '../seats.ts';

/** The leaders of an event with their roles there. */
export async function leaderRoles(db: Db, eventId: string): Promise<Map<string, EventRole>> {
  const leaders = await db
    .selectFrom('event_leaders as l')
    .innerJoin('events as e', 'e.id', 'l.event_id')
    .select('l.person_id')
    .select(roleColumns(sql.ref('l.person_id')))
    .where('l.event_id', '=', eventId)
    .execute();
  return new Map(leaders.map((leader) => [leader.person_id, roleOf(leader)]));
}

/** Takes a leader off locked events. */
export async function removeLeader(
  { db, at }: Pick<Tx, 'db' | 'at'>,
  { userId, actorId }: { userId: string; actorId: string },
  eventIds: readonly string[],
): Promise<void> {
  if (eventIds.length === 0) return;
  await db
    .deleteFrom('event_leaders')
    .where('person_id', '=', userId)
    .where('event_id', 'in', eventIds)
    .execute();
  await db
    .updateTable('events')
    .set((set) => ({ updated_at: at, version: set('version', '+', 1) }))
    .where('id', 'in', eventIds)
    .execute();
  await addAudits(
    db,
    eventIds.map((objectId) => ({
      actorId,
      action: 'event.leaderRemoved',
      objectKind: 'event',
      objectId,
      before: { leaderId: userId },
      at,
    })),
  );
}
