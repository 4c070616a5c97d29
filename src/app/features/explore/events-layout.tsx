// The frame that the list of events and the events share: on a wide screen the list stands left and what was chosen
// right, on others one at a time. The list stays as it was while one goes to an event and back.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useDocumentTitle } from '../../ui/screen.tsx';
import { twoPanes, useMedia } from '../../ui/use-media.ts';
import { Column } from './browse-head.tsx';
import { EventsList, useEventList } from './events-list.tsx';
import { ListPlaceProvider } from './list-place.tsx';

const listPath = '/explore/events';

const Frame = chakra('div', {
  base: { xl: { display: 'grid', gridTemplateColumns: '27rem minmax(0, 1fr)' } },
});
const Pane = chakra('section', {
  base: {
    xl: {
      position: 'sticky',
      top: '0',
      h: '100dvh',
      overflowY: 'auto',
      overscrollBehavior: 'contain',
      scrollbarGutter: 'stable',
      scrollbarWidth: 'thin',
      borderEndWidth: '1px',
      borderColor: 'border',
    },
  },
  variants: { narrow: { hidden: { display: { base: 'none', xl: 'block' } } } },
});

/**
 * `children` are the event's page; null on the list's own page, where a wide screen shows the first event through
 * `Preview`.
 */
export function EventsLayout({
  Preview,
  chosenId,
  children,
}: {
  Preview: ComponentType<{ id: string }>;
  chosenId: string | undefined;
  children: ReactNode;
}) {
  const { pathname, search } = useLocation();
  const isWide = useMedia(twoPanes);
  const isList = pathname.replace(/\/$/, '') === listPath;
  const [lastSearch, setLastSearch] = useState(isList ? search : '');
  if (isList && lastSearch !== search) setLastSearch(search);
  // On a narrow screen the list is not loaded for someone who came straight to an event.
  const [wasShown, setWasShown] = useState(isList);
  if (!wasShown && (isList || isWide)) setWasShown(true);
  const pane = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters start at the top
  useEffect(() => {
    pane.current?.scrollTo(0, 0);
  }, [lastSearch]);
  return (
    <ListPlaceProvider value={{ path: listPath, search: isList ? search : lastSearch }}>
      <Frame>
        <Pane
          ref={pane}
          aria-label="Events"
          data-scroller={isWide || undefined}
          narrow={isList ? undefined : 'hidden'}
        >
          {wasShown ? (
            <Column pane>
              {isList ? <ListTitle /> : null}
              <ListOf chosenId={chosenId} isMain={isList} isWide={isWide} />
            </Column>
          ) : null}
        </Pane>
        <div>{isList ? isWide ? <FirstEvent Preview={Preview} /> : null : children}</div>
      </Frame>
    </ListPlaceProvider>
  );
}

function ListTitle() {
  useDocumentTitle('Explore');
  return null;
}

function ListOf({
  chosenId,
  isMain,
  isWide,
}: {
  chosenId: string | undefined;
  isMain: boolean;
  isWide: boolean;
}) {
  const first = useEventList().list.items?.[0]?.id;
  return <EventsList chosenId={chosenId ?? (isMain && isWide ? first : undefined)} isMain={isMain} />;
}

function FirstEvent({ Preview }: { Preview: ComponentType<{ id: string }> }) {
  const first = useEventList().list.items?.[0]?.id;
  return first ? <Preview id={first} /> : null;
}
