// SQL of the question about many dates of a series, which is stored about its next date.
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { isInTeamOf } from '../events/access-queries.ts';
import { awaitsReply } from '../events/queries.ts';
import { countsDates } from './visible-queries.ts';

const person = sql.ref<string>('n.user_id');
/** The parts of the series of an event `x`. */
const partsOf = sql`select p.id from event_series p join event_series s on s.root_series_id = p.root_series_id where s.id = x.series_id`;
const takesPlace = sql<boolean>`(e.publication = 'published' and e.removed_at is null and e.event_status not in ('EventCancelled', 'EventPostponed'))`;

/**
 * Moves the questions about many dates from these dates, which are cancelled, postponed or deleted, to the next one that asks
 * the person: it would end with its date, and no one would hear of the others. Call it before they are deleted or leave the series.
 */
export async function askAboutNextDate(db: Db, ids: readonly string[], now: string): Promise<void> {
  if (ids.length === 0) return;
  const ended = sql`(${sql.join(ids)})`;
  const isLeft = sql<boolean>`(e.series_id in (${partsOf}) and e.id not in ${ended})`;
  const { rows } = await sql<{ id: string; next_id: string | null }>`select n.id, (
      select e.id from events e where ${isLeft} and ${isInTeamOf(person)} and ${awaitsReply(person, now)}
      order by e.starts_at, e.id limit 1
    ) as next_id
    from notifications n join events x on x.id = n.event_id
    where n.event_id in ${ended} and n.kind = 'replyOwed' and ${countsDates}`.execute(db);
  for (const [nextId, moved] of Map.groupBy(rows, (row) => row.next_id)) {
    if (nextId === null) continue;
    const left = await sql<{ count: number }>`select count(*) as count from events x
      join events e on e.starts_at >= x.starts_at and ${isLeft} and ${takesPlace} where x.id = ${nextId}`.execute(
      db,
    );
    const count = Number(left.rows[0]?.count);
    const changes = count > 1 ? [{ field: 'eventCount', before: null, after: `${count}` }] : [];
    await db
      .updateTable('notifications')
      .set({ event_id: nextId, changes: JSON.stringify(changes) })
      .where(
        'id',
        'in',
        moved.map(({ id }) => id),
      )
      .execute();
  }
}
