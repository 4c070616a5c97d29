// A button from my reply to one date to one answer for all dates of its series.
import { lazy, Suspense, useState } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { t } from '../../../words/t.ts';

const SeriesSheet = lazy(async () => ({ default: (await import('./series-sheet.tsx')).SeriesSheet }));

/** Nothing for an event without a series, or for people who are not asked. */
export function SeriesButton({ event: { series, can } }: { event: MyEvent }) {
  const [isOpen, setOpen] = useState(false);
  if (!series || !(can.respond || can.cancelRegistration)) return null;
  return (
    <>
      <button type="button" className="series" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('Answer for all dates …')}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <SeriesSheet seriesId={series.id} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
