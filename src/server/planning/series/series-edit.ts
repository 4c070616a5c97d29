// An edit of several dates of a series, whole. Its preview is the same, undone.
import type { ChangePreview } from '../../../contract/events/planning.ts';
import { addNotifications, withAccount } from '../../notifications/queries.ts';
import { onePerPerson } from '../../notifications/rules.ts';
import { whoCountsOn } from '../../registrations/change-queries.ts';
import { type Effect, noEffect, previewOf, together } from '../effects.ts';
import {
  changeDates,
  type DateRow,
  type OpenedSeries,
  openSeries,
  type SeriesChange,
  type SeriesWork,
} from './series-change.ts';
import { changeParts, isMoving } from './series-parts.ts';
import { carryOutRule, endLeftOut, newRuleOf } from './series-rule-change.ts';
import { datesToChange, isOver } from './series-rules.ts';

/**
 * Changes the dates of a scope of a locked series, and the series with them. Each person is notified once. Returns what it
 * did. Throws not_permitted or validation_failed.
 */
export async function editSeries(work: SeriesWork, change: SeriesChange): Promise<ChangePreview> {
  const { db, at } = work;
  const { stored, following } = change;
  const opened = await openSeries(work, change);
  const dates = datesToChange(opened.dates, stored.row, { scope: following.scope, at });
  const done = following.recurrence
    ? await editRule(work, change, opened, dates)
    : await editDates(work, change, opened, dates);
  await addNotifications(db, done.notices, at);
  const all = opened.dates.filter(({ removed_at }) => removed_at === null);
  return previewOf(done.effect, {
    dates: done.changed + done.added,
    kept: all.length - done.changed,
    keptDates: done.kept.toSorted(),
  });
}

type Done = {
  /** Of the dates that there were. */
  changed: number;
  added: number;
  kept: string[];
  effect: Effect;
  notices: ReturnType<typeof onePerPerson>;
};

async function editDates(
  work: SeriesWork,
  change: SeriesChange,
  opened: OpenedSeries,
  dates: readonly DateRow[],
): Promise<Done> {
  const { scope } = change.following;
  const { slot } = opened.followedEdit;
  const changed = await changeDates(work, change, opened, dates);
  // Where times move, dates that are over stay as they were, and with them the rule that they are dates of.
  const isFrom = (date: DateRow) =>
    scope === 'following'
      ? (date.recurrence_id ?? '') >= slot
      : !isMoving(opened.followedEdit) || !isOver(date, work.at);
  await changeParts(work, opened, isFrom);
  return { ...changed, changed: changed.count, added: 0, notices: onePerPerson(changed.notices) };
}

async function editRule(
  work: SeriesWork,
  change: SeriesChange,
  opened: OpenedSeries,
  dates: readonly DateRow[],
): Promise<Done> {
  const { db, at } = work;
  const { actorId, stored } = change;
  const rule = newRuleOf(change, opened, at);
  const next = rule.staying.map(({ id }) => id).find((id) => dates.some((date) => date.id === id));
  const isStaying = (date: DateRow) => !rule.leftOut.includes(date);
  const changed = await changeDates(work, change, opened, dates.filter(isStaying));
  const ended = await endLeftOut(work, change, rule.leftOut);
  const added = await carryOutRule(work, change, opened, rule);
  const about = next ?? added[0]?.id;
  const concerned =
    about === undefined || stored.row.publication !== 'published'
      ? []
      : (await whoCountsOn(db, about, at)).filter((userId) => userId !== actorId);
  const notices = withSchedule(onePerPerson([...changed.notices, ...ended.notices]), concerned, about);
  const counts = {
    datesAdded: added.length,
    datesDeleted: ended.deleted,
    datesSeparated: ended.separated,
    datesCancelled: ended.cancelled,
  };
  const ofRule = { ...noEffect, notified: await withAccount(db, concerned), warnings: counts };
  return {
    changed: changed.count + ended.deleted + ended.separated + ended.cancelled,
    added: added.length,
    kept: changed.kept,
    effect: together([changed.effect, ended.effect, ofRule]),
    notices,
  };
}

/** Says in each person's notice that the series has other dates. */
function withSchedule(
  notices: ReturnType<typeof onePerPerson>,
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
