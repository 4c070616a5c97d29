// Before each test of the page: an empty device. After it: nothing left over, and nothing said on console.error.
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { testStart } from './product/test-start.ts';

// Screens are loaded and passwords hashed on the way: slow on a busy machine, and no test is about it.
configure({ asyncUtilTimeout: 8000 });

/** What jsdom lacks and the page asks for. */
function completeBrowser() {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal('scrollTo', () => {});
  Element.prototype.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('This test has no network.')));
}

/** The device's clock starts with the test servers' and runs, so that a day of a test is the same whenever it is run. */
let aheadMs = 0;
class DeviceDate extends Date {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [DeviceDate.now()] : given) as [number]));
  }
  static override now = () => realNow() - aheadMs;
}
const realNow = Date.now;

function setClock(): void {
  globalThis.Date = DeviceDate as DateConstructor;
  aheadMs = realNow() - Date.parse(testStart);
}
setClock();

let errors: unknown[][] = [];

beforeEach(() => {
  setClock();
  completeBrowser();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
    if (cookie) document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`;
  }
  history.replaceState(null, '', '/');
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((...said) => {
    errors.push(said);
  });
});

afterEach(() => {
  cleanup();
  expect(errors, 'console.error was called').toEqual([]);
});
