// Before each test of the page: an empty device. After it: nothing left over, and nothing said on console.error.
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

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
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('This test has no network.')));
}

let errors: unknown[][] = [];

beforeEach(() => {
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
