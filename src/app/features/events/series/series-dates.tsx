// The future dates of a series: the next ones are part of the series' answer, those after them come in pages.
import { Suspense } from 'react';
import type { Series, SeriesDate } from '../../../../contract/events/series.ts';
import { useList } from '../../../data/resources/use-resource.ts';
import { useSession } from '../../../data/session/session.ts';
import { EventRow } from '../../../entities/events/event-card.tsx';
import { CardList } from '../../../entities/lists/card-list.tsx';
import { LaterRows, PagedRows } from '../../../entities/lists/paged-rows.tsx';
import { useViewer } from '../../../format/use-viewer.ts';
import { loadable } from '../../../ui/page/loadable.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { t } from '../../../words/t.ts';

// Only loaded for people who are signed in: replies, and their storage on the device.
export const MyDates = loadable(() => import('./my-dates.tsx'), 'MyDates');

export function SeriesDates({ series }: { series: Series }) {
  const { id, count, dates, nextCursor } = series;
  if (count === 0) return null;
  return (
    <Section title={count === 1 ? t('Next date') : t('Next dates')} count={count}>
      <PagedRows
        path={`/series/${id}`}
        nextCursor={nextCursor}
        labels={{ start: t('Show the next dates'), more: t('Show more dates') }}
        later={(cursor, isAsked) => <LaterDates id={id} cursor={cursor} isAsked={isAsked} />}
      >
        <Rows dates={dates} />
      </PagedRows>
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

function LaterDates({ id, cursor, isAsked }: { id: string; cursor: string; isAsked: boolean }) {
  const list = useList('GET /api/series/{id}/dates', { params: { id }, query: { cursor } });
  return (
    <LaterRows list={list} path={`/series/${id}`} label={t('Show more dates')} isAsked={isAsked}>
      {(dates) => <Rows dates={dates} />}
    </LaterRows>
  );
}
