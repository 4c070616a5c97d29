// Before each test of the page: an empty device. After it: clean up, and fail on any console.error.
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { silence } from '../../src/app/words/announce.ts';
import { testStart } from './product/test-start.ts';

// Loading screens and hashing passwords is slow on a busy machine.
// The live region repeats what the page shows.
configure({ asyncUtilTimeout: 8000, defaultIgnore: 'script, style, #said' });

// Of the constant CSS, what accessible names depend on.
document.head.append(
  Object.assign(document.createElement('style'), { textContent: '.sr { position: absolute }' }),
);

/** Browser APIs that jsdom lacks. */
function completeBrowser() {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  // Nothing has a size here.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
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

/**
 * The device's clock starts with the clock of the test servers and runs, so that tests do not depend on
 * today.
 */
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

/** The page's timers end with it, as in a browser: here they are the process's, and fire when the page is gone. */
const timers = new Set<NodeJS.Timeout>();
const startTimer = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...given: Parameters<typeof startTimer>) => {
  const timer = startTimer(...given);
  timers.add(timer);
  return timer;
}, startTimer);
afterAll(() => {
  for (const timer of timers) clearTimeout(timer);
  globalThis.setTimeout = startTimer;
});

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
  silence();
  expect(errors, 'console.error was called').toEqual([]);
});
