// The main navigation: a tab bar at the bottom on phones, a rail at the side from 62 em.
import { chakra } from '@chakra-ui/react/styled-system';
import { useLocation } from 'react-router';
import { useInstance } from '../data/session/instance.ts';
import { loginPath } from '../data/session/redirect-path.ts';
import { useSession } from '../data/session/session.ts';
import { bars } from '../theme/scales.ts';
import type { ChromeIconName } from '../ui/icons/chrome-icons.ts';
import { Icon } from '../ui/icons/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { MarkedLink } from '../ui/navigation/router.tsx';
import { type Message, msg, t } from '../words/t.ts';

/** `owns`: the pages that belong to a tab, besides its own. */
type Tab = { to: string; label: Message; icon: ChromeIconName; owns: RegExp };

const explore: Tab = {
  to: '/explore',
  label: msg('Explore'),
  icon: 'compass',
  owns: /^\/(explore\/|events|organizations|users|teams\/?$)/,
};

const userTabs: Tab[] = [
  { to: '/', label: msg('Home'), icon: 'house', owns: /^\/my(\/notifications|\/?$)/ },
  { to: '/my/calendar', label: msg('Calendar'), icon: 'calendar', owns: /^\/my\/calendar\// },
  {
    to: '/my/events',
    label: msg('Events'),
    icon: 'check',
    owns: /^\/(series\/|my\/(events\/|places|hours))/,
  },
  { to: '/my/teams', label: msg('Teams'), icon: 'users', owns: /^\/((my\/)?teams|my\/organizations)\/./ },
  explore,
];

const visitorTabs: Tab[] = [
  { ...explore, owns: new RegExp(`${explore.owns.source}|^/series/`) },
  {
    to: '/login',
    label: msg('Sign in'),
    icon: 'log-in',
    owns: /^\/login/,
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
    // In German the last label is as wide as its tab.
    px: '1',
    pb: 'env(safe-area-inset-bottom)',
    // Full height from the first byte, so that nothing moves while the page loads.
    minH: `calc(${bars.tabbar} + env(safe-area-inset-bottom) + 1px)`,
    '& ul': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-around', h: 'tabbar' },
    // While the HTML of the tabs arrives in parts, the first ones would move for the later ones. The element after them says that
    // all are there.
    '& ul:not(:has(+ i))': { visibility: 'hidden' },
    // A label that is wider than its share takes room from the others, as one does in German at 320 px.
    '& li': { flex: '1' },
    '& .tab': {
      minW: 'var(--tab)',
      position: 'relative',
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: 'center',
      gap: '0.5',
      h: 'full',
      color: 'fg.muted',
      fontSize: 'xs',
      fontWeight: '600',
    },
    '& .mark': {
      position: 'relative',
      display: 'grid',
      placeItems: 'center',
      w: '56px',
      h: '32px',
      rounded: 'full',
    },
    '& .tab[aria-current]': { color: 'brand' },
    '& .tab[aria-current] .mark': { bg: 'brand.subtle' },
    // A bar with the main action replaces the tab bar.
    'body:has([data-action-bar]) &': { lgDown: { display: 'none' } },
    lg: {
      top: '0',
      right: 'auto',
      w: 'rail',
      borderTopWidth: '0',
      borderRightWidth: '1px',
      p: '4',
      '& ul': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '1', h: 'auto' },
      '& .tab': {
        flexDirection: 'row',
        justifyContent: 'flex-start',
        gap: '3',
        px: '3',
        minH: '48px',
        rounded: 'md',
        fontSize: 'md',
        _hover: { bg: 'bg.subtle' },
      },
      '& .mark': { w: 'auto', h: 'auto' },
      '& .tab[aria-current]': { bg: 'brand.subtle', color: 'brand.subtle.fg' },
      '& .tab[aria-current] .mark': { bg: 'transparent' },
    },
  },
});

const Brand = chakra(MarkedLink, {
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
      lineHeight: '1.2',
      '& img': { flexShrink: '0' },
      '& span': { minW: '0', overflowWrap: 'anywhere' },
    },
  },
});

export function Navigation() {
  const { pathname, search } = useLocation();
  const { name } = useInstance();
  const tabs = useSession().user ? userTabs : visitorTabs;
  const ownerOf = (path: string) => tabs.find(({ to, owns }) => to === path || owns.test(path));
  return (
    <Nav aria-label={t('Main')} data-bar="">
      <Brand to="/" current={(path) => (path === '/' ? 'page' : undefined)}>
        <Logo />
        <span>{name}</span>
      </Brand>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <MarkedLink
              to={tab.to === '/login' ? loginPath(pathname + search) : tab.to}
              className="tab"
              current={(path) => (ownerOf(path) === tab ? (tab.to === path ? 'page' : 'true') : undefined)}
            >
              <span className="mark">
                <Icon name={tab.icon} />
              </span>
              {t(tab.label)}
            </MarkedLink>
          </li>
        ))}
      </ul>
      <i hidden />
    </Nav>
  );
}
