import { expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { installed, openBed } from '../support/pwa-bed.ts';

test('dbg', async () => {
  const [browser, bed] = await Promise.all([openBrowser(), openBed()]);
  const context = await browser.newContext({ baseURL: bed.origin });
  const page = await context.newPage();
  page.on('console', (m) => console.log('C', m.text()));
  page.on('requestfailed', (r) => console.log('F', r.url(), r.failure()?.errorText));
  page.on('domcontentloaded', () => console.log('LOAD'));
  await page.goto('/login');
  await installed(page);
  bed.deploy('B');
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  await page.getByText('A new version of Sideline is ready').waitFor();
  const entry = bed.chunkOf('entry');
  console.log(
    entry,
    await page.evaluate(async (path) => {
      const out = [];
      for (const name of await caches.keys()) out.push(name, await (await caches.open(name)).delete(path));
      return out;
    }, entry),
  );
  bed.break(new RegExp(entry), 'missing');
  await page.reload();
  await new Promise((r) => setTimeout(r, 5000));
  console.log(
    await page.evaluate(async () => {
      const r = await navigator.serviceWorker.getRegistration();
      return [
        r?.active?.state,
        r?.waiting?.state,
        r?.installing?.state,
        document.body.innerText,
        document.documentElement.dataset.started,
        JSON.stringify(sessionStorage),
        document.querySelector('meta[name=build]')?.getAttribute('content'),
      ];
    }),
  );
  console.log(bed.asked.slice(-12));
  await browser.close();
  await bed.close();
  expect(1).toBe(1);
}, 100000);
