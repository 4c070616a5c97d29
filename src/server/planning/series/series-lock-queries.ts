// Locks of whole series: until the transaction ends, no other one changes or splits them, or adds dates to them.
import type { Dialect } from '../../db/dialect.ts';
import type { Db } from '../../db/open.ts';
import { lockEventRows } from '../../registrations/queries.ts';
import { datesOfSeries, lockSeries, partsOf, seriesOfEvents } from './series-queries.ts';

/** The series that an event is a date of. */
async function findSeriesId(db: Db, eventId: string): Promise<string | null> {
  const row = await db.selectFrom('events').select('series_id').where('id', '=', eventId).executeTakeFirst();
  return row?.series_id ?? null;
}

/** Locks the series of an event and all of its dates, in the order that all transactions use. Returns its id. */
export async function lockSeriesOf(db: Db, dialect: Dialect, eventId: string): Promise<string | null> {
  const seriesId = await findSeriesId(db, eventId);
  if (seriesId === null) return null;
  // Lock the first part first, so that no other transaction splits the series.
  const first = await partsOf(db, seriesId).whereRef('s.id', '=', 's.root_series_id').executeTakeFirst();
  if (first) await lockSeries(db, dialect, first.id);
  for (const { id } of await partsOf(db, seriesId).orderBy('s.id').execute())
    await lockSeries(db, dialect, id);
  const dates = await datesOfSeries(db, seriesId);
  await lockEventRows(
    db,
    dialect,
    dates.map(({ id }) => id),
  );
  return seriesId;
}

/** Locks all parts of the series of these events: until the transaction ends, no date is added to them and none is split off. */
export async function lockPartsOf(db: Db, dialect: Dialect, eventIds: readonly string[]): Promise<void> {
  const ids = await seriesOfEvents(db, eventIds);
  if (ids.length === 0) return;
  const roots = db.selectFrom('event_series').select('root_series_id').where('id', 'in', ids);
  const parts = db.selectFrom('event_series').select('id').where('root_series_id', 'in', roots);
  await dialect.lockRows(parts.orderBy('id'));
}
