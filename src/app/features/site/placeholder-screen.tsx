// The bare paths of SPEC section 2: registered, empty, with one link to another page.
import { useLocation } from 'react-router';
import { ButtonLink } from '../../ui/button.tsx';
import type { ChromeIconName } from '../../ui/icons/chrome-icons.ts';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState } from '../../ui/page/state.tsx';

type Onward = { icon: ChromeIconName; title: string; to: string; label: string };

const onward: Record<string, Onward> = {
  '/events': {
    icon: 'calendar',
    title: 'Events are found in Explore',
    to: '/explore/events',
    label: 'Explore events',
  },
  '/teams': {
    icon: 'users',
    title: 'Teams are found in Explore',
    to: '/explore/teams',
    label: 'Explore teams',
  },
  '/organizations': {
    icon: 'compass',
    title: 'Organizations are found in Explore',
    to: '/explore/organizations',
    label: 'Explore organizations',
  },
  '/users': {
    icon: 'user',
    title: 'Members are found in Explore',
    to: '/explore/members',
    label: 'Explore members',
  },
  '/my': {
    icon: 'check',
    title: 'What is yours starts with your events',
    to: '/my/events',
    label: 'My events',
  },
};

export function PlaceholderScreen() {
  const found = onward[useLocation().pathname.replace(/\/$/, '')];
  return (
    <Screen>
      {found ? (
        <EmptyState
          icon={found.icon}
          title={found.title}
          action={<ButtonLink to={found.to}>{found.label}</ButtonLink>}
        />
      ) : null}
    </Screen>
  );
}
