// The event beside the list of events, before one was chosen.
import { lazy, Suspense } from 'react';
import { useResource } from '../../data/resources/use-resource.ts';
import { useSession } from '../../data/session/session.ts';
import { DetailSkeleton } from '../../ui/page/detail-skeleton.tsx';
import { t } from '../../words/t.ts';
import { VisitorAction } from './event-action.tsx';
import { EventView } from './event-view.tsx';

// Only loaded for people who are signed in: replies, and their storage on the device.
const MyEventDetails = lazy(async () => {
  const { MyEventDetails: Details, loadParts } = await import('./reply/my-event.tsx');
  await loadParts();
  return { default: Details };
});

const Loading = () => <DetailSkeleton label={t('Loading the event')} isMain={false} />;

export function EventPreview({ id }: { id: string }) {
  return useSession().user ? (
    <Suspense fallback={<Loading />}>
      <MyEventDetails id={id} isMain={false} />
    </Suspense>
  ) : (
    <PublicPreview id={id} />
  );
}

function PublicPreview({ id }: { id: string }) {
  const { data: event, error } = useResource('GET /api/events/public/{id}', { params: { id } });
  if (event)
    return <EventView event={event} action={<VisitorAction event={event} isMain={false} />} isMain={false} />;
  return error ? null : <Loading />;
}
