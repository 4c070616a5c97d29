// The layout of entries in a grid of days and hours: by the viewer's wall clock, side by side where they
// overlap. Pure. A day of 23 or 25 hours has the same 24 rows as any other: a skipped hour stays empty, a
// repeated one shares a row, side by side.
import { wallMinutes } from '../../../format/wall-clock.ts';
import { addDays, type Day, dayStart } from '../days.ts';
import type { Entry } from '../entries.ts';

/**
 * `top` and `bottom` in minutes of the wall clock from midnight; `lane` of `lanes` in reading direction.
 * `part`: the index of the day's part.
 */
export type Block = { entry: Entry; top: number; bottom: number; lane: number; lanes: number; part: number };
/** An event of several days, from one column to another (inclusive), in a row of its own above the hours. */
export type Stripe = { entry: Entry; from: number; to: number; row: number };
export type DayColumn = { day: Day; blocks: Block[]; hours: number };
export type Week = { stripes: Stripe[]; columns: DayColumn[] };

const dayMinutes = 24 * 60;
/** Shorter blocks get this height, so that they can be read and pressed. */
export const minBlockMinutes = 48;

const whole: readonly ((entry: Entry) => boolean)[] = [() => true];

/** `parts`: splits each day side by side; an entry is in each part that it belongs to. */
export function weekOf(
  byDay: ReadonlyMap<Day, readonly Entry[]>,
  days: readonly Day[],
  timeZone: string,
  parts = whole,
): Week {
  const first = days[0] ?? '';
  // An evening that runs past midnight is listed on its first day, which may be the day before.
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
  const top = Math.min(wallTop, dayMinutes - minBlockMinutes);
  // When clocks go back, the wall time of the end may be before that of the start.
  return { top, bottom: Math.max(wallBottom, top + minBlockMinutes) };
}

type Span = Pick<Block, 'entry' | 'top' | 'bottom' | 'part'>;

/** Assigns lanes: in a group of overlapping blocks, all have the width that the fullest moment needs. */
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
