// Edits several dates of a series in one transaction. The preview runs the same code and rolls back.
import type { ChangePreview } from '../../../contract/events/planning.ts';
import { addNotifications, filterWithAccount } from '../../notifications/queries.ts';
import { onePerKind } from '../../notifications/rules.ts';
import { withoutUnusedFiles } from '../../pictures/queries.ts';
import { peopleCountingOn } from '../../registrations/change-queries.ts';
import { warningsOfAdded } from '../change/effect-queries.ts';
import { type Effect, mergeEffects, noEffect, previewOf } from '../change/effects.ts';
import {
  changeDates,
  type DateRow,
  type OpenedSeries,
  openSeries,
  type SeriesChange,
  type SeriesTx,
} from './series-change.ts';
import { notAdded, warned } from './series-edit-rules.ts';
import { changeParts, isMoving } from './series-parts.ts';
import { raiseVersions } from './series-queries.ts';
import { applyRule, endLeftOut, newRuleOf } from './series-rule-change.ts';
import { datesToChange, idsOfOwner, keepsTime, ownerIdOf } from './series-rules.ts';

/**
 * Edits the dates in a scope of a locked series, and the series' rule and template. Each person is notified once of each kind.
 * Returns the effects. Throws not_permitted or validation_failed.
 */
export async function editSeries(tx: SeriesTx, change: SeriesChange): Promise<ChangePreview> {
  const { db, at } = tx;
  const { stored, following } = change;
  const opened = await openSeries(tx, change);
  const dates = datesToChange(opened.dates, stored.row, { scope: following.scope, at });
  // The file of a deleted date's picture may be needed for an added one, so it is deleted last.
  const done = await withoutUnusedFiles(
    tx,
    opened.dates.map(({ id }) => id),
    () => (following.recurrence ? editRule : editDates)(tx, change, opened, dates),
  );
  await addNotifications(
    db,
    done.notices.map((notice) => ({ ...notice, actorId: change.actorId })),
    at,
  );
  const all = opened.dates.filter(({ removed_at }) => removed_at === null);
  return previewOf(done.effect, {
    dates: done.changed + done.added,
    kept: all.length - done.changed,
    keptDates: done.kept.toSorted((one, other) => (one.startsAt < other.startsAt ? -1 : 1)),
  });
}

type Done = {
  /** Of the existing dates. */
  changed: number;
  added: number;
  kept: ChangePreview['keptDates'];
  effect: Effect;
  notices: ReturnType<typeof onePerKind>;
};

async function editDates(
  tx: SeriesTx,
  change: SeriesChange,
  opened: OpenedSeries,
  dates: readonly DateRow[],
): Promise<Done> {
  const { scope } = change.following;
  const { slot } = opened.followedEdit;
  const changed = await changeDates(tx, change, opened, dates);
  // If times move, dates that have begun keep their times, so their part of the series keeps its rule.
  const isFrom = (date: DateRow) =>
    scope === 'following'
      ? (date.recurrence_id ?? '') >= slot
      : !isMoving(opened.followedEdit) || !keepsTime(date, change.stored.row, tx.at);
  if (await changeParts(tx, opened, isFrom)) {
    const unchanged = opened.dates.filter(({ id }) => !changed.ids.has(id));
    await raiseVersions(tx.db, idsOfOwner(unchanged, ownerIdOf(change.stored.row)), tx.at);
  }
  return { ...changed, changed: changed.ids.size, added: 0, notices: onePerKind(changed.notices) };
}

async function editRule(
  tx: SeriesTx,
  change: SeriesChange,
  opened: OpenedSeries,
  dates: readonly DateRow[],
): Promise<Done> {
  const { db, at } = tx;
  const { actorId, stored } = change;
  const rule = await newRuleOf(tx, change, opened);
  const next = rule.staying.map(({ id }) => id).find((id) => dates.some((date) => date.id === id));
  const isStaying = (date: DateRow) => !rule.leftOut.includes(date);
  const changed = await changeDates(tx, change, opened, dates.filter(isStaying));
  const ended = await endLeftOut(tx, change, rule.leftOut);
  const ofAdded: Effect[] = [];
  for (const missing of rule.missing) {
    const lacking = warned(notAdded(opened.followedEdit, missing.template), missing.slots.length);
    ofAdded.push({ ...noEffect, events: { ...lacking, ...(await warningsOfAdded(db, new Set(), missing)) } });
  }
  const added = await applyRule(tx, change, opened, rule);
  const about = next ?? added[0]?.id;
  const concerned =
    about === undefined || stored.row.publication !== 'published'
      ? []
      : (await peopleCountingOn(db, about, at)).filter((userId) => userId !== actorId);
  const notices = withSchedule(onePerKind([...changed.notices, ...ended.notices]), concerned, about);
  const ofRule = { ...noEffect, notified: await filterWithAccount(db, concerned) };
  return {
    changed: changed.ids.size + ended.count,
    added: added.length,
    kept: changed.kept,
    effect: mergeEffects([changed.effect, ended.effect, ofRule, ...ofAdded]),
    notices,
  };
}

/** Adds the change of the schedule to each person's notification. */
function withSchedule(
  notices: ReturnType<typeof onePerKind>,
  concerned: readonly string[],
  eventId: string | undefined,
) {
  const schedule = { field: 'eventSchedule', before: null, after: 'changed' };
  const known = new Set(notices.map(({ userId }) => userId));
  const others = concerned.filter((userId) => !known.has(userId));
  const isAsked = new Set(concerned);
  return [
    ...notices.map((notice) =>
      notice.kind === 'eventChanged' && isAsked.has(notice.userId)
        ? { ...notice, changes: [schedule, ...(notice.changes ?? [])] }
        : notice,
    ),
    ...others.map((userId) => ({
      userId,
      kind: 'eventChanged' as const,
      eventId: eventId ?? null,
      changes: [schedule],
    })),
  ];
}
