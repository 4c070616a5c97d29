// Where entries stand in a grid of days and hours: by the clock on the viewer's wall, side by side where they overlap.
// Pure. A day of 23 or 25 hours has the same 24 lines as any other: the hour that is skipped stays empty, one that comes
// twice stands on the same line, side by side.
import { wallMinutes } from '../../../format/wall-clock.ts';
import { addDays, type Day, dayStart } from '../days.ts';
import type { Entry } from '../entries.ts';

/**
 * `top` and `bottom` in minutes of the wall clock from midnight; `lane` of `lanes` from the start of the line. `part` counts
 * the parts that a day is split into.
 */
export type Block = { entry: Entry; top: number; bottom: number; lane: number; lanes: number; part: number };
/** What runs over several days, from one column to another (both included), in a row of its own above the hours. */
export type Stripe = { entry: Entry; from: number; to: number; row: number };
export type DayColumn = { day: Day; blocks: Block[]; hours: number };
export type Week = { stripes: Stripe[]; columns: DayColumn[] };

const dayMinutes = 24 * 60;
/** Shorter ones are drawn as long as this, so that they can be read and pressed. */
export const leastMinutes = 48;

const whole: readonly ((entry: Entry) => boolean)[] = [() => true];

/** `parts`: what each day is split into, side by side; an entry is in each part that it belongs to. */
export function weekOf(
  byDay: ReadonlyMap<Day, readonly Entry[]>,
  days: readonly Day[],
  timeZone: string,
  parts = whole,
): Week {
  const first = days[0] ?? '';
  // An evening that runs past midnight stands under its first day, which may be the one before.
  const near = [addDays(first, -1), ...days].flatMap((day) => byDay.get(day) ?? []);
  const entries = [...new Set(near)];
  const isLong = (entry: Entry) => entry.firstDay < entry.lastDay;
  return {
    stripes: stripesOf(entries.filter(isLong), days),
    columns: days.map((day) => {
      const from = dayStart(day, timeZone);
      const to = dayStart(addDays(day, 1), timeZone);
      const own = entries.filter(
        (entry) => !isLong(entry) && entry.startMs < to && (entry.endMs > from || entry.startMs >= from),
      );
      return {
        day,
        hours: (to - from) / 3_600_000,
        blocks: parts.flatMap((isOfPart, part) =>
          sideBySide(
            own
              .filter(isOfPart)
              .map((entry) => ({ entry, part, ...minutesOf(entry, { from, to }, timeZone) })),
          ).map((block) => ({
            ...block,
            lane: part * block.lanes + block.lane,
            lanes: parts.length * block.lanes,
          })),
        ),
      };
    }),
  };
}

function minutesOf({ startMs, endMs }: Entry, { from, to }: { from: number; to: number }, timeZone: string) {
  const wallTop = startMs <= from ? 0 : wallMinutes(timeZone, startMs);
  const wallBottom = endMs >= to ? dayMinutes : wallMinutes(timeZone, endMs);
  const top = Math.min(wallTop, dayMinutes - leastMinutes);
  // Where clocks go back, the wall may say an earlier time at the end than at the start.
  return { top, bottom: Math.max(wallBottom, top + leastMinutes) };
}

type Span = Pick<Block, 'entry' | 'top' | 'bottom' | 'part'>;

/** Gives each its lane: in a group of which each overlaps some other, all are as wide as the fullest moment demands. */
function sideBySide(spans: Span[]): Block[] {
  const blocks: Block[] = [];
  let group: Block[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const block of group) block.lanes = ends.length;
    blocks.push(...group);
    group = [];
    ends = [];
  };
  for (const span of spans.toSorted((a, b) => a.top - b.top || b.bottom - a.bottom)) {
    if (ends.every((end) => end <= span.top)) close();
    const free = ends.findIndex((end) => end <= span.top);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = span.bottom;
    group.push({ ...span, lane, lanes: 1 });
  }
  close();
  return blocks;
}

function stripesOf(entries: Entry[], days: readonly Day[]): Stripe[] {
  const ends: number[] = [];
  const last = days.length - 1;
  return entries.flatMap((entry) => {
    if (entry.lastDay < (days[0] ?? '') || entry.firstDay > (days[last] ?? '')) return [];
    const from = Math.max(0, days.indexOf(entry.firstDay));
    const end = days.indexOf(entry.lastDay);
    const to = end === -1 ? last : end;
    const free = ends.findIndex((taken) => taken < from);
    const row = free === -1 ? ends.length : free;
    ends[row] = to;
    return [{ entry, from, to, row }];
  });
}
