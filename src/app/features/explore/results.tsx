// The rows of a list in each of its states: loading, empty for one of three reasons, failed, stale, and
// loading more pages.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useRef } from 'react';
import { UnreachableError } from '../../data/http/problem.ts';
import { CardSkeletons } from '../../entities/lists/card-skeletons.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../ui/navigation/router.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFirstNewRow } from '../../ui/page/first-new-row.ts';
import { EmptyState, ErrorState } from '../../ui/page/state.tsx';
import { t } from '../../words/t.ts';
import type { Kind } from './filters/filters.ts';
import { useListPlace } from './list-place.tsx';

type ListState = {
  items: readonly unknown[] | undefined;
  error: Error | undefined;
  isStale: boolean;
  isLoadingMore: boolean;
  hasMore: boolean;
  pages: readonly unknown[] | undefined;
  nextCursor: string | null;
  loadMore: () => void;
  retry: () => void;
};

const Rows = chakra('div', {
  base: { transition: 'opacity 120ms' },
  variants: { stale: { true: { opacity: '0.5' } } },
});
const More = chakra('div', {
  base: { display: 'grid', justifyItems: 'center', py: '5', minH: '5rem' },
});
/**
 * The number of rows for screen readers, or for all why other rows are shown. It is in the page before its text: a live
 * region that appears together with its text is not read out.
 */
const Announcement = chakra('p', { base: { '&:not(.sr)': { pt: '5', fontWeight: '600' } } });

/** `children`: the rows. `lead`: why these rows are shown instead of those that were asked for. */
export function Results({
  list,
  noun,
  rows,
  isFiltered,
  lead,
  children,
}: {
  list: ListState;
  noun: Kind;
  rows: 'event' | 'group';
  isFiltered: boolean;
  lead?: string | undefined;
  children: ReactNode;
}) {
  const { path, params } = useListPlace();
  const { items, error, isStale } = list;
  const { box, onMore } = useFirstNewRow(items?.length ?? 0, { isSaid: true });
  const isLater = params.has('cursor');
  const more = new URLSearchParams(params);
  if (list.nextCursor) more.set('cursor', list.nextCursor);
  const emptyTitle =
    isFiltered || isLater
      ? t('Nothing found')
      : t(
          'No {noun, select, events {events} teams {teams} organizations {organizations} organizers {organizers} other {members}} yet',
          { noun },
        );
  return (
    <>
      <Announcement role="status" className={lead === undefined ? 'sr' : undefined}>
        {!items || isStale
          ? ''
          : items.length === 0
            ? emptyTitle
            : (lead ?? countedText(items.length, list.hasMore, noun))}
      </Announcement>
      {!items ? (
        error ? (
          <ErrorState error={error} onRetry={list.retry} />
        ) : (
          <CardSkeletons
            rows={rows}
            label={t(
              'Loading {noun, select, events {events} teams {teams} organizations {organizations} organizers {organizers} other {members}}',
              { noun },
            )}
          />
        )
      ) : items.length === 0 ? (
        <Empty title={emptyTitle} noun={noun} isFiltered={isFiltered} />
      ) : (
        <>
          {error && !(error instanceof UnreachableError) ? (
            <Notice icon="cloud-off">
              {t("We couldn't refresh this list. You see what was loaded earlier.")}
            </Notice>
          ) : null}
          {isLater ? <StartLink noun={noun} /> : null}
          <Rows ref={box} stale={isStale} aria-busy={isStale || undefined}>
            <h2 className="sr">
              {t(
                '{noun, select, events {Events} teams {Teams} organizations {Organizations} organizers {Organizers} other {Members}}',
                { noun },
              )}
            </h2>
            {children}
          </Rows>
          {list.hasMore && !isStale ? (
            <ShowMore list={list} to={`${path}?${more}`} noun={noun} onMore={onMore} />
          ) : null}
        </>
      )}
    </>
  );
}

function Empty({ title, noun, isFiltered }: { title: string; noun: Kind; isFiltered: boolean }) {
  const { path, params } = useListPlace();
  // The link to a later page may be older than the list: earlier pages may have rows.
  if (params.has('cursor'))
    return <EmptyState icon="search" title={title} action={<StartLink noun={noun} />} />;
  if (isFiltered)
    return (
      <EmptyState
        icon="search"
        title={title}
        action={
          <ButtonLink to={path} look="outline">
            {t('Clear filters')}
          </ButtonLink>
        }
      >
        {t(
          'No {noun, select, events {events} teams {teams} organizations {organizations} organizers {organizers} other {members}} fit your search. Remove a filter or clear them all.',
          { noun },
        )}
      </EmptyState>
    );
  return (
    <EmptyState icon="calendar" title={title}>
      {t('What clubs and coaches publish shows up here.')}
    </EmptyState>
  );
}

function countedText(count: number, hasMore: boolean, noun: Kind): string {
  return hasMore
    ? t(
        '{count} or more {noun, select, events {events} teams {teams} organizations {organizations} organizers {organizers} other {members}}',
        { count, noun },
      )
    : t(
        '{noun, select, events {{count, plural, one {# event} other {# events}}} teams {{count, plural, one {# team} other {# teams}}} organizations {{count, plural, one {# organization} other {# organizations}}} organizers {{count, plural, one {# organizer} other {# organizers}}} other {{count, plural, one {# member} other {# members}}}}',
        { count, noun },
      );
}

const Quiet = chakra(Link, {
  base: { display: 'inline-flex', alignItems: 'center', minH: 'target', color: 'brand', fontWeight: '600' },
});

/** Leads to the beginning of a list that was opened in its middle by a link. */
function StartLink({ noun }: { noun: Kind }) {
  const { path, params } = useListPlace();
  const start = new URLSearchParams(params);
  start.delete('cursor');
  return (
    <Quiet to={start.size > 0 ? `${path}?${start}` : path}>
      {t(
        'Show {noun, select, events {events} teams {teams} organizations {organizations} organizers {organizers} other {members}} from the start',
        { noun },
      )}
    </Quiet>
  );
}

/** The next page is loaded this far below the viewport, so that it is there in time. */
const prefetchMargin = '1200px';
/** From this many pages on more is loaded on a click only, so that a keyboard gets past the list. */
const pagesUnasked = 2;

/**
 * Loads more when it comes near the viewport, or on a click. Without scripts, it is a link to the next page.
 */
function ShowMore({
  list,
  to,
  noun,
  onMore,
}: {
  list: ListState;
  to: string;
  noun: Kind;
  onMore: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const { loadMore, isLoadingMore, error } = list;
  const canLoad = !isLoadingMore && !error;
  const canLoadUnasked = canLoad && (list.pages?.length ?? 0) < pagesUnasked;
  const load = useRef(loadMore);
  useEffect(() => {
    load.current = loadMore;
  });
  useEffect(() => {
    if (!box.current || !canLoadUnasked) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load.current();
      },
      { rootMargin: `0px 0px ${prefetchMargin} 0px`, root: box.current.closest('[data-scroller]') },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [canLoadUnasked]);
  return (
    <More ref={box}>
      <ButtonLink
        to={to}
        look="outline"
        aria-busy={isLoadingMore || undefined}
        onClick={(event: React.MouseEvent) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onMore();
          if (error) list.retry();
          else if (canLoad) loadMore();
        }}
      >
        {isLoadingMore
          ? t('Loading…')
          : error
            ? t('Try again')
            : t(
                'Show more {noun, select, events {events} teams {teams} organizations {organizations} organizers {organizers} other {members}}',
                { noun },
              )}
      </ButtonLink>
    </More>
  );
}
