// Firefox over WebDriver BiDi. One browser; a profile is a user context of it.
import { type BrowserContext, type ElementHandle, launch } from 'puppeteer-core';
import { device, type Engine, type Tab } from './engine.ts';
import { locate, patternOf } from './locate.ts';
import { pathOf } from './programs.ts';

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
      const faults: string[] = [];
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      page.on('pageerror', (error) => faults.push(String(error)));
      // BiDi does not report what the page's policy refuses.
      await page.evaluateOnNewDocument(() =>
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          console.error('Content Security Policy:', violatedDirective, blockedURI),
        ),
      );
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
        takeFaults: async () => faults.splice(0),
        resize,
        screenshot: () => page.screenshot(),
      };
    },
    close: () => browser.close(),
  };
}
