// The two layouts of SPEC section 2: one for signing in and up, one for everything else.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { Logo } from '../../ui/logo.tsx';
import { Navigation } from './navigation.tsx';

const SkipLink = chakra('a', {
  base: {
    position: 'absolute',
    insetStart: '4',
    top: '-20',
    zIndex: '20',
    bg: 'bg.panel',
    color: 'fg',
    px: '4',
    py: '3',
    rounded: 'md',
    shadow: 'overlay',
    _focus: { top: '4' },
  },
});
const Main = chakra('main', {
  base: {
    minH: '100dvh',
    pb: 'calc(64px + env(safe-area-inset-bottom))',
    lg: { ps: 'rail', pb: '0' },
    _focusVisible: { outline: 'none' },
  },
});

export function DefaultLayout({ children }: { children: ReactNode }) {
  useArrival();
  return (
    <>
      <SkipLink href="#main">Skip to content</SkipLink>
      <Navigation />
      <Main id="main" tabIndex={-1}>
        {children}
      </Main>
    </>
  );
}

const AuthFrame = chakra('div', {
  base: {
    minH: '100dvh',
    display: 'flex',
    flexDirection: 'column',
    maxW: '26rem',
    mx: 'auto',
    px: '5',
    pt: 'max(1.5rem, env(safe-area-inset-top))',
    pb: '10',
  },
});
const Home = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2.5',
    minH: 'target',
    fontWeight: '800',
    fontSize: 'xl',
    letterSpacing: '-0.02em',
    alignSelf: 'flex-start',
  },
});

export function AuthLayout({ children }: { children: ReactNode }) {
  useArrival();
  return (
    <AuthFrame>
      <Home to="/">
        <Logo />
        Sideline
      </Home>
      <Main id="main" tabIndex={-1} minH="0" pb="0" lg={{ ps: '0' }}>
        {children}
      </Main>
    </AuthFrame>
  );
}

/** On each new page: to the top, and the focus to its title, so that a screen reader says where we are. */
function useArrival() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const title =
      document.querySelector<HTMLElement>('[data-screen-title]') ?? document.getElementById('main');
    title?.focus({ preventScroll: true });
  }, [pathname]);
}
