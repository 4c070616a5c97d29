// Empty hours for keyboard users: one button that moves over the week.
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { dayText } from '../../../format/intl.ts';
import { dayNumberOf } from '../../../format/wall-clock.ts';
import { t } from '../../../words/t.ts';
import type { Day } from '../days.ts';
import type { Entry } from '../entries.ts';
import { placeOf } from './ghosts.ts';
import { stepOfKey } from './lift.ts';
import { type Spoken, spanText, timesText } from './span-words.ts';
import { type Point, type Span, spanOn } from './spans.ts';

export type SlotHandle = {
  /** Focuses the button, and moves it to these visible hours if given. */
  focus: (at?: Hours) => void;
};

/** Empty hours of a day, in minutes; `part` is the lane. */
export type Hours = { column: number; part: number; top: number; length: number };

const hour = 60;
const dayMinutes = 24 * hour;
const usual = { top: 18 * hour, length: hour };
const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** The hour that was pressed, rounded down to half an hour. */
export function hoursAt({ column, part, minutes }: Point): Hours {
  const top = Math.min(Math.floor(minutes / 30) * 30, dayMinutes - 30);
  return { column, part, top, length: Math.min(hour, dayMinutes - top) };
}

/**
 * The hours after an arrow key: an hour later or earlier, the next lane or day, or with Shift a quarter
 * longer or shorter.
 */
export function hoursAfter(
  { column, part, top, length }: Hours,
  { key, isShifted }: { key: string; isShifted: boolean },
  { columns, parts }: { columns: number; parts: number },
): Hours | null {
  const step = stepOfKey(key, isShifted);
  if (!step) return null;
  const lane = clamp(column * parts + part + step.days, 0, columns * parts - 1);
  const nextTop = clamp(top + Math.sign(step.minutes) * hour, 0, dayMinutes - hour);
  return {
    column: Math.floor(lane / parts),
    part: lane % parts,
    top: nextTop,
    length: clamp(length + step.longer, 15, dayMinutes - nextTop),
  };
}

export function Slot({
  days,
  today,
  laneNames,
  entries,
  spoken,
  helpId,
  handle,
  onMove,
  onOpen,
}: {
  days: readonly Day[];
  today: Day;
  /** Empty where days are not split. */
  laneNames: readonly string[];
  entries: ReadonlyMap<string, Entry>;
  spoken: Spoken;
  helpId: string;
  handle: Ref<SlotHandle>;
  onMove: (text: string) => void;
  onOpen: (span: Span, part: number) => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const parts = Math.max(1, laneNames.length);
  const [held, setHeld] = useState<Hours>({ column: Math.max(0, days.indexOf(today)), part: 0, ...usual });
  const hours = {
    ...held,
    column: Math.min(held.column, days.length - 1),
    part: Math.min(held.part, parts - 1),
  };
  const piece = { column: hours.column, top: hours.top, bottom: hours.top + hours.length };
  const day = days[hours.column] ?? today;
  const span = spanOn(day, piece, spoken.timeZone);
  const isOver = [...entries.values()].some(
    ({ startMs, endMs }) => startMs < span.endMs && endMs > span.startMs,
  );
  useImperativeHandle(handle, () => ({
    focus: (at) => {
      if (at) setHeld(at);
      button.current?.focus({ preventScroll: at !== undefined });
    },
  }));
  const dayWords = (next: Hours) =>
    [laneNames[next.part], dayText(spoken.locale, 'longDay', dayNumberOf(days[next.column] ?? today))]
      .filter(Boolean)
      .join(', ');
  const say = (next: Hours) => {
    const bounds = { top: next.top, bottom: next.top + next.length };
    const span = spanOn(days[next.column] ?? today, bounds, spoken.timeZone);
    onMove([laneNames[next.part], spanText(span, spoken)].filter(Boolean).join(', '));
  };
  return (
    <button
      ref={button}
      type="button"
      className="ghost slot"
      data-over={isOver ? '' : undefined}
      aria-describedby={helpId}
      style={placeOf(piece, hours.part, parts)}
      onClick={() => onOpen(span, hours.part)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = hoursAfter(
          hours,
          { key: event.key, isShifted: event.shiftKey },
          { columns: days.length, parts },
        );
        if (!next) return;
        event.preventDefault();
        event.stopPropagation();
        setHeld(next);
        say(next);
        requestAnimationFrame(() => button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
      }}
    >
      <b>{t('New event')}</b>
      <span>{timesText(span, spoken)}</span>
      <span className="sr">{dayWords(hours)}</span>
    </button>
  );
}
