// The browser that the pages are measured in: Debian's Chromium, with a port for Lighthouse beside Playwright's own pipe.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { freePort } from '../support/free-port.ts';

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export type OpenBrowser = { browser: Browser; port: number };

/** Starts it. Throws where there is none. */
export async function openBrowser(): Promise<OpenBrowser> {
  const executablePath = places.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error('Chromium is missing: install it, or set CHROMIUM_PATH.');
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
