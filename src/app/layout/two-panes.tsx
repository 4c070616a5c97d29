// Master-detail layout: list and chosen item side by side on a wide screen, one at a time on others. The list
// keeps its state while someone opens an item and comes back.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { findRoute } from '../routing/paths.ts';
import { type ListPane, PageProvider } from '../ui/page/panes.ts';
import { twoPanes, useMedia } from '../ui/use-media.ts';
import { t } from '../words/t.ts';

const Frame = chakra('div', {
  base: { xl: { display: 'grid', gridTemplateColumns: '28rem minmax(0, 1fr)' } },
});
const Pane = chakra('section', {
  base: {
    xl: {
      position: 'sticky',
      top: '0',
      h: '100dvh',
      overflowY: 'auto',
      overscrollBehavior: 'contain',
      scrollbarWidth: 'thin',
      borderEndWidth: '1px',
      borderColor: 'border',
    },
  },
  variants: { place: { main: {}, beside: { display: { base: 'none', xl: 'block' } } } },
});
const Empty = chakra('p', { base: { pt: '40vh', textAlign: 'center', color: 'fg.muted' } });

/**
 * `renderList` renders the list with its last query; it is not called on a narrow screen that opened with
 * an item. On a wide screen the right pane is `detail`, or while nothing is chosen `renderFirst` of what the list reports.
 * `name`: of the list, for the links in it. `keepsList`: keeps the list, hidden, on a narrow screen, too.
 */
export function TwoPanes({
  name,
  label,
  isList,
  keepsList,
  renderList,
  renderFirst,
  detail,
}: {
  name: string;
  label: string;
  isList: boolean;
  keepsList: boolean;
  renderList: (props: ListPane) => ReactNode;
  renderFirst: (path: string) => ReactNode;
  detail: ReactNode;
}) {
  const { pathname, search } = useLocation();
  const isWide = useMedia(twoPanes);
  const [lastSearch, setLastSearch] = useState(isList ? search : '');
  if (isList && lastSearch !== search) setLastSearch(search);
  const [wasShown, setWasShown] = useState(isList);
  if (!wasShown && (isList || isWide)) setWasShown(true);
  /** Null once the list says that it has nothing to show. */
  const [firstPath, setFirstPath] = useState<string | null>();
  const first = isWide ? firstPath : undefined;
  const chosenPath = isList ? first : pathname;
  const chosenId = chosenPath ? findRoute(chosenPath)?.id : undefined;
  const hasList = isList || isWide || (keepsList && wasShown);
  const pane = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters start at the top
  useEffect(() => {
    pane.current?.scrollTo(0, 0);
  }, [lastSearch]);
  return (
    <Frame>
      <Pane
        ref={pane}
        id="list"
        tabIndex={-1}
        aria-label={label}
        data-scroller={isWide || undefined}
        data-list={isWide ? name : undefined}
        place={isList ? 'main' : 'beside'}
      >
        {isWide ? (
          <a className="skip" href="#beside">
            {t('Skip the list')}
          </a>
        ) : null}
        <PageProvider value={isList}>
          {hasList
            ? renderList({ search: isList ? search : lastSearch, chosenId, onFirst: setFirstPath })
            : null}
        </PageProvider>
      </Pane>
      <div id="beside" tabIndex={-1}>
        {isList ? (
          <PageProvider value={false}>
            {first
              ? renderFirst(first)
              : first === null && <Empty>{t('What you open shows up here.')}</Empty>}
          </PageProvider>
        ) : (
          detail
        )}
        {isWide ? (
          <a className="skip" href="#list">
            {t('Back to the list')}
          </a>
        ) : null}
      </div>
    </Frame>
  );
}
