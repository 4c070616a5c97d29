// The rows of a series after some of its dates have changed: its rule and template follow them, and where dates before stay
// as they were it is split in two.
import { v7 as uuid } from 'uuid';
import { invalid } from '../../http/problem.ts';
import { t } from '../../words/t.ts';
import type { Planned } from '../rules.ts';
import type { DateRow, OpenedSeries, Part, SeriesWork } from './series-change.ts';
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
import { insertSeries, type NewSeries, setEnded, setSlots, updateSeries } from './series-queries.ts';
import { endedBefore } from './series-rules.ts';

/** Whether an edit gives dates another time, so that those before it cannot be dates of the same rule. */
export const isMoving = ({ before, after }: OpenedSeries['followedEdit']): boolean =>
  after.startsAt !== before.startsAt || after.timeZone !== before.timeZone;

/** The template of a series from one of its slots on, after the edit. */
export function templateAfter(part: Part, slot: string, edit: OpenedSeries['followedEdit']): Planned {
  const date = asMade(part.template, slot);
  return followed({ date, slot, template: date }, { ...edit, replacesOwn: true }).after;
}

/** Lets the parts of a series follow the edit from the first of these dates on. Throws validation_failed. */
export async function changeParts(
  work: SeriesWork,
  { dates, parts, followedEdit }: OpenedSeries,
  isFrom: (date: DateRow) => boolean,
): Promise<void> {
  const { db } = work;
  const shift = shiftOf(followedEdit);
  for (const part of parts.values()) {
    const own = dates.filter(({ series_id }) => series_id === part.id);
    const rest = own.slice(own.findIndex(isFrom));
    const first = rest[0]?.recurrence_id;
    if (!own.some(isFrom) || !first) continue;
    const isWhole = rest.length === own.length;
    // A series whose first date was deleted still counts from it.
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
      template: templateAfter(part, slot, followedEdit),
      exceptDays: part.exceptDays
        .filter((day) => isWhole || day > slot.slice(0, 10))
        .map((day) => dayAfter(day, days)),
      extendedUntil: part.extendedUntil && dayAfter(part.extendedUntil, days),
    };
    const id = await saveRest(work, part, next, isWhole ? null : first);
    if (isWhole && shift.blank) continue;
    await setSlots(
      db,
      id,
      rest.map((date) => ({ id: date.id, slot: movedSlot(date.recurrence_id ?? '', shift) })),
    );
  }
}

/** Saves what a part is from a slot on: the part itself, or a new one where dates before the slot stay. Returns its id. */
export async function saveRest(
  { db, at }: SeriesWork,
  part: Part,
  next: Omit<NewSeries, 'id' | 'rootId' | 'timeZone'>,
  splitAt: string | null,
): Promise<string> {
  const id = splitAt === null ? part.id : uuid();
  const row = { ...next, id, rootId: part.rootId, timeZone: next.template.timeZone };
  if (splitAt === null) await updateSeries(db, row, at);
  else {
    await setEnded(db, part.id, endedBefore(part.rrule, part.template, splitAt.slice(0, 10)), at);
    await insertSeries(db, row, at);
  }
  return id;
}
