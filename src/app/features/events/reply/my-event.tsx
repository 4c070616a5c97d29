// One event with my part in it: my reply, and the attendees that I may see.
import { Suspense } from 'react';
import { attendancePath } from '../../../data/outbox/mark-calls.ts';
import { useQueued } from '../../../data/outbox/use-outbox.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { sessionNow } from '../../../data/session/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { DetailSkeleton } from '../../../ui/page/detail-skeleton.tsx';
import { FlashMessage } from '../../../ui/page/flash-message.tsx';
import { loadable } from '../../../ui/page/loadable.tsx';
import { Unloaded } from '../../../ui/page/missing.tsx';
import { useDocumentTitle } from '../../../ui/page/screen.tsx';
import { Skeleton } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';
import { loadParts as loadFacts } from '../event-facts.tsx';
import { EventView } from '../event-view.tsx';
import { MyReplyCard } from './my-reply.tsx';

const Replies = loadable(() => import('../registrations/replies.tsx'), 'Replies');
const EventTools = loadable(() => import('../manage/event-tools.tsx'), 'EventTools');
const Roster = loadable(() => import('../roster.tsx'), 'Roster');

/** What the event shows first, for the person who is signed in. Loaded after the event, it would move the facts down. */
export const loadParts = () =>
  Promise.all([
    loadFacts(),
    Roster.load(),
    ...(sessionNow().user?.type === 'coach' ? [Replies.load(), EventTools.load()] : []),
  ]);

/** `isMain`: this is the page; otherwise the event is beside a list. */
export function MyEventDetails({ id, isMain }: { id: string; isMain: boolean }) {
  const { data: event, error, mutate } = useResource('GET /api/events/{id}', { params: { id } });
  const isAnswering = useQueued(`registration:${id}`) !== null;
  useDocumentTitle(isMain ? (event?.name ?? null) : undefined);
  if (event) {
    const { can } = event;
    // The bar at the foot is for one's own reply, if there is one.
    const isBar = isMain && event.registration === null && !isAnswering;
    const People = can.manageRegistrations ? Replies : can.seeRoster ? Roster : null;
    return (
      <EventView
        event={event}
        status={
          <>
            {isMain ? <FlashMessage /> : null}
            {can.edit ? (
              <Suspense fallback={<Skeleton h="target" my="2.5" hideBelow={isBar ? 'lg' : undefined} />}>
                <EventTools
                  event={event}
                  isBar={isBar}
                  adopt={(answer) => mutate(answer, { revalidate: false })}
                />
              </Suspense>
            ) : can.markAttendance ? (
              // Assistants and visiting coaches can only mark attendance.
              <ButtonLink look="outline" my="2.5" to={attendancePath(id)}>
                {t('Attendance')}
              </ButtonLink>
            ) : null}
          </>
        }
        action={<MyReplyCard event={event} isMain={isMain} />}
        people={
          People ? (
            <Suspense fallback={null}>
              <People event={event} />
            </Suspense>
          ) : null
        }
        isRun={can.edit}
        onlineUrl={event.onlineUrl}
        isMain={isMain}
      />
    );
  }
  if (error && isMain)
    return <Unloaded error={error} onRetry={() => void mutate()} noun="event" explore="/explore/events" />;
  return error ? null : <DetailSkeleton label={t('Loading the event')} isMain={isMain} />;
}
