// A page on a slow phone, first and repeat visit: paint, bytes, hydration, response to a tap.
import type { Browser, BrowserContext, Page } from 'playwright-core';

export type Load = {
  fcpMs: number;
  lcpMs: number;
  /** From the first run of the page's own script until React has hydrated the page; null without a script. */
  hydrationMs: number | null;
  /** From the request until then. */
  hydratedMs: number | null;
  bytes: number;
  requests: number;
};
export type Visit = { first: Load; again: Load };
/** Press what this selector finds. */
export type Tap = { name: string; path: string; selector: string };

/** Lighthouse's slow phone, with applied throttling: four times slower CPU, 562 ms latency, 1.47 Mbit/s. */
export const slow = { cpu: 4, latencyMs: 562.5, bytesPerSecond: 184_320 };
const limitMs = 30_000;

/**
 * The first visit with an empty profile and the repeat visit; a tap later. `headers` are added to every
 * request.
 */
export async function visitTwice(
  browser: Browser,
  url: string,
  headers: Record<string, string> = {},
): Promise<Visit> {
  const context = await newPhone(browser, headers);
  try {
    const first = await loadOnce(context, url);
    const again = await loadOnce(context, url);
    return { first, again };
  } finally {
    await context.close();
  }
}

/** Milliseconds from the tap to the next paint, on a hydrated page, with the slow CPU. */
export async function tapOnce(browser: Browser, origin: string, { path, selector }: Tap): Promise<number> {
  const context = await newPhone(browser, {});
  try {
    const page = await context.newPage();
    await page.addInitScript(watchTaps);
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slow.cpu });
    // Not the locator's own tap, which adds listeners to the page and does hit testing.
    const box = await page.locator(selector).first().boundingBox();
    if (!box) throw new Error(`There is no ${selector}.`);
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForFunction(() => window.benchTaps.length > 0, undefined, { timeout: limitMs });
    return await page.evaluate(() => Math.max(...window.benchTaps));
  } finally {
    await context.close();
  }
}

/** With one of the demo data's accounts. */
export async function signInAs(page: Page, origin: string, username: 'coach' | 'trainee'): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('sideline-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

export function newPhone(
  browser: Browser,
  extraHTTPHeaders: Record<string, string>,
): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
    extraHTTPHeaders,
  });
}

async function loadOnce(context: BrowserContext, url: string): Promise<Load> {
  const page = await context.newPage();
  await page.addInitScript(watchLoad);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow.latencyMs,
    downloadThroughput: slow.bytesPerSecond,
    uploadThroughput: slow.bytesPerSecond,
  });
  await page.goto(url, { waitUntil: 'networkidle', timeout: limitMs });
  const hasScript = (await page.locator('script[type="module"]').count()) > 0;
  if (hasScript)
    await page.waitForFunction(() => window.benchLoad.hydratedAt !== null, undefined, { timeout: limitMs });
  const load = await figuresOf(page);
  await page.close();
  return load;
}

function figuresOf(page: Page): Promise<Load> {
  return page.evaluate(() => {
    const { fcpMs, lcpMs, hydratedAt, scriptAt } = window.benchLoad;
    const parts = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    return {
      fcpMs,
      lcpMs,
      hydrationMs: hydratedAt !== null && scriptAt !== null ? Math.max(0, hydratedAt - scriptAt) : null,
      hydratedMs: hydratedAt,
      bytes: parts.reduce((sum, { transferSize }) => sum + transferSize, 0),
      requests: parts.filter(({ transferSize }) => transferSize > 0).length,
    };
  });
}

declare global {
  interface Window {
    benchLoad: { fcpMs: number; lcpMs: number; hydratedAt: number | null; scriptAt: number | null };
    benchTaps: number[];
    benchScrolled: number[];
  }
}

/** Runs in the page before its own scripts. React marks its elements with a property key. */
function watchLoad(): void {
  const seen: Window['benchLoad'] = { fcpMs: 0, lcpMs: 0, hydratedAt: null, scriptAt: null };
  window.benchLoad = seen;
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcpMs = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcpMs = startTime;
  });
  observe('long-animation-frame', (frame) => {
    const { scripts } = frame as PerformanceEntry & {
      scripts: { invokerType: string; executionStart: number }[];
    };
    const module = scripts.find(({ invokerType }) => invokerType === 'module-script');
    if (module) seen.scriptAt ??= module.executionStart;
  });
  const look = () => {
    const last = [...document.querySelectorAll('#main a, #main button')].at(-1);
    if (last && Object.keys(last).some((key) => key.startsWith('__reactProps$')))
      seen.hydratedAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Counts the click of each tap: its other events, such as `pointerdown`, are painted earlier. */
export function watchTaps(): void {
  window.benchTaps = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'click') window.benchTaps.push(duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

/** Of the frames that took 50 ms or more, which are all that the browser reports: the longest one, 0 without any. */
type Frames = { longest: number; count: number };

/** The frames of a page while `scroll` runs, and half a second longer. */
export async function framesWhile(page: Page, scroll: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    window.benchScrolled = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.benchScrolled.push(duration);
    }).observe({ type: 'long-animation-frame' });
  });
  await scroll();
  await page.waitForTimeout(500);
  const frames = await page.evaluate(() => window.benchScrolled);
  return { longest: Math.max(0, ...frames), count: frames.length };
}
