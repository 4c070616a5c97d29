// The attendance of a past event, in words: from the marks, else from the replies. Pure.
import type { AttendanceCounts } from '../../../contract/events/event-counts.ts';
import type { MyEventSummary } from '../../../contract/events/events.ts';
import { msg, t } from '../../words/t.ts';
import { countText } from './vocabulary.ts';

const marks = [
  ['present', msg('{count} here')],
  ['late', msg('{count} late')],
  ['excused', msg('{count} excused')],
] as const;

/** `2 absent (1 had said yes)`. */
export function absentText(
  { absent, noShows = 0 }: Pick<AttendanceCounts, 'absent' | 'noShows'>,
  locale: string,
): string {
  const count = countText(absent, locale);
  return noShows === 0
    ? t('{count} absent', { count })
    : t('{count} absent ({noShows} had said yes)', { count, noShows: countText(noShows, locale) });
}

/** `12 here · 2 late · 2 absent (1 had said yes)`. */
export const attendanceText = (counts: AttendanceCounts, locale: string): string =>
  [
    ...marks
      .filter(([status]) => counts[status] > 0)
      .map(([status, text]) => t(text, { count: countText(counts[status], locale) })),
    ...(counts.absent > 0 ? [absentText(counts, locale)] : []),
  ].join(' · ');

/** `9 were going`. */
export const wereGoingText = (going: number): string =>
  t('{going, plural, =0 {No one was going} one {# was going} other {# were going}}', { going });

/** The attendance as far as known; null for those who do not run the event. */
export function turnoutText(
  { replies, attendance }: Pick<MyEventSummary, 'replies' | 'attendance'>,
  locale: string,
): string | null {
  if (attendance) return attendanceText(attendance, locale);
  return replies && wereGoingText(replies.going);
}
