// Starts the page in a browser.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { startSession } from './data/session.ts';
import { startColorMode } from './theme/color-mode.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to draw into.');
startColorMode();
void startSession();
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>,
);
