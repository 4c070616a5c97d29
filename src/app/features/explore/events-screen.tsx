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
        <List chosenId={chosenId} />
      </Column>
    </ListPlaceProvider>
  );
}

/** One element for both, so that typing into the search beside an event, which leads to the list, goes on. */
function List({ chosenId }: { chosenId: string | undefined }) {
  const isMain = chosenId === undefined;
  useDocumentTitle(isMain ? t('Explore events') : undefined);
  const first = useFirstId();
  const isWide = useMedia(twoPanes);
  return <EventsList chosenId={chosenId ?? (isWide ? first : undefined)} isMain={isMain} />;
}

const useFirstId = () => useEventList().list.items?.[0]?.id;

/** The right pane while nothing is chosen. */
export function FirstEvent({ Preview }: { Preview: ComponentType<{ id: string }> }) {
  const first = useFirstId();
  return first ? <Preview id={first} /> : null;
}
