// /events/:id and /my/events/:id: the event as the person signed in sees it.
import { useParams } from 'react-router';
import { useResource } from '../../data/use-resource.ts';
import { DetailSkeleton } from '../../ui/detail-skeleton.tsx';
import { Unloaded } from '../../ui/missing.tsx';
import { useDocumentTitle } from '../../ui/screen.tsx';
import { EventView } from './event-view.tsx';

export function EventScreen() {
  const { id = '' } = useParams();
  const { data: event, error, mutate } = useResource('GET /api/events/{id}', { params: { id } });
  useDocumentTitle(event?.name ?? null);
  if (event) return <EventView event={event} registration={event.registration} onlineUrl={event.onlineUrl} />;
  if (error)
    return <Unloaded error={error} onRetry={() => void mutate()} noun="event" explore="/explore/events" />;
  return <DetailSkeleton label="Loading the event" />;
}
