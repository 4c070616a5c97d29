// /my/notifications: my notifications, newest first.

import { chakra } from '@chakra-ui/react/styled-system';
import type { Notification } from '../../../contract/people/notifications.ts';
import { useQueued } from '../../data/outbox/use-outbox.ts';
import { useList } from '../../data/resources/use-resource.ts';
import { MoreButton } from '../../entities/lists/more-button.tsx';
import { markRead, NotificationList, NotificationRow } from '../../entities/people/notification-row.tsx';
import { useViewer } from '../../format/use-viewer.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useFirstNewRow } from '../../ui/page/first-new-row.ts';
import { type ListPane, useFirst } from '../../ui/page/panes.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/page/state.tsx';
import { t } from '../../words/t.ts';

/** The path of the first event or team that a notification is about. */
function firstOf(items: readonly Notification[]): string | null {
  const first = items.find(({ event, group }) => group?.kind === 'team' || (event && !group));
  if (!first) return null;
  return first.group ? `/teams/${first.group.id}` : `/my/events/${first.event?.id}`;
}

const Foot = chakra('div', {
  base: { display: 'flex', justifyContent: 'center', mt: '5', _empty: { display: 'none' } },
});

export function NotificationsScreen({ chosenId, onFirst }: ListPane) {
  const viewer = useViewer();
  const list = useList('GET /api/users/me/notifications', {});
  const waiting = useQueued('notifications');
  const { items, error } = list;
  const newest = items?.[0];
  useFirst(items && firstOf(items), 'newest', onFirst);
  const { box, onMore } = useFirstNewRow<HTMLUListElement>(items?.length ?? 0);
  // Also beyond the loaded pages.
  const hasUnread = (list.pages?.[0]?.unreadCount ?? 0) > 0;
  // Notifications that arrive while this is read stay unread.
  const readAll =
    hasUnread && newest && !waiting ? (
      <Button look="outline" onClick={() => void markRead({ upTo: newest.id })}>
        {t('Mark all as read')}
      </Button>
    ) : undefined;
  return (
    <Screen pane title={t('Notifications')} action={readAll}>
      {items ? (
        <>
          {items.length > 0 ? (
            <>
              <h2 className="sr">{t('Newest first')}</h2>
              <NotificationList ref={box}>
                {items.map((notification) => (
                  <NotificationRow
                    key={notification.id}
                    notification={notification}
                    viewer={viewer}
                    isChosen={
                      chosenId !== undefined && chosenId === (notification.group ?? notification.event)?.id
                    }
                  />
                ))}
              </NotificationList>
            </>
          ) : (
            <EmptyState
              icon="bell"
              title={t('Nothing new yet')}
              action={
                <ButtonLink to="/my/events" look="outline">
                  {t('See my events')}
                </ButtonLink>
              }
            >
              {t(
                "When one of your events changes, a place opens up or someone needs your answer, you'll see it here.",
              )}
            </EmptyState>
          )}
          <Foot>
            <MoreButton list={list} label={t('Show older')} onMore={onMore} />
          </Foot>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={list.retry} />
      ) : (
        <div role="status" aria-label={t('Loading notifications')}>
          <Skeleton h="20rem" rounded="lg" />
        </div>
      )}
    </Screen>
  );
}
