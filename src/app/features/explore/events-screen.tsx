// /explore/events, and the same list beside an event on a wide screen.
import { type ComponentType, useMemo } from 'react';
import { useDocumentTitle } from '../../ui/page/screen.tsx';
import { twoPanes, useMedia } from '../../ui/use-media.ts';
import { t } from '../../words/t.ts';
import { Column } from './browse-head.tsx';
import { EventsList, useEventList } from './events-list.tsx';
import { ListPlaceProvider } from './list-place.tsx';

const path = '/explore/events';

/** `chosenId`: the event beside the list; without one the list is the subject of the page. */
export function ExploreEventsScreen({ search, chosenId }: { search: string; chosenId: string | undefined }) {
  return (
    <ListPlaceProvider value={useMemo(() => ({ path, search }), [search])}>
      <Column pane>
        {chosenId === undefined ? <Main /> : <EventsList chosenId={chosenId} isMain={false} />}
      </Column>
    </ListPlaceProvider>
  );
}

function Main() {
  useDocumentTitle(t('Explore events'));
  const first = useFirstId();
  const isWide = useMedia(twoPanes);
  return <EventsList chosenId={isWide ? first : undefined} isMain />;
}

const useFirstId = () => useEventList().list.items?.[0]?.id;

/** The right pane while nothing is chosen. */
export function FirstEvent({ Preview }: { Preview: ComponentType<{ id: string }> }) {
  const first = useFirstId();
  return first ? <Preview id={first} /> : null;
}
