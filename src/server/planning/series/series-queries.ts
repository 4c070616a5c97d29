// SQL of series: their rows, and the events that are their dates.
import { awaitsMarks } from '../../attendance/rules.ts';
import type { Dialect } from '../../db/dialect.ts';
import type { Db } from '../../db/open.ts';
import { hasPeople, hasTeams } from '../../events/detail-queries.ts';
import type { Planned } from '../rules.ts';
import { endedBefore } from './series-rules.ts';

export type NewSeries = {
  id: string;
  /** The first part of a series that was split; absent for a new series. */
  rootId?: string;
  rrule: string;
  timeZone: string;
  exceptDays: readonly string[];
  template: Planned;
  createdBy: string | null;
  extendedUntil: string | null;
};

export async function insertSeries(db: Db, series: NewSeries, at: string): Promise<void> {
  await db
    .insertInto('event_series')
    .values({
      id: series.id,
      created_at: at,
      updated_at: at,
      rrule: series.rrule,
      time_zone: series.timeZone,
      exceptions: JSON.stringify(series.exceptDays),
      template: JSON.stringify(series.template),
      root_series_id: series.rootId ?? series.id,
      created_by: series.createdBy,
      extended_until: series.extendedUntil,
    })
    .execute();
}

export async function deleteSeries(db: Db, id: string): Promise<void> {
  await db.deleteFrom('event_series').where('id', '=', id).execute();
}

/** Templates from before migration 0039 say nothing about a picture. The order of the keys stays, so that storing it again changes nothing. */
function templateOf(stored: string): Planned {
  const template = JSON.parse(stored) as Planned;
  return { ...template, picture: template.picture ?? null };
}

/** Locks a series until the transaction ends. */
export async function lockSeries(db: Db, dialect: Dialect, id: string) {
  await dialect.lockRows(db.selectFrom('event_series').select('id').where('id', '=', id));
  // A separate query: a statement that waited for a lock still reads its old snapshot.
  const row = await db.selectFrom('event_series').selectAll().where('id', '=', id).executeTakeFirst();
  return (
    row && {
      id: row.id,
      rootId: row.root_series_id,
      rrule: row.rrule,
      timeZone: row.time_zone,
      exceptDays: JSON.parse(row.exceptions) as string[],
      template: templateOf(row.template),
      createdBy: row.created_by,
      extendedUntil: row.extended_until,
    }
  );
}

export type Part = NonNullable<Awaited<ReturnType<typeof lockSeries>>>;

/** Locks a series for a job; undefined also if another transaction has locked it. */
export async function claimSeries(db: Db, dialect: Dialect, id: string) {
  const rows = db.selectFrom('event_series').select('id').where('id', '=', id);
  return (await dialect.skipLocked(rows).executeTakeFirst()) && lockSeries(db, dialect, id);
}

/** The parts of a series that was split, by the id of any of them. */
export const partsOf = (db: Db, seriesId: string) =>
  db
    .selectFrom('event_series as s')
    .select(['s.id', 's.root_series_id'])
    .where('s.root_series_id', '=', (part) =>
      part.selectFrom('event_series').select('root_series_id').where('id', '=', seriesId),
    );

/** The dates of all parts of a series in the order of their slots, with their owners. */
export function datesOfSeries(db: Db, seriesId: string) {
  return db
    .selectFrom('events')
    .select(['id', 'series_id', 'recurrence_id', 'publication', 'event_status', 'starts_at', 'starts_on'])
    .select(['ends_at', 'removed_at'])
    .select(['owner_team_id', 'organizer_organization_id', 'organizer_user_id'])
    .where('series_id', 'in', partsOf(db, seriesId).clearSelect().select('s.id'))
    .orderBy('recurrence_id')
    .orderBy('id')
    .execute();
}

