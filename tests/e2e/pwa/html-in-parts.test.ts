// HTML that arrives in parts, as on a slow network.
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../support/browser/browser.ts';
import { listen } from '../../support/product/listen.ts';
import { startedProduct } from '../../support/product/product.ts';

declare global {
  interface Window {
    tabSeen: Set<string>;
  }
}

const parts = 60;
const betweenMs = 40;

/** The product, with its HTML in parts. */
async function slowly({ url, headers }: Request): Promise<Response> {
  const { pathname, search } = new URL(url);
  const answer = await fetch((await startedProduct()).url + pathname + search, {
    headers: { accept: headers.get('accept') ?? '*/*' },
  });
  const body = new Uint8Array(await answer.arrayBuffer());
  const sent = new Headers(answer.headers);
  sent.delete('content-encoding');
  sent.delete('content-length');
  const { status } = answer;
  if (!headers.get('accept')?.includes('text/html')) return new Response(body, { status, headers: sent });
  const size = Math.ceil(body.length / parts);
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (let from = 0; from < body.length; from += size) {
        controller.enqueue(body.subarray(from, from + size));
        await pause(betweenMs);
      }
      controller.close();
    },
  });
  return new Response(stream, { status, headers: sent });
}

let browser: Browser;
let server: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), listen(slowly)]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test('while the HTML arrives in parts, the tab bar does not move', async () => {
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  /** Where the first tab was shown, in each frame. */
  await page.addInitScript(() => {
    const seen = new Set<string>();
    window.tabSeen = seen;
    const look = () => {
      const mark = document.querySelector('nav .mark');
      if (mark?.checkVisibility({ visibilityProperty: true })) {
        const { left, top } = mark.getBoundingClientRect();
        seen.add(`${left} ${top}`);
      }
      if (document.readyState !== 'complete') requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto('/explore/events');
  const seen = await page.evaluate(async () => {
    // The last look may be due in the next frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return [...window.tabSeen];
  });
  expect(seen).toHaveLength(1);
  await context.close();
});
