// Asks before an event is published from its form.
import { lazy } from 'react';
import type { MyEvent } from '../../../contract/events.ts';
import { serverNow } from '../../data/clock.ts';
import { useOnline } from '../../data/connectivity.ts';
import type { Preview } from '../../data/planned.ts';
import { publishingText, publishingWarnings, seenText } from '../../format/planning-words.ts';
import { useViewer } from '../../format/use-viewer.ts';
import { fullRange } from '../../format/when.ts';
import type { Asking } from '../../ui/ask-sheet.tsx';
import { useOwnerFacts, usePlaces } from './sources.tsx';
import { endInstant, startInstant } from './times.ts';
import type { EventValues } from './values.ts';

const PublishSheet = lazy(async () => ({
  default: (await import('../../cards/publish-sheet.tsx')).PublishSheet,
}));

/** What the form says about any version of an event. `current`: the place that it has, also where the list is not there. */
export function useEventTexts(current: MyEvent['place']) {
  const { locale } = useViewer();
  const places = usePlaces();
  return {
    timesOf: (values: EventValues) =>
      fullRange(
        { startsAt: startInstant(values) ?? '', endsAt: endInstant(values) ?? '', timeZone: values.timeZone },
        locale,
        serverNow(),
      ),
    placeOf: ({ newPlace, place }: EventValues): string | null =>
      newPlace?.name ??
      places.find(({ id }) => id === place)?.name ??
      (current?.id === place ? current.name : null),
  };
}

/** Who is asked for a reply when this is published: by the server's count, else as far as this device knows. */
export function useAskedText(values: EventValues, preview: Preview = 'unknown'): string {
  const { locale } = useViewer();
  return publishingText(preview, values, useOwnerFacts(values.owner).members, locale);
}

export function PublishQuestion({
  values,
  current,
  preview,
  ...asking
}: Asking & {
  values: EventValues;
  current: MyEvent['place'];
  preview: Preview;
  onPublish: () => void;
}) {
  const { locale } = useViewer();
  const { timesOf, placeOf } = useEventTexts(current);
  const facts = useOwnerFacts(values.owner);
  const isOnline = useOnline();
  const place = placeOf(values);
  return (
    <PublishSheet
      {...asking}
      name={values.name}
      lines={[timesOf(values), ...(place === null ? [] : [place])]}
      seen={seenText(values, facts.name)}
      told={useAskedText(values, preview)}
      warnings={publishingWarnings(preview, startInstant(values), { locale, now: serverNow() })}
      isOnline={isOnline}
    />
  );
}
