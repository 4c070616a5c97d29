// WebKit over WebDriver: Debian's WebKitWebDriver and MiniBrowser on their own X display. Each profile is a
// session, whose storage ends with it. HSTS ends with it too; otherwise it would apply to every port of
// localhost. WebKitWebDriver can neither run code before the page's own nor report console messages, so it
// opens a watched product (product.ts).
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver';
import { pathOf } from '../browser/programs.ts';
import { freePort } from '../product/free-port.ts';
import { newFolder } from '../product/server-process.ts';
import { until, within } from './actions.ts';
import { device, type Engine, type Tab } from './engine.ts';
import { locate, patternOf } from './locate.ts';
import { takeFaults } from './watch.ts';

/** MiniBrowser's tool bar is wider than a phone; only this small can the page have a phone's width. */
const toolBarStyle = '* { min-width: 0; padding: 0; margin: 0; border-width: 0; font-size: 6px; }';

/** Starts an X server on a free display; returns its number. */
async function openDisplay(): Promise<{ display: string; xvfb: ChildProcess }> {
  const xvfb = spawn(
    pathOf('xvfb'),
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const display = await new Promise<string>((resolve, reject) => {
    xvfb.once('exit', (code) => reject(new Error(`Xvfb ended with code ${code}.`)));
    xvfb.stdio[3]?.once('data', (data: Buffer) => resolve(`:${data.toString().trim()}`));
  });
  return { display, xvfb };
}

/** Without the optimizing compilers, which take a seventh of the CPU time of pages that live for seconds. */
const quickStart = { JSC_useDFGJIT: '0', JSC_useFTLJIT: '0' };

/** Starts a driver with its browser in one process group, which `end` kills as a whole. */
async function startDriver(display: string, settings: string) {
  const port = await freePort();
  const driver = spawn(pathOf('webKitDriver'), [`--port=${port}`], {
    env: { ...process.env, ...device.env, ...quickStart, DISPLAY: display, XDG_CONFIG_HOME: settings },
    stdio: 'ignore',
    detached: true,
  });
  const ended = new Promise((resolve) => driver.once('exit', resolve));
  const address = `http://localhost:${port}`;
  await until('WebKitWebDriver', async () => (await fetch(`${address}/status`)).ok);
  const end = async () => {
    if (driver.pid && driver.exitCode === null) process.kill(-driver.pid, 'SIGKILL');
    await ended;
  };
  return { address, end };
}

const capabilities = new Capabilities({ browserName: 'MiniBrowser', acceptInsecureCerts: true });

type Driver = Awaited<ReturnType<typeof startDriver>>;

/** Retry: sometimes MiniBrowser starts and never reports to its driver. */
async function openSession(display: string, settings: string): Promise<{ driver: Driver; tab: WebDriver }> {
  let failure: unknown;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const driver = await startDriver(display, settings);
    const builder = new Builder().usingServer(driver.address).withCapabilities(capabilities);
    try {
      return { driver, tab: await within(10_000, 'a session of WebKit', Promise.resolve(builder.build())) };
    } catch (error) {
      failure = error;
      await driver.end();
    }
  }
  throw failure;
}

export async function openWebKit(): Promise<Engine> {
  const { display, xvfb } = await openDisplay();
  const settings = newFolder();
  mkdirSync(join(settings, 'gtk-3.0'));
  writeFileSync(join(settings, 'gtk-3.0/gtk.css'), toolBarStyle);
  let driver: Driver | null = null;
  return {
    async newProfile(): Promise<Tab> {
      await driver?.end();
      const opened = await openSession(display, settings);
      driver = opened.driver;
      const { tab } = opened;
      const resize = async (width: number, height: number) =>
        void (await tab.manage().window().setRect({ x: 0, y: 0, width, height }));
      await resize(device.width, device.height);
      return {
        open: (address) => tab.get(address),
        evaluate: (script, ...args) => tab.executeScript(script, ...args),
        async find(target) {
          const element: WebElement | null = await tab.executeScript(locate, patternOf(target));
          return (
            element && {
              click: () => element.click(),
              async type(text) {
                // As a person replaces a text. Clearing it is no input to React, which may render it again before the first key.
                await tab.executeScript('arguments[0].select()', element);
                await element.sendKeys(text);
              },
              upload: (path) => element.sendKeys(path),
            }
          );
        },
        takeFaults: () => tab.executeScript(takeFaults),
        resize,
        screenshot: async () => Buffer.from(await tab.takeScreenshot(), 'base64'),
      };
    },
    async close() {
      await driver?.end();
      xvfb.kill();
    },
  };
}
