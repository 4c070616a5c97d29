// The two layouts of SPEC section 2: one for signing in and up, one for everything else.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, type ReactNode, Suspense } from 'react';
import { useSession } from '../../data/session.ts';
import { bars } from '../../theme/scales.ts';
import { FieldLines } from '../../ui/field-lines.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Link } from '../../ui/router.tsx';
import { Freshness } from './freshness.tsx';
import { Navigation } from './navigation.tsx';

// Only for people who are signed in.
const WaitingLine = lazy(async () => ({ default: (await import('./waiting-line.tsx')).WaitingLine }));

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
    _focus: { top: '4', shadow: 'overlay' },
  },
});
const Main = chakra('main', {
  base: {
    minH: '100dvh',
    pt: 'env(safe-area-inset-top)',
    pb: `calc(${bars.tabbar} + env(safe-area-inset-bottom))`,
    lg: { ps: bars.rail, pb: '0' },
    _focusVisible: { outline: 'none' },
  },
});

export function DefaultLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink href="#main">Skip to content</SkipLink>
      <Navigation />
      <Main id="main" tabIndex={-1}>
        <Freshness />
        {children}
      </Main>
      {useSession().user ? (
        <Suspense fallback={null}>
          <WaitingLine />
        </Suspense>
      ) : null}
    </>
  );
}

const AuthFrame = chakra('div', {
  base: {
    minH: '100dvh',
    display: 'flex',
    flexDirection: 'column',
    lg: { display: 'grid', gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)' },
  },
});
const Field = chakra('header', {
  base: {
    position: 'relative',
    isolation: 'isolate',
    overflow: 'hidden',
    color: 'white',
    px: '5',
    pt: 'calc(1.25rem + env(safe-area-inset-top))',
    pb: '5',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    gap: '8',
    '& > .field-lines': { zIndex: '-1' },
    '& a': { _focusVisible: { outlineColor: 'white' } },
    lg: { position: 'sticky', top: '0', h: '100dvh', p: '10' },
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
const Claim = chakra('p', {
  base: {
    display: { base: 'none', lg: 'block' },
    fontSize: '4xl',
    lineHeight: '1.1',
    fontWeight: '800',
    letterSpacing: '-0.02em',
    maxW: '20rem',
    textWrap: 'balance',
  },
});
const Side = chakra('div', {
  base: {
    w: 'full',
    maxW: '28rem',
    mx: 'auto',
    px: '5',
    pt: '6',
    pb: 'calc(2.5rem + env(safe-area-inset-bottom))',
    lg: { alignSelf: 'center', py: '16' },
  },
});

export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <AuthFrame>
      <Field>
        <FieldLines activity="football" crop="hero" ground />
        <Home to="/">
          <Logo />
          Sideline
        </Home>
        <Claim>Every session, place and team. Signal or not.</Claim>
      </Field>
      <Side>
        <Main id="main" tabIndex={-1} minH="0" pt="0" pb="0" lg={{ ps: '0' }}>
          <Freshness />
          {children}
        </Main>
      </Side>
    </AuthFrame>
  );
}
