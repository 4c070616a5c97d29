// Asks before an event is published from its form.
import { lazy } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { serverNow } from '../../../data/http/clock.ts';
import type { Preview } from '../../../data/outbox/planned.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { fullRange, timeRange } from '../../../format/when.ts';
import { publishingText, publishingWarnings, seenText, termsLines } from '../../../format/words/planning.ts';
import type { Asking } from '../../../ui/dialogs/ask-sheet.tsx';
import { endInstant, startInstant } from '../fields/times.ts';
import { termsOf } from '../form/body.ts';
import { useOwnerFacts, usePlaces } from '../form/sources.tsx';
import type { EventValues } from '../form/values.ts';
import { dateCount, datesText, repeatValue } from '../repeat/repeat-words.ts';
import type { DatesState } from '../repeat/use-repeat-dates.ts';

export const loadPublishSheet = () => import('../../../entities/events/publish-sheet.tsx');
const PublishSheet = lazy(async () => ({ default: (await loadPublishSheet()).PublishSheet }));

/**
 * Texts about any version of an event. `current`: the event's place, known even without the list of places.
 */
export function useEventTexts(current: MyEvent['place']) {
  const { locale } = useViewer();
  const { places } = usePlaces();
  return {
    // Empty while a day or a time is typed.
    timesOf: (values: EventValues) => {
      const [startsAt, endsAt] = [startInstant(values), endInstant(values)];
      return startsAt && endsAt
        ? fullRange({ startsAt, endsAt, timeZone: values.timeZone }, locale, serverNow())
        : '';
    },
    placeOf: ({ newPlace, place }: EventValues): string | null =>
      newPlace?.name ??
      places.find(({ id }) => id === place)?.name ??
      (current?.id === place ? current.name : null),
  };
}

/**
 * Who is asked for a reply when this is published: by the server's count, else as far as this device knows.
 */
export function useAskedText(values: EventValues, preview: Preview = 'unknown'): string {
  const shown = { ...values, repeats: values.repeat !== null };
  return publishingText(preview, shown, useOwnerFacts(values.owner).team);
}

/** The times, a line each. */
function useTimeLines(values: EventValues, dates: DatesState, timesOf: (values: EventValues) => string) {
  const { locale } = useViewer();
  if (values.repeat === null) return [timesOf(values)];
  const span = {
    startsAt: startInstant(values) ?? '',
    endsAt: endInstant(values) ?? '',
    timeZone: values.timeZone,
  };
  return [
    `${repeatValue(values.repeat, values.day, locale)}, ${timeRange(span, locale)}`,
    ...(typeof dates === 'string' ? [] : [datesText(dates, locale)]),
  ];
}

/** How many dates of a series are published: counted here, else by the server; null for one event. */
function countOf({ repeat }: EventValues, dates: DatesState, preview: Preview): number | null {
  if (typeof dates !== 'string') return dateCount(dates);
  return repeat === null || preview === 'unknown' ? null : preview.dates;
}

export function PublishQuestion({
  values,
  current,
  preview,
  dates = 'none',
  ...asking
}: Asking & {
  values: EventValues;
  /** The dates of a series. */
  dates?: DatesState;
  current: MyEvent['place'];
  preview: Preview;
  onPublish: () => void;
}) {
  const { locale } = useViewer();
  const { timesOf, placeOf } = useEventTexts(current);
  const facts = useOwnerFacts(values.owner);
  const place = placeOf(values);
  const times = useTimeLines(values, dates, timesOf);
  return (
    <PublishSheet
      {...asking}
      name={values.name}
      count={countOf(values, dates, preview)}
      lines={[...times, ...(place === null ? [] : [place]), ...termsLines(termsOf(values), locale)]}
      seen={seenText(values, facts.name)}
      notified={useAskedText(values, preview)}
      warnings={publishingWarnings(preview, startInstant(values), serverNow())}
    />
  );
}
