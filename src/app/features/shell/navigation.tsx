// The ways between the main parts: a bar at the thumb on phones, a rail at the side from 62 em.
import { chakra } from '@chakra-ui/react/styled-system';
import { Link, NavLink } from 'react-router';
import { saveRedirectPath } from '../../data/redirect-path.ts';
import { useSession } from '../../data/session.ts';
import type { ChromeIconName } from '../../ui/chrome-icons.ts';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';

type Tab = { to: string; label: string; icon: ChromeIconName; onClick?: () => void };

const userTabs: Tab[] = [
  { to: '/explore', label: 'Explore', icon: 'compass' },
  { to: '/my/calendar', label: 'Calendar', icon: 'calendar' },
  { to: '/my/events', label: 'Events', icon: 'check' },
  { to: '/my/teams', label: 'Teams', icon: 'users' },
  { to: '/my/profile', label: 'Me', icon: 'user' },
];

const visitorTabs: Tab[] = [
  { to: '/explore', label: 'Explore', icon: 'compass' },
  {
    to: '/login',
    label: 'Sign in',
    icon: 'log-in',
    onClick: () => saveRedirectPath(location.pathname + location.search),
  },
];

const Nav = chakra('nav', {
  base: {
    position: 'fixed',
    zIndex: '10',
    insetX: '0',
    bottom: '0',
    bg: 'bg.panel',
    borderTopWidth: '1px',
    borderColor: 'border',
    pb: 'env(safe-area-inset-bottom)',
    lg: { top: '0', right: 'auto', w: 'rail', borderTopWidth: '0', borderRightWidth: '1px', p: '4' },
    '& ul': {
      display: 'flex',
      justifyContent: 'space-around',
      h: 'tabbar',
      lg: { flexDirection: 'column', justifyContent: 'flex-start', gap: '1', h: 'auto' },
    },
    '& li': { flex: '1', minW: '0', lg: { flex: 'none' } },
    '& .tab': {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: 'center',
      gap: '0.5',
      h: 'full',
      color: 'fg.muted',
      fontSize: 'xs',
      fontWeight: '600',
      lg: {
        flexDirection: 'row',
        justifyContent: 'flex-start',
        gap: '3',
        px: '3',
        minH: '48px',
        rounded: 'md',
        fontSize: 'md',
        _hover: { bg: 'bg.subtle' },
      },
    },
    '& .tab .mark': {
      display: 'grid',
      placeItems: 'center',
      w: '14',
      h: '8',
      rounded: 'full',
      lg: { w: 'auto', h: 'auto' },
    },
    '& .tab[aria-current=page]': { color: 'brand', lg: { bg: 'brand.subtle', color: 'brand.subtle.fg' } },
    '& .tab[aria-current=page] .mark': { bg: 'brand.subtle', lg: { bg: 'transparent' } },
  },
});

const Brand = chakra(Link, {
  base: {
    display: 'none',
    lg: {
      display: 'flex',
      alignItems: 'center',
      gap: '2.5',
      px: '3',
      minH: '48px',
      mb: '4',
      fontWeight: '800',
      fontSize: 'xl',
      letterSpacing: '-0.02em',
    },
  },
});

export function Navigation() {
  const tabs = useSession().user ? userTabs : visitorTabs;
  return (
    <Nav aria-label="Main">
      <Brand to="/">
        <Logo />
        Sideline
      </Brand>
      <ul>
        {tabs.map(({ to, label, icon, onClick }) => (
          <li key={to}>
            <NavLink to={to} className="tab" {...(onClick ? { onClick } : {})}>
              <span className="mark">
                <Icon name={icon} />
              </span>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </Nav>
  );
}
