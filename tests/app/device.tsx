// A browser with the whole app in it, talking to the whole server in process.
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { BrowserRouter } from 'react-router';
import { onTestFinished, vi } from 'vitest';
import { App } from '../../src/app/app.tsx';
import { takeRedirectPath } from '../../src/app/data/redirect-path.ts';
import { startSession } from '../../src/app/data/session.ts';
import { hashPassword } from '../../src/server/accounts/passwords.ts';
import { createClient } from '../support/client.ts';
import { buildUser } from '../support/factories.ts';
import { startTestServer } from '../support/server.ts';

export const password = 'correct horse battery';

/** A device that holds no session, and its server with one account, `ada`. */
export async function openDevice() {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const ada = await buildUser(server.database.db, {
    username: 'ada',
    name: 'Ada Mertens',
    password_hash: await hashPassword(password),
  });
  const client = createClient(server);
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    asked.push(`${init.method ?? 'GET'} ${url}`);
    const response = await client.request(url, init);
    // As a browser does with the one auth cookie that scripts can read.
    const life = client.cookies.has('sideline_hint') ? '' : '; Max-Age=0';
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
    document.cookie = `sideline_hint=1; Path=/${life}`;
    return response;
  });
  return { server, ada, asked, user: userEvent.setup() };
}

/** Opens the app at a path, as a fresh page does. */
export async function openApp(path: string): Promise<void> {
  takeRedirectPath();
  history.replaceState(null, '', path);
  await startSession();
  render(
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>,
  );
}

/** Opens the app at a path as a device does on which `ada` is signed in. */
export async function openAsAda(path: string): Promise<void> {
  await fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'ada', password }),
  });
  await openApp(path);
}

export const address = () => location.pathname + location.search;
