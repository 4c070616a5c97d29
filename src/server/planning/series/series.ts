// Inserts the dates of a series: all when it is created; for a rule without an end, a job adds more. Also deletes dates.
import { v7 as uuid } from 'uuid';
import type { EventDraft } from '../../../contract/events/planning.ts';
import { membershipRoles, type SeriesScope } from '../../../contract/values/enums.ts';
import { datesOf, localOf, type Slot } from '../../../recurrence/dates.ts';
import { isRuleError, parseRule } from '../../../recurrence/rule.ts';
import { isDeletedAccount } from '../../accounts/deleted-account-queries.ts';
import type { Db } from '../../db/open.ts';
import { forEachUntilShutdown, forEachYielding } from '../../db/yielding.ts';
import type { Deps } from '../../deps.ts';
import { invalid, Problem } from '../../http/problem.ts';
import { keepPictureFile, withoutUnusedFiles } from '../../pictures/queries.ts';
import type { Tx } from '../../registrations/change-queries.ts';
import { t } from '../../words/t.ts';
import { deleteEvent, insertEvents, type StoredEvent } from '../event-queries.ts';
import { activeAmong } from '../owner-queries.ts';
import type { PublishedDate } from '../publish.ts';
import { atStart, type Planned } from '../rules.ts';
import {
  claimSeries,
  datesOfSeries,
  deleteSeries,
  endParts,
  havePeople,
  insertSeries,
  lockSeries,
  type Part,
  raiseVersions,
  seriesToExtend,
  updateSeries,
} from './series-queries.ts';
import {
  horizonOf,
  idsOfOwner,
  isInScope,
  isRefused,
  ownerIdOf,
  type PlannedSeries,
  seriesFrom,
} from './series-rules.ts';

/** Dates in one statement. */
const datesAtOnce = 20;
/** Series that get dates in about one run of the job; the next run takes the rest. */
const seriesAtOnce = 100;

type New = { id: string; createdBy: string; publication: 'draft' | 'published' };

/** The series of a draft; null without a rule. Throws validation_failed. */
export function seriesOfDraft(
  { recurrence }: EventDraft,
  planned: Planned,
  at: string,
): PlannedSeries | null {
  if (recurrence === null) return null;
  const series = seriesFrom(recurrence, planned, at);
  if (isRefused(series)) throw invalid(series);
  return series;
}

/** Inserts a series with its dates; the first date has the given id. Returns the dates; empty if the id is taken. */
export async function createSeries(
  tx: Tx,
  { id: firstId, createdBy, publication }: New,
  template: Planned,
  series: PlannedSeries,
): Promise<PublishedDate[]> {
  const { db, at } = tx;
  const id = uuid();
  await insertSeries(db, { id, ...series, timeZone: template.timeZone, template, createdBy }, at);
  const added = await addDates(
    tx,
    { createdBy, publication, seriesId: id },
    { template, slots: series.slots },
    firstId,
  );
  if (added.length === 0) await deleteSeries(db, id);
  return added;
}

/** Inserts dates of a series from a template and slots. Returns them. */
export async function addDates(
  { db, dialect, at }: Tx,
  given: { createdBy: string; publication: 'draft' | 'published'; seriesId: string },
  { template, slots }: { template: Planned; slots: readonly Slot[] },
  firstId: string = uuid(),
): Promise<PublishedDate[]> {
  // The file is gone if every date that had the picture got another one since.
  const event = { ...template, picture: await keepPictureFile({ db, dialect }, template.picture) };
  const all = slots.map(({ local: slot, startsAt }, index) => ({
    id: index === 0 ? firstId : uuid(),
    slot,
    startsAt,
  }));
  const insert = (part: typeof all) =>
    insertEvents(
      db,
      given,
      part.map(({ id, slot, startsAt }) => ({ id, slot, event: atStart(event, startsAt) })),
      at,
    );
  if ((await insert(all.slice(0, 1))).length === 0) return [];
  const parts = [];
  for (let from = 1; from < all.length; from += datesAtOnce) parts.push(all.slice(from, from + datesAtOnce));
  await forEachYielding(parts, async (part) => void (await insert(part)), 1);
  return all;
}

/** The drafts to publish with a locked one: of the same series and owner, in order. */
export async function draftsWith(
  db: Db,
  { row, planned }: StoredEvent,
  scope: SeriesScope,
): Promise<PublishedDate[]> {
  const own = { id: row.id, startsAt: planned.startsAt };
  if (row.series_id === null || scope === 'this') return [own];
  const others = (await datesOfSeries(db, row.series_id)).filter(
    (date) => date.id !== row.id && date.publication === 'draft' && isInScope(date, row, scope),
  );
  return [own, ...others.map(({ id, starts_at: startsAt }) => ({ id, startsAt }))].toSorted((one, other) =>
    one.startsAt < other.startsAt ? -1 : 1,
  );
}

