// An event beside the list of events, before one was chosen.
import { useSession } from '../../data/session.ts';
import { useResource } from '../../data/use-resource.ts';
import { DetailSkeleton } from '../../ui/detail-skeleton.tsx';
import { EventView } from './event-view.tsx';

export function EventPreview({ id }: { id: string }) {
  return useSession().user ? <MyPreview id={id} /> : <PublicPreview id={id} />;
}

function PublicPreview({ id }: { id: string }) {
  const { data: event, error } = useResource('GET /api/events/public/{id}', { params: { id } });
  if (event) return <EventView event={event} isVisitor isMain={false} />;
  return error ? null : <DetailSkeleton label="Loading the event" isMain={false} />;
}

function MyPreview({ id }: { id: string }) {
  const { data: event, error } = useResource('GET /api/events/{id}', { params: { id } });
  if (event)
    return (
      <EventView event={event} registration={event.registration} onlineUrl={event.onlineUrl} isMain={false} />
    );
  return error ? null : <DetailSkeleton label="Loading the event" isMain={false} />;
}
