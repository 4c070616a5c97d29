// /events/public/:id: the public view of an event.
import { useResource } from '../../data/resources/use-resource.ts';
import { useRouteId } from '../../ui/navigation/router.tsx';
import { DetailSkeleton } from '../../ui/page/detail-skeleton.tsx';
import { Unloaded } from '../../ui/page/missing.tsx';
import { useDocumentTitle } from '../../ui/page/screen.tsx';
import { t } from '../../words/t.ts';
import { VisitorAction } from './event-action.tsx';
import { EventView } from './event-view.tsx';

export { loadParts } from './event-facts.tsx';

export function PublicEventScreen() {
  const id = useRouteId();
  const { data: event, error, mutate } = useResource('GET /api/events/public/{id}', { params: { id } });
  useDocumentTitle(event?.name ?? null);
  if (event) return <EventView event={event} action={<VisitorAction event={event} isMain />} />;
  if (error)
    return <Unloaded error={error} onRetry={() => void mutate()} noun="event" explore="/explore/events" />;
  return <DetailSkeleton label={t('Loading the event')} />;
}
