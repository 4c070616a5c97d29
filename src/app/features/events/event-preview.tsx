// The event beside the list of events, before one was chosen.
import { Suspense } from 'react';
import { useResource } from '../../data/resources/use-resource.ts';
import { sessionNow, useSession } from '../../data/session/session.ts';
import { DetailSkeleton } from '../../ui/page/detail-skeleton.tsx';
import { loadable } from '../../ui/page/loadable.tsx';
import { t } from '../../words/t.ts';
import { VisitorAction } from './event-action.tsx';
import { EventView } from './event-view.tsx';

// Only loaded for people who are signed in: replies, and their storage on the device.
const MyEventDetails = loadable(async () => {
  const module = await import('./reply/my-event.tsx');
  await module.loadParts();
  return module;
}, 'MyEventDetails');

/** The event as a signed-in person sees it. Loaded after the list, it would be behind a second skeleton. */
export const loadParts = async () => sessionNow().user && MyEventDetails.load();

const Loading = () => <DetailSkeleton label={t('Loading the event')} isMain={false} />;

export function EventPreview({ id }: { id: string }) {
  const Details = useSession().user ? MyEventDetails : PublicEventDetails;
  return (
    <Suspense fallback={<Loading />}>
      <Details id={id} isMain={false} />
    </Suspense>
  );
}

function PublicEventDetails({ id, isMain }: { id: string; isMain: boolean }) {
  const { data: event, error } = useResource('GET /api/events/public/{id}', { params: { id } });
  if (event)
    return (
      <EventView event={event} action={<VisitorAction event={event} isMain={isMain} />} isMain={isMain} />
    );
  return error ? null : <Loading />;
}
