// Updates the rows of a series after an edit of its dates: rule and template follow the edit. Splits the series if earlier
// dates keep the old rule.
import { v7 as uuid } from 'uuid';
import { invalid } from '../../http/problem.ts';
import { t } from '../../words/t.ts';
import { leadersLeaving } from '../change/lost-access.ts';
import type { Planned } from '../rules.ts';
import type { DateRow, OpenedSeries, SeriesTx } from './series-change.ts';
import {
  asMade,
  dayAfter,
  daysBetween,
  followed,
  movedSlot,
  restOfRule,
  shiftedRule,
  shiftOf,
  slotOf,
} from './series-edit-rules.ts';
import { insertSeries, type NewSeries, type Part, setSlots, updateSeries } from './series-queries.ts';
import { endedBefore } from './series-rules.ts';

/** Whether an edit moves dates, so that earlier dates no longer match the rule. */
export const isMoving = ({ before, after }: OpenedSeries['followedEdit']): boolean =>
  after.startsAt !== before.startsAt || after.timeZone !== before.timeZone;

/** The template of a series from one of its slots on, after the edit. */
export async function templateAfter(
  tx: Pick<SeriesTx, 'db'>,
  part: Part,
  slot: string,
  edit: OpenedSeries['followedEdit'],
): Promise<Planned> {
  const date = asMade(part.template, slot);
  const { after } = followed({ date, slot, template: date }, { ...edit, replacesOwn: true });
  const named = edit.fields.has('leaderIds') ? edit.after.leaderIds : [];
  const leaving = await leadersLeaving(tx, date, after, named);
  return { ...after, leaderIds: after.leaderIds.filter((id) => !leaving.includes(id)) };
}

/**
 * Applies the edit to the parts of a series, from the first of these dates on. Returns whether the rule changed or the series was
 * split. Throws validation_failed.
 */
export async function changeParts(
  tx: SeriesTx,
  { dates, parts, followedEdit }: OpenedSeries,
  isFrom: (date: DateRow) => boolean,
): Promise<boolean> {
  const { db } = tx;
  const shift = shiftOf(followedEdit);
  let isOther = false;
  for (const part of parts.values()) {
    const own = dates.filter(({ series_id }) => series_id === part.id);
    const rest = own.slice(own.findIndex(isFrom));
    const first = rest[0]?.recurrence_id;
    if (!own.some(isFrom) || !first) continue;
    const isWhole = rest.length === own.length;
    // COUNT of a series includes a deleted first date.
    const slot = isWhole ? slotOf(part.template) : first;
    const { startsAt, timeZone } = asMade(part.template, slot);
    const rule = isWhole ? part.rrule : restOfRule(part.rrule, part.template, slot);
    const rrule = shiftedRule(rule, { startsAt, timeZone }, shift);
    if (rrule === null)
      throw invalid({
        path: 'startsAt',
        code: 'rule_names_days',
        message: t(
          'The days of this series cannot all move like this. Change how it repeats, or move only this date.',
        ),
      });
    const days = daysBetween(slot, movedSlot(slot, shift));
    const next = {
      ...part,
      rrule,
      template: await templateAfter(tx, part, slot, followedEdit),
      exceptDays: part.exceptDays
        .filter((day) => isWhole || day > slot.slice(0, 10))
        .map((day) => dayAfter(day, days)),
      extendedUntil: part.extendedUntil && dayAfter(part.extendedUntil, days),
    };
    const id = await saveRest(tx, part, next, isWhole ? null : first);
    isOther ||= !isWhole || isMoving(followedEdit);
    if (isWhole && shift.blank) continue;
    await setSlots(
      db,
      id,
      rest.map((date) => ({ id: date.id, slot: movedSlot(date.recurrence_id ?? '', shift) })),
    );
  }
  return isOther;
}

/** Saves a part from a slot on: updates it, or inserts a new part if dates before the slot stay. Returns its id. */
export async function saveRest(
  { db, at }: SeriesTx,
  part: Part,
  next: Omit<NewSeries, 'id' | 'rootId' | 'timeZone'>,
  splitAt: string | null,
): Promise<string> {
  const id = splitAt === null ? part.id : uuid();
  const row = { ...next, id, rootId: part.rootId, timeZone: next.template.timeZone };
  if (splitAt === null) await updateSeries(db, row, at);
  else {
    await updateSeries(db, endedBefore(part, splitAt.slice(0, 10)), at);
    await insertSeries(db, row, at);
  }
  return id;
}
