// A notification as a row: what happened, what changed from what to what, and when.
import { chakra } from '@chakra-ui/react/styled-system';
import type { Notification } from '../../../contract/people/notifications.ts';
import { write } from '../../data/outbox/outbox.ts';
import type { Viewer } from '../../format/use-viewer.ts';
import { clockTime, dayIn, shortDay } from '../../format/when.ts';
import {
  actorText,
  changeLines,
  notificationPath,
  notificationText,
} from '../../format/words/notification.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Link } from '../../ui/navigation/router.tsx';
import { t } from '../../words/t.ts';

/** A list of `NotificationRow`s. */
export const NotificationList = chakra('ul', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    overflow: 'hidden',
    '& li': {
      position: 'relative',
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr) auto',
      columnGap: '3',
      px: '4',
      py: '3',
    },
    '& li + li': { borderTopWidth: '1px', borderColor: 'border' },
    '& .icon': { mt: '0.5', color: 'fg.muted' },
    '& .text': { lineHeight: '1.4' },
    '& .unread .text': { fontWeight: '700' },
    // The link covers the whole row.
    '& a::after': { content: '""', position: 'absolute', inset: '0' },
    '& a': { outline: 'none' },
    '& a:focus-visible::after': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '-3px' },
    '& .chosen': { bg: 'bg.subtle', boxShadow: 'inset 3px 0 var(--brand)' },
    '@media (hover: hover)': { '& li:has(a):hover': { bg: 'bg.subtle' } },
    '& .change, & .time': { fontSize: 'sm', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
    '& .change b': { color: 'fg', fontWeight: '600' },
    '& .dot': { w: '2.5', h: '2.5', rounded: 'full', bg: 'fg', alignSelf: 'center' },
  },
});

export function NotificationRow({
  notification,
  viewer,
  isChosen = false,
}: {
  notification: Notification;
  viewer: Viewer;
  /** What it is about is shown beside the list. */
  isChosen?: boolean;
}) {
  const { id, createdAt, readAt } = notification;
  const { text, icon } = notificationText(notification, viewer.locale);
  const actor = actorText(notification, viewer.locale);
  const to = notificationPath(notification);
  const isUnread = readAt === null;
  const read = () => {
    if (isUnread) void markRead({ ids: [id] });
  };
  return (
    <li data-row="" className={`${isUnread ? 'unread' : ''}${isChosen ? ' chosen' : ''}`}>
      <Icon name={icon} />
      <div>
        <p className="text">
          {isUnread ? <span className="sr">{t('New:')} </span> : null}
          {to ? (
            <Link to={to} onClick={read} aria-current={isChosen || undefined}>
              {text}
            </Link>
          ) : (
            text
          )}
        </p>
        {changeLines(notification, viewer).map(({ name, before, after, yours }) => (
          <p key={name} className="change">
            {name}:{' '}
            {before ? (
              <>
                <s>
                  <span className="sr">{t('was')} </span>
                  {before}
                </s>{' '}
                <span aria-hidden="true">→</span>{' '}
              </>
            ) : null}
            <b>{after}</b>
            {yours ? ` ${yours}` : null}
          </p>
        ))}
        <p className="time">
          {actor ? `${actor} · ` : null}
          <time dateTime={createdAt}>{notifiedAt(createdAt, viewer)}</time>
        </p>
      </div>
      {isUnread ? <span className="dot" aria-hidden="true" /> : <span />}
    </li>
  );
}

/** Marks notifications as read, now or when there is a connection; without `ids` all of them. */
export async function markRead(body: { ids?: string[]; upTo?: string }): Promise<void> {
  const [id] = body.ids ?? [];
  try {
    await write({
      call: 'PUT /api/users/me/notifications/read',
      params: undefined,
      body,
      subject: id ? `notification:${id}` : 'notifications',
      title: id ? t('Mark a notification as read') : t('Mark notifications as read'),
      // Others may have arrived since the list was read.
      said: id
        ? null
        : ({ unreadCount: unread }) =>
            unread > 0 ? t('Notifications, {unread} new', { unread }) : t('All notifications are read.'),
    });
  } catch (error) {
    // It stays unread, and the row shows that.
    console.warn('The notification could not be marked as read.', error);
  }
}

function notifiedAt(at: string, { locale, timeZone, now }: Viewer): string {
  const zone = timeZone ?? 'UTC';
  const time = clockTime(at, zone, locale);
  return now !== null && dayIn(zone, at) === dayIn(zone, now)
    ? time
    : `${shortDay(at, zone, locale)}, ${time}`;
}
