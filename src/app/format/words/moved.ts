// The old and new times of a moved event, for someone who answered before the move. Pure.
import type { Registration } from '../../../contract/events/events.ts';
import { t } from '../../words/t.ts';
import { clockTime, dayIn, type Span, shortDay } from '../when.ts';

/** `Moved: 18:00 → 18:30.`, with the days where the day changed; empty for those who are not asked again. */
export function movedText(event: Span, registration: Registration | null, locale: string): string {
  const before = registration?.answeredFor;
  if (!before) return '';
  const { startsAt, endsAt, timeZone } = event;
  const clock = (at: string) => clockTime(at, timeZone, locale);
  if (before.startsAt === startsAt)
    return t('It ends at {clock} instead of {planned}.', {
      clock: clock(endsAt),
      planned: clock(before.endsAt),
    });
  const isSameDay = dayIn(timeZone, before.startsAt) === dayIn(timeZone, startsAt);
  const at = (start: string) =>
    isSameDay ? clock(start) : `${shortDay(start, timeZone, locale)}, ${clock(start)}`;
  return t('Moved: {before} → {after}.', { before: at(before.startsAt), after: at(startsAt) });
}
