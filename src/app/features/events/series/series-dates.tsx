// The future dates of a series: the next ones are part of the series' answer, those after them come in pages.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Series, SeriesDate } from '../../../../contract/events/series.ts';
import { useList } from '../../../data/resources/use-resource.ts';
import { useSession } from '../../../data/session/session.ts';
import { CardList } from '../../../entities/card-list.tsx';
import { EventRow } from '../../../entities/event-card.tsx';
import { useViewer } from '../../../format/use-viewer.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Link, useQuery } from '../../../ui/page/router.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { ErrorState, Skeleton } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';

// Only loaded for people who are signed in: replies, and their storage on the device.
const MyDates = lazy(async () => ({ default: (await import('./my-dates.tsx')).MyDates }));

const More = chakra('div', { base: { display: 'grid', justifyItems: 'center', pt: '4' } });
const Start = chakra(Link, {
  base: { display: 'inline-flex', alignItems: 'center', minH: 'target', color: 'brand', fontWeight: '600' },
});

/** Without scripts, the URL says where the list begins (`?cursor=`). */
export function SeriesDates({ series }: { series: Series }) {
  const { id, count, dates, nextCursor } = series;
  const start = useQuery().get('cursor');
  const [isLonger, setLonger] = useState(false);
  const path = `/series/${id}`;
  if (count === 0) return null;
  return (
    <Section title={count === 1 ? t('Next date') : t('Next dates')} count={count}>
      {start === null ? <Rows dates={dates} /> : <Start to={path}>{t('Show the next dates')}</Start>}
      {start !== null ? (
        <LaterDates id={id} cursor={start} isAsked={false} />
      ) : nextCursor === null ? null : isLonger ? (
        <LaterDates id={id} cursor={nextCursor} isAsked />
      ) : (
        <ShowMore
          to={`${path}?${new URLSearchParams({ cursor: nextCursor })}`}
          onMore={() => setLonger(true)}
        />
      )}
    </Section>
  );
}

function Rows({ dates }: { dates: readonly SeriesDate[] }) {
  const viewer = useViewer();
  const isSignedIn = useSession().user !== null;
  const open = dates.map((date) => (
    <EventRow
      key={date.id}
      event={date}
      to={`/events${isSignedIn ? '' : '/public'}/${date.id}`}
      viewer={viewer}
    />
  ));
  return (
    <CardList>
      {isSignedIn ? (
        <Suspense fallback={open}>
          <MyDates dates={dates} viewer={viewer} />
        </Suspense>
      ) : (
        open
      )}
    </CardList>
  );
}

const Pages = chakra('div', { base: { '* + &': { pt: '2.5' } } });

/** `isAsked`: the person pressed "Show more", so the first new row gets the focus of that button. */
function LaterDates({ id, cursor, isAsked }: { id: string; cursor: string; isAsked: boolean }) {
  const list = useList('GET /api/series/{id}/dates', { params: { id }, query: { cursor } });
  const { items, error, nextCursor, isLoadingMore, loadMore } = list;
  const box = useRef<HTMLDivElement>(null);
  const focusAt = useRef<number | null>(isAsked ? 0 : null);
  const shown = items?.length ?? 0;
  useEffect(() => {
    const at = focusAt.current;
    if (at === null || shown <= at) return;
    focusAt.current = null;
    box.current?.querySelectorAll<HTMLElement>('[data-row] .name a')[at]?.focus();
  }, [shown]);
  if (!items) return error ? <ErrorState error={error} onRetry={list.retry} /> : <Skeleton h="24" mt="2.5" />;
  const more = () => {
    focusAt.current = shown;
    loadMore();
  };
  return (
    <Pages ref={box}>
      <Rows dates={items} />
      {nextCursor === null ? null : (
        <ShowMore
          to={`/series/${id}?${new URLSearchParams({ cursor: nextCursor })}`}
          isBusy={isLoadingMore}
          onMore={more}
        />
      )}
    </Pages>
  );
}

function ShowMore({ to, isBusy = false, onMore }: { to: string; isBusy?: boolean; onMore: () => void }) {
  return (
    <More>
      <ButtonLink
        to={to}
        look="outline"
        aria-busy={isBusy || undefined}
        onClick={(event: React.MouseEvent) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          if (!isBusy) onMore();
        }}
      >
        {isBusy ? t('Loading…') : t('Show more dates')}
      </ButtonLink>
    </More>
  );
}
