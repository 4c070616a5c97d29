// The two layouts of SPEC section 2: one for signing in and up, one for everything else.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useOnline } from '../../data/connectivity.ts';
import { FieldLines, fieldHue } from '../../ui/field-lines.tsx';
import { Icon } from '../../ui/icon.tsx';
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
    pt: 'env(safe-area-inset-top)',
    pb: 'calc({sizes.tabbar} + env(safe-area-inset-bottom))',
    lg: { ps: 'rail', pb: '0' },
    _focusVisible: { outline: 'none' },
  },
});

export function DefaultLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink href="#main">Skip to content</SkipLink>
      <Navigation />
      <Main id="main" tabIndex={-1}>
        <OfflineNotice />
        {children}
      </Main>
    </>
  );
}

const Notice = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    mx: { base: '4', sm: '5', lg: '8' },
    mt: '3',
    px: '3.5',
    py: '2.5',
    rounded: 'md',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'border.strong',
    bg: 'bg.panel',
    color: 'fg.muted',
    fontSize: 'sm',
    '& svg': { flexShrink: '0' },
  },
});

function OfflineNotice() {
  const isOnline = useOnline();
  return (
    <div role="status">
      {isOnline ? null : (
        <Notice>
          <Icon name="cloud-off" size={18} />
          You're offline. Showing what was saved.
        </Notice>
      )}
    </div>
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
const Field = chakra('div', {
  base: {
    position: 'relative',
    isolation: 'isolate',
    overflow: 'hidden',
    color: 'white',
    px: '5',
    pt: 'calc({spacing.5} + env(safe-area-inset-top))',
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
    pb: 'calc({spacing.10} + env(safe-area-inset-bottom))',
    lg: { alignSelf: 'center', py: '16' },
  },
});

export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <AuthFrame>
      <Field style={{ backgroundColor: fieldHue('football') }}>
        <FieldLines activity="football" crop="hero" />
        <Home to="/">
          <Logo />
          Sideline
        </Home>
        <Claim>Every session, place and team. Signal or not.</Claim>
      </Field>
      <Side>
        <Main id="main" tabIndex={-1} minH="0" pt="0" pb="0" lg={{ ps: '0' }}>
          <OfflineNotice />
          {children}
        </Main>
      </Side>
    </AuthFrame>
  );
}
