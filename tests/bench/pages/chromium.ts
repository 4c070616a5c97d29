// The browser that measures the pages: Debian's Chromium, with a port for Lighthouse beside Playwright's own
// pipe.
import { type Browser, chromium } from 'playwright-core';
import { pathOf } from '../../support/browser/programs.ts';
import { freePort } from '../../support/product/free-port.ts';

export type OpenBrowser = { browser: Browser; port: number };

/** Starts it. Throws if there is none. */
export async function openBrowser(): Promise<OpenBrowser> {
  const executablePath = pathOf('chromium');
  const port = await freePort();
  const args = [
    `--remote-debugging-port=${port}`,
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return { browser: await chromium.launch({ executablePath, headless: true, args }), port };
}
