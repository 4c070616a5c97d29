// /explore/events, and the same list beside an event on a wide screen.
import { useMemo } from 'react';
import { useSession } from '../../data/session/session.ts';
import { type ListPane, useFirst, useIsPage } from '../../ui/page/panes.ts';
import { useDocumentTitle } from '../../ui/page/screen.tsx';
import { t } from '../../words/t.ts';
import { Column } from './browse-head.tsx';
import { EventsList, useEventList } from './events-list.tsx';
import { ListPlaceProvider } from './list-place.tsx';

const path = '/explore/events';

export function ExploreEventsScreen({ search, ...pane }: ListPane) {
  return (
    <ListPlaceProvider value={useMemo(() => ({ path, search }), [search])}>
      <Column pane>
        <List {...pane} />
      </Column>
    </ListPlaceProvider>
  );
}

/** One element for both, so that typing into the search beside an event, which leads to the list, goes on. */
function List({ chosenId, onFirst }: Omit<ListPane, 'search'>) {
  useDocumentTitle(t('Explore events'));
  const base = useSession().user ? '/events/' : '/events/public/';
  const { items } = useEventList().list;
  const first = items?.[0] ? base + items[0].id : null;
  useFirst(items && first, first ?? '', onFirst);
  return <EventsList base={base} chosenId={chosenId} isMain={useIsPage()} />;
}
