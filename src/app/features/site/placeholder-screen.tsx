// The bare paths of docs/product.md, "Routes": registered, empty, with one link onward.
import { useLocation } from 'react-router';
import { ButtonLink } from '../../ui/button.tsx';
import type { ChromeIconName } from '../../ui/icons/chrome-icons.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState } from '../../ui/page/state.tsx';
import { type Message, msg, t } from '../../words/t.ts';

type Onward = { icon: ChromeIconName; title: Message; to: string; label: Message };

const onward: Record<string, Onward> = {
  '/events': {
    icon: 'calendar',
    title: msg('Find events in Explore'),
    to: '/explore/events',
    label: msg('Explore events'),
  },
  '/teams': {
    icon: 'users',
    title: msg('Find teams in Explore'),
    to: '/explore/teams',
    label: msg('Explore teams'),
  },
  '/organizations': {
    icon: 'compass',
    title: msg('Find organizations in Explore'),
    to: '/explore/organizations',
    label: msg('Explore organizations'),
  },
  '/users': {
    icon: 'user',
    title: msg('Find members in Explore'),
    to: '/explore/members',
    label: msg('Explore members'),
  },
  '/my': {
    icon: 'check',
    title: msg('Start with your events'),
    to: '/my/events',
    label: msg('My events'),
  },
};

export function PlaceholderScreen() {
  const found = onward[useLocation().pathname.replace(/\/$/, '')];
  return (
    <Screen>
      {found ? (
        <EmptyState
          icon={found.icon}
          title={t(found.title)}
          action={<ButtonLink to={found.to}>{t(found.label)}</ButtonLink>}
        />
      ) : null}
    </Screen>
  );
}
