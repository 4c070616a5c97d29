// A series and its dates for one viewer. Permissions are checked for each date.
import type { Series, SeriesDate, SeriesPart } from '../../contract/events/series.ts';
import { localOf } from '../../recurrence/dates.ts';
import { isRuleError, parseRule } from '../../recurrence/rule.ts';
import type { Db } from '../db/open.ts';
import { encodeCursor, page } from '../http/answer/cursor.ts';
import { notFound } from '../http/problem.ts';
import { adultBornBy, noPersonId } from '../people/rules.ts';
import type { Planned } from '../planning/rules.ts';
import { slotOf } from '../planning/series/series-edit-rules.ts';
import { skippedDays } from '../planning/series/series-rules.ts';
import { findMyEventAnswer } from './answer-queries.ts';
import { selectMySummaries } from './queries.ts';
import { dayIn } from './rules.ts';
import { type DateRow, datesToCome, lastDate, partsOfSeries, type SeriesRow } from './series-queries.ts';
import { mySummaries } from './summary-queries.ts';

/** The number of dates in the answer of a series. */
const datesShown = 8;

/** `userId` null is a visitor. */
type Who = { id: string; userId: string | null };
type Dates = { parts: SeriesRow[]; toCome: DateRow[]; model: DateRow };

/** The answer of `GET /api/series/{id}`. Throws not_found if the viewer can see none of its dates. */
export async function findSeriesAnswer(db: Db, { id, userId }: Who, at: Date): Promise<Series> {
  const mine = { userId: userId ?? noPersonId, now: at.toISOString() };
  const found = await datesOf(db, id, mine);
  const { parts, toCome, model } = found;
  const part = parts.find((one) => one.id === model.series_id);
  const [first] = parts;
  if (!part || !first) throw notFound('series');
  const event = await findMyEventAnswer(db, { id: model.id, userId: mine.userId }, at);
  const dates = await datesPage(db, toCome, { userId: mine.userId, at, limit: datesShown });
  const today = dayIn(part.time_zone, at);
  const cancelled = toCome.filter(({ event_status }) => event_status === 'EventCancelled').length;
  const { name, kind, activities, organizer, teams, visibility } = event;
  const { attendanceMode, place, startsAt, endsAt, attendingRefusedFor } = event;
  return {
    id: first.id,
    ...{ name, kind, activities, organizer, teams, visibility, attendanceMode, place, startsAt, endsAt },
    attendingRefusedFor,
    rrule: part.rrule,
    parts: partsOf(found),
    timeZone: event.timeZone,
    exceptDates: exceptDatesOf(found).filter((day) => day >= today),
    count: toCome.length,
    ...(cancelled > 0 && { cancelled }),
    lastStartsAt: toCome.at(-1)?.starts_at ?? null,
    dates: dates.items,
    nextCursor: dates.nextCursor,
  };
}

/** A page of the series' upcoming dates. Throws like `findSeriesAnswer`. */
export async function listSeriesDates(
  db: Db,
  { id, userId }: Who,
  { after, limit }: { after: { key: string; id: string } | null; limit: number },
  at: Date,
) {
  const mine = { userId: userId ?? noPersonId, now: at.toISOString() };
  const { toCome } = await datesOf(db, id, mine);
  const isOnPage = (row: DateRow) =>
    after === null || row.starts_at > after.key || (row.starts_at === after.key && row.id > after.id);
  return datesPage(db, toCome.filter(isOnPage), { userId: mine.userId, at, limit });
}

/** `model`: the date that represents the series, normally the next one that was neither moved nor cancelled. */
async function datesOf(db: Db, id: string, mine: { userId: string; now: string }): Promise<Dates> {
  const parts = await partsOfSeries(db, id);
  if (parts.length === 0) throw notFound('series');
  const ids = parts.map((part) => part.id);
  const toCome = await datesToCome(db, ids, mine);
  const model =
    toCome.find(({ event_status }) => event_status === 'EventScheduled') ??
    toCome[0] ??
    (await lastDate(db, ids, mine));
  if (!model) throw notFound('series');
  return { parts, toCome, model };
}

/** A part without dates was replaced by a new rule of another part. */
const withDates = ({ parts }: Dates, dates: readonly DateRow[]) =>
  parts.filter(({ id }) => dates.some(({ series_id }) => series_id === id));

const partsOf = ({ parts, toCome }: Dates): SeriesPart[] =>
  parts
    .flatMap(
      (part) =>
        partOf(
          part,
          toCome.filter(({ series_id }) => series_id === part.id),
        ) ?? [],
    )
    .toSorted((one, other) => (one.startsOn < other.startsOn ? -1 : 1));

/** A part and its upcoming dates; null without one. */
function partOf(
  { rrule, template, time_zone: timeZone }: SeriesRow,
  dates: readonly DateRow[],
): SeriesPart | null {
  // A date that was moved by itself says nothing about the times of the others, and one on another day nothing about the end.
  const slotNow = (date: DateRow) => localOf({ startsAt: date.starts_at, timeZone });
  const isOnDay = (date: DateRow) => slotNow(date).slice(0, 10) === date.recurrence_id?.slice(0, 10);
  const first = dates.find((date) => slotNow(date) === date.recurrence_id) ?? dates[0];
  const last = dates.findLast(isOnDay) ?? dates.at(-1);
  if (!first || !last) return null;
  const planned = JSON.parse(template) as Planned;
  const rule = parseRule(rrule);
  const hasEnd = !isRuleError(rule) && (rule.until !== null || rule.count !== null);
  return {
    rrule,
    startsOn: slotOf(planned).slice(0, 10),
    ownerId: dates.some(({ is_run }) => is_run === 1) ? planned.owner.id : null,
    startsAt: first.starts_at,
    endsAt: first.ends_at,
    timeZone,
    lastStartsAt: hasEnd ? last.starts_at : null,
  };
}

/** The skipped days of all parts. */
function exceptDatesOf(found: Dates): string[] {
  const dates = found.toCome.length > 0 ? found.toCome : [found.model];
  const last = dates.at(-1)?.series_id;
  const days = withDates(found, dates).flatMap(({ id, rrule, exceptions }) =>
    skippedDays({ rrule, exceptDays: JSON.parse(exceptions) as string[] }, id === last),
  );
  return [...new Set(days)].toSorted();
}

async function datesPage(
  db: Db,
  dates: readonly DateRow[],
  { userId, at, limit }: { userId: string; at: Date; limit: number },
): Promise<{ items: SeriesDate[]; nextCursor: string | null }> {
  const ids = dates.slice(0, limit + 1).map((date) => date.id);
  if (ids.length === 0) return { items: [], nextCursor: null };
  const mine = { userId, now: at.toISOString(), bornBy: adultBornBy(at) };
  const rows = await selectMySummaries(db, mine)
    .where('e.id', 'in', ids)
    .orderBy('e.starts_at')
    .orderBy('e.id')
    .execute();
  const toSummary = await mySummaries(db, rows.slice(0, limit), mine, { replies: true, attendance: false });
  return page(
    rows,
    limit,
    (row) => encodeCursor(row.starts_at, row.id),
    (row) => {
      const { series: _, ...date } = toSummary(row);
      return date;
    },
  );
}