/** Deletes the dates in a scope of a locked series, and ends the series there. Throws not_permitted if one has people. */
export async function deleteDates(tx: Tx, { row, planned }: StoredEvent, scope: SeriesScope): Promise<void> {
  const { db, at } = tx;
  const all = await datesOfSeries(db, row.series_id ?? '');
  const dates = all.filter((date) => isInScope(date, row, scope));
  const published = dates.filter(({ publication }) => publication !== 'draft');
  const replied = await havePeople(
    db,
    published.map(({ id }) => id),
    tx.at,
  );
  if (replied.size > 0)
    throw new Problem(
      'not_permitted',
      t(
        "People have replied to {count} of these dates, or attendance is open. Cancel them, and we'll let everyone know.",
        { count: replied.size },
      ),
    );
  await withoutUnusedFiles(
    tx,
    dates.map(({ id }) => id),
    () => forEachYielding(dates, ({ id }) => deleteEvent(db, id)),
  );
  await endParts(tx, planned.owner.id, dates);
  await raiseVersions(db, idsOfOwner(all, planned.owner.id), at);
}

/** Stores a deleted date's slot, so that it is not inserted again. */
export async function skipSlot({ db, dialect, at }: Tx, seriesId: string, slot: string): Promise<void> {
  const series = await lockSeries(db, dialect, seriesId);
  const day = slot.slice(0, 10);
  if (!series || series.exceptDays.includes(day)) return;
  await updateSeries(db, { ...series, exceptDays: [...series.exceptDays, day].sort() }, at);
  // The edit of a rule sends its skipped days, so a form that does not know this one would bring the date back.
  await raiseVersions(db, idsOfOwner(await datesOfSeries(db, seriesId), series.template.owner.id), at);
}

/** Adds the dates of the next six months to each series without an end. Any number of processes may run it at once. */
export async function extendSeries({
  database,
  now,
  shutdown,
}: Pick<Deps, 'database' | 'now' | 'shutdown'>): Promise<void> {
  const at = now().toISOString();
  const { dialect } = database;
  let count = 0;
  let last: Awaited<ReturnType<typeof seriesToExtend>>[number] | undefined;
  do {
    // By pages: postponed series stay in front, and must not block those behind them.
    const page = await seriesToExtend(database.db, horizonOf('UTC', at), seriesAtOnce, last);
    await forEachUntilShutdown(shutdown, page, ({ id }) =>
      database.db.transaction().execute(async (db) => {
        const series = await claimSeries(db, dialect, id);
        if (!series?.extendedUntil) return;
        const { extendedUntil } = series;
        if (await extend({ db, dialect, at }, { ...series, extendedUntil })) count += 1;
      }),
    );
    last = page.at(-1);
  } while (last && count < seriesAtOnce && !shutdown.aborted);
}

/** Returns whether the series was done; it is not while it is postponed or its owner suspended. */
async function extend(tx: Tx, series: Part & { extendedUntil: string }): Promise<boolean> {
  const { db, at } = tx;
  const { id, template, timeZone, exceptDays, extendedUntil } = series;
  const throughDay = horizonOf(timeZone, at);
  if (throughDay <= extendedUntil) return false;
  const rule = parseRule(series.rrule);
  // The organizer of a date that was given to another owner is not of this one.
  const last = (await datesOfSeries(db, id)).findLast(
    (date) => date.series_id === id && ownerIdOf(date) === template.owner.id,
  );
  const leaderIds = await stillLeading(db, template);
  const createdBy = last?.organizer_user_id ?? series.createdBy;
  const owner = await ownerNow(db, template);
  // The owner is gone, has a next season, or has none of the dates any more.
  if (isRuleError(rule) || !last || createdBy === null || owner === 'gone') {
    await updateSeries(db, { ...series, extendedUntil: null }, at);
    return true;
  }
  // Dates are added once the last ones are on again, and the suspension of the owner has ended.
  if (last.event_status === 'EventPostponed' || owner === 'suspended') return false;
  // A series that was postponed for months gets no dates in the past.
  const here = localOf({ startsAt: at, timeZone });
  const known = `${extendedUntil}T23:59`;
  const slots = datesOf(
    rule,
    { startsAt: template.startsAt, timeZone },
    { exceptDays, throughDay, afterLocal: known > here ? known : here, max: 366 },
  );
  const publication = last.publication === 'draft' ? 'draft' : 'published';
  await addDates(
    tx,
    { createdBy, publication, seriesId: id },
    { template: { ...template, leaderIds }, slots },
  );
  await updateSeries(db, { ...series, extendedUntil: throughDay }, at);
  return true;
}

/** The leaders of a template who have not left the event's groups nor become trainees, for added dates. */
export async function stillLeading(db: Db, { leaderIds, teamIds, owner }: Planned): Promise<string[]> {
  const roles = membershipRoles.filter((role) => role !== 'trainee');
  const active = await activeAmong(db, leaderIds, { teamIds, organizationId: owner.organizationId, roles });
  return leaderIds.filter((id) => active.has(id) || id === owner.id);
}

/** Whether the owner of a series still plans. `gone`: a team with a next season, and a person whose account was deleted. */
async function ownerNow(db: Db, { owner }: Planned): Promise<'plans' | 'suspended' | 'gone'> {
  if (owner.kind === 'organization') return 'plans';
  if (owner.kind === 'team') {
    const next = db.selectFrom('teams').select('id').where('previous_team_id', '=', owner.id);
    return (await next.executeTakeFirst()) ? 'gone' : 'plans';
  }
  const person = await db
    .selectFrom('users')
    .select(['email', 'password_hash', 'suspended_at'])
    .where('id', '=', owner.id)
    .executeTakeFirst();
  if (!person || isDeletedAccount(person)) return 'gone';
  return person.suspended_at === null ? 'plans' : 'suspended';
}
