// Firefox over WebDriver BiDi. One browser; each profile is a user context.
import { type BrowserContext, type ElementHandle, launch } from 'puppeteer-core';
import { pathOf } from '../browser/programs.ts';
import { device, type Engine, type Tab } from './engine.ts';
import { locate, patternOf } from './locate.ts';
import { takeFaults, watch } from './watch.ts';

export async function openFirefox(): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: pathOf('firefox'),
    env: { ...process.env, ...device.env },
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB,en' },
  });
  let profile: BrowserContext | null = null;
  return {
    async newProfile(): Promise<Tab> {
      await profile?.close();
      profile = await browser.createBrowserContext();
      const page = await profile.newPage();
      const resize = (width: number, height: number) => page.setViewport({ width, height });
      await resize(device.width, device.height);
      await page.evaluateOnNewDocument(watch);
      return {
        open: async (address) => void (await page.goto(address)),
        evaluate: (script, ...args) => page.evaluate(script as (...args: unknown[]) => never, ...args),
        async find(target) {
          const handle = await page.evaluateHandle(locate, patternOf(target));
          const element = handle.asElement() as ElementHandle<HTMLInputElement> | null;
          return (
            element && {
              click: () => element.click(),
              async type(text) {
                await element.evaluate((field) => field.select());
                await element.type(text);
              },
              upload: (path) => element.uploadFile(path),
            }
          );
        },
        takeFaults: () => page.evaluate(takeFaults),
        resize,
        screenshot: () => page.screenshot(),
      };
    },
    close: () => browser.close(),
  };
}
