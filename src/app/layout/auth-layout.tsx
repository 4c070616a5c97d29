// The layout of the sign-in and sign-up pages (docs/product.md, "Layouts and error pages").
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { useInstance } from '../data/session/instance.ts';
import { Logo } from '../ui/logo.tsx';
import { Link } from '../ui/navigation/router.tsx';
import { FieldLines } from '../ui/sports-field/field-lines.tsx';
import { t } from '../words/t.ts';
import { Main } from './default-layout.tsx';
import { Freshness } from './freshness.tsx';
import { SiteLinks } from './site-links.tsx';

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
    '& img': { flexShrink: '0' },
    '& span': { minW: '0', overflowWrap: 'anywhere' },
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
  const { name } = useInstance();
  return (
    <AuthFrame>
      <Field>
        <FieldLines activity="football" crop="hero" />
        <Home to="/">
          <Logo />
          <span>{name}</span>
        </Home>
        <Claim>{t('Every session, place and team. Signal or not.')}</Claim>
      </Field>
      <Side>
        <Main id="main" tabIndex={-1} minH="0" pt="0" pb="0" lg={{ ps: '0' }}>
          <Freshness />
          {children}
        </Main>
        <SiteLinks inNewTab />
      </Side>
    </AuthFrame>
  );
}
