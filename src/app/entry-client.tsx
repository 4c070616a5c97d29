// Starts the page in a browser.
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { type Drawn, drawnElementId } from './data/drawn.ts';
import { startSession } from './data/session.ts';
import { startColorMode } from './theme/color-mode.ts';
import { createStyleCache } from './theme/style-cache.ts';
import { BrowserRouter } from './ui/router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to draw into.');
startColorMode();
void startSession();
const drawn = readDrawn();
const page = (
  <StrictMode>
    <CacheProvider value={createStyleCache()}>
      <BrowserRouter>
        <App {...(drawn ? { drawn } : {})} />
      </BrowserRouter>
    </CacheProvider>
  </StrictMode>
);
// A difference between the two drawings is mended by React; it is a fault to report, not a page that failed.
if (drawn) hydrateRoot(root, page, { onRecoverableError: (error) => console.error(error) });
else createRoot(root).render(page);

/** What the server drew the page from; null where it sent the shell alone. */
function readDrawn(): Drawn | null {
  const text = document.getElementById(drawnElementId)?.textContent;
  return text ? (JSON.parse(text) as Drawn) : null;
}
