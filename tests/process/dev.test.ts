// `npm run dev` as a process: pages by the product's template, rendered for visitors, and what the CSP would block.
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/product/free-port.ts';
import { newFolder, start } from '../support/product/server-process.ts';

async function startDev(...args: string[]) {
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: newFolder(), NODE_ENV: 'development' };
  const dev = await start(env, 'src/server/cli/dev.ts', '.', args);
  // It ends the server beside it.
  onTestFinished(async () => {
    dev.child.kill('SIGTERM');
    await dev.ended;
  });
  expect([dev.outcome, dev.said()]).toEqual(['ready', expect.stringContaining('is ready at')]);
  return { ...dev, origin: `http://localhost:${port}` };
}

test('the dev server renders pages for visitors, reports CSP violations, and ends a worker of an earlier run', async () => {
  const { origin, said } = await startDev();
  // No address before the API answers.
  expect(said().match(/https?:\/\/\S+/g)).toEqual([origin]);
  const page = await fetch(`${origin}/explore/events`, { headers: { accept: 'text/html' } });
  const text = await page.text();
  expect(text).toContain('<title>Explore events · Sideline</title>');
  expect(text).toContain('data-sideline-note');
  expect(page.headers.get('content-security-policy')).toBeNull();
  const policy = page.headers.get('content-security-policy-report-only') ?? '';
  expect(policy).toContain("require-trusted-types-for 'script'");
  const reportPath = /report-uri (\S+)/.exec(policy)?.[1] ?? '';
  const report = { 'effective-directive': 'img-src', 'blocked-uri': 'https://elsewhere.example/a.png' };
  await fetch(origin + reportPath, { method: 'POST', body: JSON.stringify({ 'csp-report': report }) });
  await expect.poll(said).toContain('CSP: img-src would block https://elsewhere.example/a.png');
  const entry = /<script type="module" src="([^"]+)"/.exec(text)?.[1] ?? '';
  expect(await (await fetch(origin + entry)).text()).toContain('/src/app/boot/entry-client.tsx');
  expect(await (await fetch(`${origin}/sw.js`)).text()).toContain('registration.unregister()');
});

test('the dev server with --worker serves a worker that caches the app shell and modules, for a start offline', async () => {
  const { origin } = await startDev('--worker');
  const worker = await (await fetch(`${origin}/sw.js`)).text();
  expect(worker).toContain('/index.html');
  expect(worker).toContain('sideline-dev-modules');
  expect(worker).not.toContain('registration.unregister()');
});
