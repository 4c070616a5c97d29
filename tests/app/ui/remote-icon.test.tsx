// Icons by name: which service is asked for them, and how long they are waited for.
import { _api } from '@iconify/react';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const path = '<path d="M1 1h2"/>';
const answer = (name: string, has: boolean) =>
  Response.json({
    prefix: 'lucide',
    icons: has ? { [name]: { body: path } } : {},
    ...(!has && { not_found: [name] }),
  });

const asked: string[] = [];
let respond: (host: string, name: string) => Response | Promise<Response>;
// Iconify takes hold of `fetch` when it is loaded.
_api.setFetch(async (address) => {
  const { hostname, searchParams } = new URL(String(address), 'https://club.example');
  asked.push(hostname);
  return respond(hostname, searchParams.get('icons') ?? '');
});

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

let count = 0;
/** Renders an icon that was never asked for before. */
async function renderIcon({ fallback }: { fallback: 'on' | 'off' }) {
  document.head.innerHTML = `<meta name="icon-fallback" content="${fallback}">`;
  vi.resetModules();
  const { RemoteIconShapes } = await import('../../../src/app/ui/icons/remote-icon-loader.tsx');
  count += 1;
  const { container } = render(<RemoteIconShapes icon={`lucide:unknown-${count}`} />);
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(100);
  return { isShown: () => container.querySelector('path') !== null, pass };
}

const late = (name: string, ms: number) =>
  new Promise<Response>((resolve) => setTimeout(() => resolve(answer(name, true)), ms));

test('an icon of this server is shown, and no other server is asked', async () => {
  respond = (_, name) => answer(name, true);
  const { isShown } = await renderIcon({ fallback: 'on' });
  expect([isShown(), asked]).toEqual([true, ['club.example']]);
});

test('an icon that this server lacks comes from the public service where that is allowed', async () => {
  respond = (host, name) => answer(name, host === 'api.iconify.design');
  const { isShown } = await renderIcon({ fallback: 'on' });
  expect([isShown(), asked]).toEqual([true, ['club.example', 'api.iconify.design']]);
});

test('the public service is asked too where this server has no such set, or does not answer', async () => {
  respond = (host, name) =>
    host === 'api.iconify.design' ? answer(name, true) : new Response(null, { status: 404 });
  expect((await renderIcon({ fallback: 'on' })).isShown()).toBe(true);
  respond = (host, name) => (host === 'api.iconify.design' ? answer(name, true) : new Promise(() => {}));
  const { isShown, pass } = await renderIcon({ fallback: 'on' });
  expect(isShown()).toBe(false);
  await pass(1000);
  expect(isShown()).toBe(true);
});

test('the public service is never asked where that is not allowed', async () => {
  respond = (_, name) => answer(name, false);
  const { isShown, pass } = await renderIcon({ fallback: 'off' });
  await pass(5000);
  expect([isShown(), asked]).toEqual([false, ['club.example']]);
});

test.each(['on', 'off'] as const)(
  'an icon that arrives after 1,500 ms is not shown, with the fallback %s',
  async (fallback) => {
    respond = (host, name) =>
      fallback === 'off' || host === 'api.iconify.design' ? late(name, 600) : answer(name, false);
    const inTime = await renderIcon({ fallback });
    expect(inTime.isShown()).toBe(false);
    await inTime.pass(700);
    expect(inTime.isShown()).toBe(true);
    respond = (host, name) =>
      fallback === 'off' || host === 'api.iconify.design' ? late(name, 1600) : answer(name, false);
    const tooLate = await renderIcon({ fallback });
    await tooLate.pass(5000);
    expect(tooLate.isShown()).toBe(false);
  },
);
