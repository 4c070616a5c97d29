// The layout for everything but signing in and up (docs/product.md, "Layouts and error pages").
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, Suspense } from 'react';
import { useInstance } from '../data/session/instance.ts';
import { useSession } from '../data/session/session.ts';
import { retryingLazy } from '../pwa/retrying-lazy.ts';
import { bars } from '../theme/scales.ts';
import { t } from '../words/t.ts';
import { Freshness } from './freshness.tsx';
import { Navigation } from './navigation.tsx';
import { SiteLinks } from './site-links.tsx';

// Only loaded for signed-in users.
const OutboxButton = retryingLazy(async () => (await import('./outbox-button.tsx')).OutboxButton);

/** The container of a page's content, in both layouts. */
export const Main = chakra('main', {
  base: {
    minH: '100dvh',
    pt: 'env(safe-area-inset-top)',
    pb: `calc(${bars.tabbar} + env(safe-area-inset-bottom))`,
    lg: { ps: bars.rail, pb: '0' },
    _focusVisible: { outline: 'none' },
  },
});

/** `isPublic`: anyone may open this page. */
export function DefaultLayout({ isPublic, children }: { isPublic: boolean; children: ReactNode }) {
  const isVisitor = useSession().user === null;
  const hasTexts = useInstance().texts.length > 0;
  // Also for visitors, who choose their language there.
  const isFooted = isPublic && (isVisitor || hasTexts);
  return (
    <>
      <a className="skip" href="#main">
        {t('Skip to content')}
      </a>
      <Navigation />
      {/* The footer, which keeps clear of the tab bar, is below the first screenful: content that still
          loads does not move it in view. */}
      <Main id="main" tabIndex={-1} {...(isFooted && { pb: '0' })}>
        <Freshness />
        {children}
      </Main>
      {isFooted ? <SiteLinks isAboveBar /> : null}
      {isVisitor ? null : (
        <Suspense fallback={null}>
          <OutboxButton />
        </Suspense>
      )}
    </>
  );
}
