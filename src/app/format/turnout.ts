// The attendance of a past event, in words: from the marks, else from the replies. Pure.
import type { AttendanceCounts } from '../../contract/events/event-counts.ts';
import type { MyEventSummary } from '../../contract/events/events.ts';
import { countText } from './words.ts';

const marks = [
  ['present', 'here'],
  ['late', 'late'],
  ['excused', 'excused'],
  ['absent', 'absent'],
] as const;

/** `12 here · 2 late · 1 absent`. */
export const attendanceText = (counts: AttendanceCounts, locale: string): string =>
  marks
    .filter(([status]) => counts[status] > 0)
    .map(([status, word]) => `${countText(counts[status], locale)} ${word}`)
    .join(' · ');

/** `9 were going`. */
export const wereGoingText = (going: number, locale: string): string =>
  going === 0 ? 'No one was going' : `${countText(going, locale)} ${going === 1 ? 'was' : 'were'} going`;

/** The attendance as far as known; null for those who do not run the event. */
export function turnoutText(
  { replies, attendance }: Pick<MyEventSummary, 'replies' | 'attendance'>,
  locale: string,
): string | null {
  if (attendance) return attendanceText(attendance, locale);
  return replies && wereGoingText(replies.going, locale);
}
