// SQL of the question about many dates, of a series or an import, which is stored about the next one.
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { isInTeamOf } from '../events/access-queries.ts';
import { awaitsReply } from '../events/queries.ts';
import { countsDates } from './visible-queries.ts';

const person = sql.ref<string>('n.user_id');

/** The dates that were published together with an event `x`: of its series, its import, or one check of its source. */
const together = sql`select d.id from event_series s join event_series p on p.root_series_id = s.root_series_id
    join events d on d.series_id = p.id where s.id = x.series_id
  union all select f.event_id from fixtures o join fixtures f on f.import_id = o.import_id where o.event_id = x.id
  union all select d.id from fixtures o join fixtures f on f.source_id = o.source_id and f.import_id is null
    join events d on d.id = f.event_id and d.created_at = x.created_at where o.event_id = x.id and o.import_id is null`;

const takesPlace = sql<boolean>`(e.publication = 'published' and e.removed_at is null and e.event_status not in ('EventCancelled', 'EventPostponed'))`;

/**
 * Moves the questions about many dates from these dates, which are cancelled, postponed or deleted, to the next one that asks
 * the person: it would end with its date, and no one would hear of the others. Call it before they are deleted or leave the series.
 */
export async function askAboutNextDate(db: Db, ids: readonly string[], now: string): Promise<void> {
  if (ids.length === 0) return;
  const ended = sql`(${sql.join(ids)})`;
  const isLeft = sql<boolean>`(e.id in (${together}) and e.id not in ${ended})`;
  const { rows } = await sql<{ id: string; next_id: string | null }>`select n.id, (
      select e.id from events e where ${isLeft} and ${isInTeamOf(person)} and ${awaitsReply(person, now)}
      order by e.starts_at, e.id limit 1
    ) as next_id
    from notifications n join events x on x.id = n.event_id
    where n.event_id in ${ended} and n.kind = 'replyOwed' and ${countsDates}`.execute(db);
  for (const [nextId, moved] of Map.groupBy(rows, (row) => row.next_id)) {
    if (nextId === null) continue;
    const left = await sql<{ count: number }>`select (
        select count(*) from events e where e.starts_at >= x.starts_at and ${isLeft} and ${takesPlace}
      ) as count from events x where x.id = ${nextId}`.execute(db);
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
