// Starts the page in a browser.
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { type Drawn, drawnElementId } from './data/drawn.ts';
import { noteDrawn } from './data/saved-answers.ts';
import { startSession } from './data/session.ts';
import { tolerateLostStyles } from './pwa/chunk-guard.ts';
import { startColorMode } from './theme/color-mode.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to draw into.');
startColorMode();
tolerateLostStyles();
void startSession();
const drawn = readDrawn();
if (drawn) noteDrawn(drawn);
const page = (
  <StrictMode>
    <BrowserRouter>
      <App {...(drawn ? { drawn } : {})} />
    </BrowserRouter>
  </StrictMode>
);
// A difference between the two drawings is mended by React; it is a fault to report, not a page that failed.
if (drawn) hydrateRoot(root, page, { onRecoverableError: (error) => console.error(error) });
else createRoot(root).render(page);
// From here on the error page shows what fails, and no longer the inline script of index.html.
document.documentElement.dataset.started = 'true';

/** What the server drew the page from; null where it sent the shell alone. */
function readDrawn(): Drawn | null {
  const text = document.getElementById(drawnElementId)?.textContent;
  return text ? (JSON.parse(text) as Drawn) : null;
}
