// A browser with the whole app in it, connected to the whole server in process.
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { App } from '../../src/app/boot/app.tsx';
import { takeRedirectPath } from '../../src/app/data/session/redirect-path.ts';
import { startSession } from '../../src/app/data/session/start-session.ts';
import { BrowserRouter } from '../../src/app/ui/navigation/router.tsx';
import { hashPassword } from '../../src/server/accounts/passwords.ts';
import type { Deps } from '../../src/server/deps.ts';
import type { SiteTexts } from '../../src/server/instance/texts.ts';
import { instanceOf } from '../../src/server/render/pages.ts';
import { type Client, createClient, signIn } from '../support/client.ts';
import { buildUser } from '../support/factories.ts';
import { startTestServer } from '../support/server.ts';

export const password = 'correct horse battery';
/** Made once: hashing is slow on purpose, and no test here needs a new one. */
const passwordHash = hashPassword(password);

/** Signs ada in on the most recent device, without the login screen. */
let signInAda = async () => {};

/** A device without a session, and its server with one account, `ada`, and these settings. */
export async function openDevice(env: Record<string, string> = {}, texts: Partial<SiteTexts> = {}) {
  const server = await startTestServer({ env, texts });
  const pending = new Set<Promise<Response>>();
  onTestFinished(async () => {
    // A later answer would set its cookie on the device of the next test.
    while (pending.size > 0) await Promise.allSettled(pending);
    await server.close();
  });
  addShellMeta(server);
  const ada = await buildUser(server.database.db, {
    username: 'ada',
    name: 'Ada Mertens',
    password_hash: await passwordHash,
  });
  const client = createClient(server);
  signInAda = async () => {
    for (const [name, value] of (await signIn(server, ada)).cookies) client.cookies.set(name, value);
    keepHint(client);
  };
  const asked: string[] = [];
  const answer = async (url: string, init: RequestInit) => {
    const response = await client.request(url, init);
    keepHint(client);
    return response;
  };
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    // Live updates start by themselves seconds after the page; tests/app/data/live.test.tsx has them.
    if (url === '/api/live') return new Promise(() => {});
    asked.push(`${init.method ?? 'GET'} ${url}`);
    const answered = answer(url, init).finally(() => pending.delete(answered));
    pending.add(answered);
    return answered;
  });
  return { server, ada, asked, user: userEvent.setup() };
}

/** Adds the app shell's server settings to the head; call it again for a newer shell. */
export function addShellMeta(server: Pick<Deps, 'config' | 'texts'>): void {
  for (const old of document.head.querySelectorAll('meta[name]')) old.remove();
  const { name, registration, texts } = instanceOf(server);
  const said = { 'application-name': name, registration, 'site-texts': texts.join(' ') };
  for (const [name, content] of Object.entries(said))
    document.head.append(Object.assign(document.createElement('meta'), { name, content }));
}

/** Like a browser with the one auth cookie that scripts can read. */
function keepHint({ cookies }: Client): void {
  const life = cookies.has('sideline_hint') ? '' : '; Max-Age=0';
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = `sideline_hint=1; Path=/${life}`;
}

/** A fresh page at a path, before anything is rendered. */
async function arriveAt(path: string): Promise<void> {
  takeRedirectPath();
  history.replaceState(null, '', path);
  await startSession();
}

/** Signs `ada` in on the device; her page at a path is not rendered yet. */
export async function signInOnDevice(path: string): Promise<void> {
  await signInAda();
  await arriveAt(path);
}

/** Opens the app at a path, as a fresh page does. */
export async function openApp(path: string): Promise<void> {
  await arriveAt(path);
  renderApp();
}

export function renderApp(): void {
  render(
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>,
  );
}

/** Opens the app at a path on a device on which `ada` is signed in. */
export async function openAsAda(path: string): Promise<void> {
  await signInAda();
  await openApp(path);
}

export const address = () => location.pathname + location.search;

/** The server gets these calls, and their answers wait until the function is called that it returns. `path`: of all where missing. */
export function holdAnswers(method: string, path?: string): () => void {
  const answer = fetch;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const response = await answer(url, init);
    if (init.method === method && url === (path ?? url)) await released;
    return response;
  });
  return release;
}