/** The events with replies or attendance marks, and those at which marks may still arrive. */
export async function havePeople(db: Db, eventIds: readonly string[], now: string): Promise<Set<string>> {
  if (eventIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('events as e')
    .select(['e.id', 'e.publication', 'e.event_status', 'e.starts_at', 'e.ends_at', 'e.previous_start_dates'])
    .select([hasPeople.as('has_people'), hasTeams.as('has_teams')])
    .where('e.id', 'in', eventIds)
    .execute();
  return new Set(rows.filter((row) => row.has_people === 1 || awaitsMarks(row, now)).map(({ id }) => id));
}

/** The series of these events. */
export async function seriesOfEvents(db: Db, eventIds: readonly string[]): Promise<string[]> {
  if (eventIds.length === 0) return [];
  const rows = await db
    .selectFrom('events')
    .select('series_id')
    .distinct()
    .where('id', 'in', eventIds)
    .orderBy('series_id')
    .execute();
  return rows.flatMap(({ series_id: id }) => id ?? []);
}

/** Updates a locked series. */
export async function updateSeries(db: Db, series: NewSeries, at: string): Promise<void> {
  await db
    .updateTable('event_series')
    .set((set) => ({
      rrule: series.rrule,
      time_zone: series.timeZone,
      exceptions: JSON.stringify(series.exceptDays),
      template: JSON.stringify(series.template),
      extended_until: series.extendedUntil,
      updated_at: at,
      version: set('version', '+', 1),
    }))
    .where('id', '=', series.id)
    .execute();
}

/** Assigns events to a series with their slots; `seriesId` null removes them from theirs. */
export async function setSlots(
  db: Db,
  seriesId: string | null,
  dates: readonly { id: string; slot: string | null }[],
): Promise<void> {
  if (dates.length === 0) return;
  // Clear the slots first: one may move to the old slot of another, and slots are unique.
  await db
    .updateTable('events')
    .set({ series_id: seriesId, recurrence_id: null })
    .where(
      'id',
      'in',
      dates.map(({ id }) => id),
    )
    .execute();
  if (seriesId === null) return;
  for (const { id, slot } of dates)
    await db.updateTable('events').set({ recurrence_id: slot }).where('id', '=', id).execute();
}

/** The versions of events: of all dates of a series, or of some by their ids. */
export function versionsOf(db: Db, dates: { seriesId: string } | { ids: readonly string[] }) {
  const events = db.selectFrom('events').select(['id', 'version']);
  return 'ids' in dates
    ? events.where('id', 'in', dates.ids).execute()
    : events.where('series_id', 'in', partsOf(db, dates.seriesId).clearSelect().select('s.id')).execute();
}

/** Raises the versions of events whose series changed, so that edits of their state before are refused. */
export async function raiseVersions(db: Db, ids: readonly string[], at: string): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('events')
    .set((set) => ({ updated_at: at, version: set('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
}

/** Ends each part of an owner before the first of these dates. Parts of other owners go on: only a date was given away. */
export async function endParts(
  { db, dialect, at }: { db: Db; dialect: Dialect; at: string },
  ownerId: string | null,
  dates: readonly { series_id: string | null; recurrence_id: string | null }[],
): Promise<void> {
  const isFirstOfPart = (date: (typeof dates)[number]) =>
    dates.find(({ series_id }) => series_id === date.series_id) === date;
  for (const { series_id, recurrence_id } of dates.filter(isFirstOfPart)) {
    const part = await lockSeries(db, dialect, series_id ?? '');
    const day = recurrence_id?.slice(0, 10);
    if (part?.template.owner.id === ownerId && day) await updateSeries(db, endedBefore(part, day), at);
  }
}

/** Stops all parts of an owner in a locked series, also those without a date to come: no more dates, and no picture. */
export async function stopParts(
  { db, dialect, at }: { db: Db; dialect: Dialect; at: string },
  ownerId: string | null,
  seriesId: string,
): Promise<void> {
  for (const { id } of await partsOf(db, seriesId).execute()) {
    const part = await lockSeries(db, dialect, id);
    if (part?.template.owner.id === ownerId)
      await updateSeries(
        db,
        { ...part, extendedUntil: null, template: { ...part.template, picture: null } },
        at,
      );
  }
}

/** Series without an end whose dates do not reach this day, from the page after a row on. */
export function seriesToExtend(
  db: Db,
  beforeDay: string,
  limit: number,
  after?: { id: string; extended_until: string | null },
) {
  return db
    .selectFrom('event_series')
    .select(['id', 'extended_until'])
    .where('extended_until', '<', beforeDay)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('extended_until', 'id'), '>', tuple(after?.extended_until ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('extended_until')
    .orderBy('id')
    .limit(limit)
    .execute();
}
