// The start guard: the card on a page that does not start, and its way to the version of the app that waits.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startedAttribute, startGuardTriggerAttribute } from '../../../src/contract/values/page.ts';

const page = document.documentElement;
const takeOver = vi.fn(async () => {});
let registration: { waiting: object | null } | undefined;

beforeEach(() => {
  vi.resetModules();
  takeOver.mockClear();
  registration = undefined;
  vi.doMock('../../../src/app/pwa/take-over.ts', () => ({
    takeOver,
    findNewest: async () => registration?.waiting ?? null,
  }));
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => registration },
    onLine: true,
    languages: ['en'],
  });
  vi.spyOn(window, 'addEventListener');
  for (const name of [startGuardTriggerAttribute, startedAttribute]) page.removeAttribute(name);
  page.style.scrollPaddingBottom = '';
  document.head.innerHTML =
    '<meta name="build" content="one"><meta name="application-name" content="Harbour Club">';
});
afterEach(() => {
  vi.doUnmock('../../../src/app/pwa/take-over.ts');
  for (const given of vi.mocked(window.addEventListener).mock.calls) removeEventListener(...given);
});

async function openPage(rendered = ''): Promise<void> {
  document.body.innerHTML = `<div id="root">${rendered}</div>`;
  await import('../../../src/app/boot/inline/start-guard.ts');
}

const fail = () => dispatchEvent(new ErrorEvent('error', { error: new Error('a bug') }));
const card = () => document.querySelector('[role=alert]');
const labels = () => [...(card()?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent);

describe('the card', () => {
  test('names the instance and offers Retry and Repair, once', async () => {
    await openPage();
    fail();
    fail();
    expect(document.querySelectorAll('[role=alert]')).toHaveLength(1);
    expect(card()?.querySelector('h2')?.textContent).toBe('Harbour Club did not start');
    expect(labels()).toEqual(['Retry', 'Repair']);
  });

  test("is in the browser's language on the app shell, and in that of a rendered page", async () => {
    Object.assign(navigator, { languages: ['de-AT', 'en'] });
    await openPage();
    fail();
    expect(card()?.getAttribute('lang')).toBe('de');
    expect(card()?.querySelector('h2')?.textContent).toBe('Harbour Club konnte nicht starten');
    expect(labels()).toEqual(['Noch einmal versuchen', 'Reparieren']);
    vi.resetModules();
    page.lang = 'en';
    await openPage('<p>rendered</p>');
    fail();
    expect(card()?.textContent).toContain('You can read this page');
    page.removeAttribute('lang');
  });

  test('on a rendered page is a notice that says it can be read', async () => {
    await openPage('<p>rendered</p>');
    fail();
    expect(card()?.textContent).toContain('You can read this page');
    expect(page.style.scrollPaddingBottom).not.toBe('');
  });

  test('offline says so and offers no Repair, which needs the server', async () => {
    Object.assign(navigator, { onLine: false });
    await openPage();
    fail();
    expect(card()?.querySelector('h2')?.textContent).toBe('Harbour Club is not on this device');
    expect(labels()).toEqual(['Retry']);
  });

  test('is shown for a failure from before the guard was there', async () => {
    page.setAttribute(startGuardTriggerAttribute, 'error');
    await openPage();
    expect(card()).not.toBeNull();
  });

  test('is not shown once the app has started, or for a picture', async () => {
    await openPage('<img>');
    document.querySelector('img')?.dispatchEvent(new Event('error'));
    expect(card()).toBeNull();
    page.setAttribute(startedAttribute, 'true');
    fail();
    expect(card()).toBeNull();
  });
});

describe('the next version', () => {
  test('takes over where it waits, at most twice for one build', async () => {
    registration = { waiting: {} };
    for (const restarts of [1, 2, 2]) {
      vi.resetModules();
      await openPage();
      fail();
      await vi.waitFor(() => expect(takeOver).toHaveBeenCalledTimes(restarts));
      for (const given of vi.mocked(window.addEventListener).mock.calls) removeEventListener(...given);
    }
    expect(takeOver).toHaveBeenLastCalledWith({ isLoading: true });
  });

  test('may have come too late for the first restart, so there is a second without one that waits', async () => {
    registration = { waiting: null };
    sessionStorage.setItem('restarts of one', '1');
    await openPage();
    fail();
    await vi.waitFor(() => expect(takeOver).toHaveBeenCalledTimes(1));
  });

  test.each([
    ['where none waits', () => {}],
    [
      'where restarts cannot be counted',
      () => {
        registration = { waiting: {} };
        vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
          throw new DOMException('blocked', 'SecurityError');
        });
      },
    ],
  ])('is not taken %s', async (_, arrange) => {
    registration = { waiting: null };
    arrange();
    await openPage();
    fail();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(takeOver).not.toHaveBeenCalled();
  });
});
