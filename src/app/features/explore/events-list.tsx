// The list of public events with its filters: the page /explore/events, and the left pane beside an event on
// a wide screen.

import { useList, useResource } from '../../data/resources/use-resource.ts';
import { useBrowserZone, useViewer } from '../../format/use-viewer.ts';
import { t } from '../../words/t.ts';
import { BrowseHead } from './browse-head.tsx';
import { EventPages } from './event-days.tsx';
import { quickChips, setChips } from './filters/event-filters.ts';
import { countFilters, readEventFilters, zoneFor } from './filters/filters.ts';
import { useListPlace } from './list-place.tsx';
import { Results } from './results.tsx';

/** `emptyWhen`: these days have no events, and the list holds the next ones. */
export function useEventList() {
  const filters = readEventFilters(useListPlace().params);
  const zone = zoneFor(filters, useBrowserZone());
  const list = useList('GET /api/explore/events', { query: { ...filters, ...zone } });
  const first = list.pages?.[0];
  const next = first?.items.length === 0 ? first.next : undefined;
  return next?.[0]
    ? { filters, emptyWhen: filters.when, list: { ...list, items: next, pages: [{ items: next }] } }
    : { filters, emptyWhen: undefined, list };
}

/** `base`: the path of an event is this followed by its id. */
export function EventsList({
  base,
  chosenId,
  isMain,
}: {
  base: string;
  chosenId: string | undefined;
  isMain: boolean;
}) {
  const { filters, emptyWhen, list } = useEventList();
  const viewer = useViewer();
  const { data: overview } = useResource('GET /api/explore/facets', {}, { excludedFromFreshness: true });
  const quick = quickChips(overview?.facets);
  const organizerName = filters.organizer ? list.items?.[0]?.organizer?.name : undefined;
  return (
    <>
      <BrowseHead
        kind="events"
        overview={overview}
        filters={filters}
        chips={quick}
        extra={setChips(filters, quick, organizerName, viewer.locale)}
        organizerName={organizerName}
        isMain={isMain}
      />
      <Results
        list={list}
        noun="events"
        rows="event"
        isFiltered={countFilters(filters) > 0 || !!filters.q}
        lead={
          emptyWhen &&
          t(
            'Nothing {when, select, today {today} tomorrow {tomorrow} weekend {this weekend} other {in the next 7 days}}. Next:',
            { when: emptyWhen },
          )
        }
      >
        <EventPages
          pages={list.pages ?? []}
          viewer={viewer}
          base={base}
          chosenId={chosenId}
          isByDay={filters.sort !== 'newest'}
        />
      </Results>
    </>
  );
}
