// The saved rule of a date's series, as the form's values. It is read with the series, apart from the event.
import type { MyEvent } from '../../../../contract/events/events.ts';
import { serverNow } from '../../../data/http/clock.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { dayNumberIn, dayOf } from '../../../format/wall-clock.ts';
import { repeatText } from '../../../format/words/recurrence.ts';
import { type Repeat, repeatOf, repeatThrough } from './repeat.ts';

export type SeriesRule = {
  /** Null while it is not known, and for a rule that the controls cannot express. */
  repeat: Repeat | null;
  /** The answers about the event and about its series have the same rule, so this one can be compared. */
  isRead: boolean;
  /** From this day on skipped days count: the answer leaves out those that are over. */
  fromDay: string;
  /** In words, also those of the later parts. */
  text: string;
};

/** The rule is null for a single event. `reload` reads it from the server again. */
export function useSeriesRule(
  { series, startsAt, timeZone }: MyEvent,
  locale: string,
): { rule: SeriesRule | null; reload: () => Promise<unknown> } {
  const { data, mutate } = useResource('GET /api/series/{id}', series && { params: { id: series.id } }, {
    excludedFromFreshness: true,
  });
  const reload = () => mutate();
  if (series === null) return { rule: null, reload };
  const { rrule } = series;
  const dayAt = (at: string | number) => dayOf(dayNumberIn(timeZone, at));
  const [day, today] = [dayAt(startsAt), dayAt(serverNow())];
  const known = data ? repeatOf({ rrule, exceptDates: data.exceptDates }, day) : null;
  const parts = data?.parts ?? [];
  const own = parts.findIndex((part) => part.rrule === rrule);
  const texts = own < 0 ? [rrule] : parts.slice(own).map((part) => part.rrule);
  const rule = {
    // A new rule is for all later dates, also those of other parts of the series.
    repeat: known && repeatThrough(known, day, { rrule, parts }),
    isRead: own >= 0,
    fromDay: day < today ? today : day,
    text: texts.map((one) => repeatText(one, locale)).join(' · '),
  };
  return { rule, reload };
}
