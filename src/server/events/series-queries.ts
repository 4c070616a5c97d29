// SQL reads of series: their parts, and the dates that a person can see.
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { preparedForIds } from '../db/prepared.ts';
import { isNotOver, runsEvent, seesEvent } from './access-queries.ts';
import { isAskedAgain } from './queries.ts';
import type { SeenSeries } from './rules.ts';

export type SeriesRow = {
  id: string;
  rrule: string;
  time_zone: string;
  exceptions: string;
  template: string;
};

/** All parts of the series that this part belongs to, in order; empty for an unknown series. */
export function partsOfSeries(db: Db, id: string): Promise<SeriesRow[]> {
  return db
    .selectFrom('event_series as s')
    .innerJoin('event_series as part', 'part.root_series_id', 's.root_series_id')
    .select(['part.id', 'part.rrule', 'part.time_zone', 'part.exceptions', 'part.template'])
    .where('s.id', '=', id)
    .orderBy(sql`case when part.id = part.root_series_id then 0 else 1 end`)
    .orderBy('part.id')
    .execute();
}

type Mine = { userId: string; now: string };

const datesFor = (db: Db, parts: readonly string[], { userId, now }: Mine) =>
  db
    .selectFrom('events as e')
    .select(['e.id', 'e.series_id', 'e.recurrence_id', 'e.starts_at', 'e.ends_at', 'e.event_status'])
    .select(sql<0 | 1>`case when ${runsEvent(userId)} then 1 else 0 end`.as('is_run'))
    .where('e.series_id', 'in', parts)
    .where('e.removed_at', 'is', null)
    .where(seesEvent(userId, now));

/** The dates that are not over and that this person can see, in order; without archived ones. */
export function datesToCome(db: Db, parts: readonly string[], mine: Mine) {
  return datesFor(db, parts, mine)
    .where('e.publication', '<>', 'archived')
    .where(isNotOver(mine.now))
    .orderBy('e.starts_at')
    .orderBy('e.id')
    .execute();
}
export type DateRow = Awaited<ReturnType<typeof datesToCome>>[number];

/** The last date that this person can see, over or not. */
export function lastDate(db: Db, parts: readonly string[], mine: Mine): Promise<DateRow | undefined> {
  return datesFor(db, parts, mine)
    .orderBy('e.starts_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

type SeenRow = { root_series_id: string; count: number; asked: number };

const seen = preparedForIds<Mine, SeenRow>((db, slot, roots) =>
  db
    .selectFrom('event_series as s')
    .innerJoin('events as e', 'e.series_id', 's.id')
    .select('s.root_series_id')
    .select(sql<number>`count(*)`.as('count'))
    // Not a join: PostgreSQL would compare each date with all registrations of a person, because most people have few.
    .select(
      sql<number>`count(case when exists (select 1 from registrations m where m.event_id = e.id and m.person_id = ${slot('userId')} and ${isAskedAgain('m', 'e', slot('now'))}) then 1 end)`.as(
        'asked',
      ),
    )
    .where(sql<boolean>`s.root_series_id in (${roots})`)
    .where('e.removed_at', 'is', null)
    .where(seesEvent(slot('userId'), slot('now')))
    .groupBy('s.root_series_id'),
);

/** A person's counts of these series, by the id of the first part. */
export async function seenSeries(
  db: Db,
  ids: readonly (string | null)[],
  mine: Mine,
): Promise<Map<string, SeenSeries>> {
  const roots = [...new Set(ids)].filter((id) => id !== null);
  const rows = await seen(db, roots, mine);
  return new Map(rows.map((row) => [row.root_series_id, { count: row.count, askedAgain: row.asked }]));
}
