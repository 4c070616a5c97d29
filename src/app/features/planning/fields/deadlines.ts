// Deadlines of an event as quick choices: each computes its time from the start on the wall clock of the
// event's zone. Pure.
import { dayNumberOf, dayOf, wallTimeOf, writtenWallTime } from '../../../format/wall-clock.ts';
import type { EventValues } from '../form/values.ts';

type Start = Pick<EventValues, 'day' | 'start'>;
export type QuickChoice = 'none' | 'week' | 'twoDays' | 'evening' | 'atStart';

const minutesOfDay = 24 * 60;
/** The evening before is at 20:00. */
const evening = '20:00';

const before = ({ day, start }: Start, minutes: number): string => {
  const wall = wallTimeOf(day, start);
  if (Number.isNaN(wall)) return '';
  const { day: first, time } = writtenWallTime(wall - minutes);
  return `${first}T${time}`;
};

const instants: Record<QuickChoice, (start: Start) => string> = {
  none: () => '',
  week: (start) => before(start, 7 * minutesOfDay),
  twoDays: (start) => before(start, 2 * minutesOfDay),
  evening: ({ day }) => (day === '' ? '' : `${dayOf(dayNumberOf(day) - 1)}T${evening}`),
  atStart: (start) => before(start, 0),
};

const order = Object.keys(instants) as QuickChoice[];

/** The text of a `datetime-local` field for a choice; empty for none, or while the start is not filled in. */
export const deadlineAt = (choice: QuickChoice, start: Start): string => instants[choice](start);

/** The quick choice that a deadline matches; null for a time of its own. */
export const choiceOf = (text: string, start: Start): QuickChoice | null =>
  order.find((choice) => instants[choice](start) === text) ?? null;

/**
 * A deadline after the start was moved: a quick choice stays the same choice, a time of its own moves by
 * whole days.
 */
export function movedDeadline(text: string, from: Start, to: Start): string {
  if (text === '') return '';
  const choice = choiceOf(text, from);
  if (choice !== null) return deadlineAt(choice, to);
  const [day = '', time = ''] = text.split('T');
  return `${dayOf(dayNumberOf(day) + dayNumberOf(to.day) - dayNumberOf(from.day))}T${time}`;
}
