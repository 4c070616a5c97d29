// The home page of signed-in people: the next event with its main action, replies due, queued writes,
// notifications, and later events.
import { chakra } from '@chakra-ui/react/styled-system';
import type { MyEventSummary } from '../../../contract/events/events.ts';
import { useOutbox } from '../../data/outbox/outbox.ts';
import { useLatestNotifications } from '../../data/resources/use-latest-notifications.ts';
import { useResource } from '../../data/resources/use-resource.ts';
import type { StoredUser } from '../../data/session/session.ts';
import { AwayLines, useAway } from '../../entities/away.tsx';
import { CardList } from '../../entities/card-list.tsx';
import { NotificationList, NotificationRow } from '../../entities/notification-row.tsx';
import { OutboxList } from '../../entities/outbox-list.tsx';
import { ReplyRow } from '../../entities/reply-row.tsx';
import { useViewer, type Viewer } from '../../format/use-viewer.ts';
import { wallMinutes } from '../../format/wall-clock.ts';
import { InstallCard } from '../../pwa/install-card.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/page/state.tsx';
import { t } from '../../words/t.ts';
import { NextEvent } from './next-event.tsx';
import { Heading, Wide } from './parts.tsx';

const Greeting = chakra('h1', {
  base: {
    fontSize: { base: '2xl', lg: '3xl' },
    fontWeight: '800',
    lineHeight: '1.15',
    mt: { lg: '2' },
    _focusVisible: { outline: 'none' },
  },
});
const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '9',
    gridTemplateColumns: 'minmax(0, 1fr)',
    lg: { gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 6fr)', gap: '8', alignItems: 'start' },
  },
});
const Column = chakra('div', { base: { display: 'grid', gap: '9' } });

const listed = 4;

/** The next events that I go to or lead, soonest first. */
function useNext(isCoach: boolean) {
  const going = useResource('GET /api/users/me/events', { query: { tab: 'upcoming', limit: listed + 1 } });
  const leading = useResource(
    'GET /api/users/me/events',
    isCoach ? { query: { tab: 'coaching', limit: listed + 1 } } : null,
  );
  const error = going.error ?? leading.error;
  const isLoaded = going.data && (!isCoach || leading.data);
  const leads = new Set(leading.data?.items.map(({ id }) => id));
  const all = [...(going.data?.items ?? []), ...(leading.data?.items ?? [])];
  const events = [...new Map(all.map((event) => [event.id, event])).values()]
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
    .slice(0, listed + 1);
  const retry = () => {
    void going.mutate();
    void leading.mutate();
  };
  return { events: isLoaded ? events : undefined, leads, error, retry };
}

export function PersonalHome({ user }: { user: StoredUser }) {
  const viewer = useViewer();
  const { events, leads, error, retry } = useNext(user.type === 'coach');
  const owed = useResource('GET /api/users/me/events', { query: { tab: 'needsReply', limit: listed } });
  // Cancelled and postponed events are listed, but are not the next event.
  const next = events?.find(
    ({ eventStatus }) => eventStatus === 'EventScheduled' || eventStatus === 'EventRescheduled',
  );
  const away = useAway();
  // Events that ask "Still coming?" are listed under the replies due.
  const later = events?.filter((event) => event !== next && !event.registration?.reconfirmAskedAt);
  return (
    <Wide>
      <Greeting tabIndex={-1}>{greeting(viewer, user.name.split(' ')[0] ?? '')}</Greeting>
      <AwayLines away={away} />
      <Columns>
        <Column>
          {events ? (
            next ? (
              <NextEvent event={next} isLeading={leads.has(next.id)} viewer={viewer} />
            ) : (
              <EmptyState
                icon="calendar"
                title={t('Nothing planned yet')}
                action={<ButtonLink to="/explore/events">{t('Explore events')}</ButtonLink>}
              >
                {t('Find an event near you, or wait for your coach to plan one. It shows up here.')}
              </EmptyState>
            )
          ) : error ? (
            <ErrorState error={error} onRetry={retry} />
          ) : (
            <Skeleton h="18rem" rounded="xl" />
          )}
          {/* Installing makes sense once there is something to read offline. */}
          {next ? <InstallCard /> : null}
          <QueuedChanges />
        </Column>
        <Column>
          {owed.data && owed.data.items.length > 0 ? (
            <Events
              id="owed"
              title={t('Waiting for your reply')}
              more="/my/events?tab=needsReply"
              events={owed.data.items}
              viewer={viewer}
              isOwed
            />
          ) : null}
          <Latest viewer={viewer} />
          {later && later.length > 0 ? (
            <Events id="later" title={t('After that')} more="/my/events" events={later} viewer={viewer} />
          ) : null}
        </Column>
      </Columns>
    </Wide>
  );
}

function Events({
  id,
  title,
  more,
  events,
  viewer,
  isOwed = false,
}: {
  id: string;
  title: string;
  more: string;
  events: MyEventSummary[];
  viewer: Viewer;
  isOwed?: boolean;
}) {
  return (
    <section aria-labelledby={id}>
      <Heading id={id} more={{ to: more, label: t('See all') }}>
        {title}
      </Heading>
      <CardList>
        {events.slice(0, listed).map((event) => (
          <ReplyRow key={event.id} event={event} viewer={viewer} isOwed={isOwed} />
        ))}
      </CardList>
    </section>
  );
}

/** The queued writes. */
function QueuedChanges() {
  if (useOutbox().length === 0) return null;
  return (
    <section aria-labelledby="waiting">
      <Heading id="waiting">{t('Waiting to be sent')}</Heading>
      <OutboxList />
    </section>
  );
}

function Latest({ viewer }: { viewer: Viewer }) {
  const { data } = useLatestNotifications();
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="latest">
      <Heading id="latest" more={{ to: '/my/notifications', label: t('See all') }}>
        {data.unreadCount > 0 ? t('{count} new', { count: data.unreadCount }) : t('Notifications')}
      </Heading>
      <NotificationList>
        {data.items.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} viewer={viewer} />
        ))}
      </NotificationList>
    </section>
  );
}

function greeting({ now, timeZone }: Viewer, name: string): string {
  if (now === null || timeZone === null) return t('Hello, {name}', { name });
  const hour = wallMinutes(timeZone, now) / 60;
  if (hour < 5 || hour >= 18) return t('Good evening, {name}', { name });
  return t(hour < 12 ? 'Good morning, {name}' : 'Good afternoon, {name}', { name });
}
