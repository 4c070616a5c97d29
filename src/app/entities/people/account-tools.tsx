// The links behind `HeaderTools`: notifications with the number of unread ones, and one's own profile.
import { chakra } from '@chakra-ui/react/styled-system';
import { useLatestNotifications } from '../../data/resources/use-latest-notifications.ts';
import type { StoredUser } from '../../data/session/session.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Link } from '../../ui/navigation/router.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { t } from '../../words/t.ts';

const Tools = chakra('div', {
  base: {
    display: 'flex',
    gap: '2',
    '& a': {
      position: 'relative',
      display: 'grid',
      placeItems: 'center',
      w: 'target',
      h: 'target',
      rounded: 'full',
    },
    '& .sr': { position: 'absolute', w: '1px', h: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
    '& .bell': {
      position: 'relative',
      borderWidth: '1px',
      borderColor: 'border',
      bg: 'bg.panel',
      rounded: 'md',
      _hover: { bg: 'bg.subtle' },
    },
    '& .count': {
      position: 'absolute',
      top: '-1.5',
      insetEnd: '-1.5',
      minW: '5',
      px: '1',
      rounded: 'full',
      bg: 'bg.strong',
      color: 'fg.strong',
      fontSize: 'xs',
      fontWeight: '700',
      lineHeight: '1.25rem',
      textAlign: 'center',
      fontVariantNumeric: 'tabular-nums',
    },
  },
});

export function AccountTools({ user: { name, avatarSrc } }: { user: StoredUser }) {
  const unread = useLatestNotifications().data?.unreadCount ?? 0;
  return (
    <Tools>
      <Link
        className="bell"
        to="/my/notifications"
        aria-label={unread > 0 ? t('Notifications, {unread} new', { unread }) : t('Notifications')}
      >
        <Icon name="bell" />
        {unread > 0 ? (
          <span className="count" aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        ) : null}
      </Link>
      <Link to="/my/profile">
        <Avatar name={name} src={avatarSrc} size={40} />
        <span className="sr">{t('My profile: {name}', { name })}</span>
      </Link>
    </Tools>
  );
}
