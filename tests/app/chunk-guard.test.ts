// The limits of reloads after a part of the app did not arrive (docs/product.md, "App behaviour").
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isChunkLoadError, takeReload } from '../../src/app/pwa/chunk-guard.ts';

function beBuild(id: string) {
  document.head.innerHTML = `<meta name="build" content="${id}">`;
}
beforeEach(() => beBuild('one'));

describe('a reload after a failed chunk', () => {
  test('is allowed once within ten seconds', () => {
    expect([takeReload(0), takeReload(9_999), takeReload(10_000)]).toEqual([true, false, true]);
  });

  test('is allowed twice for one build, and again for the next', () => {
    expect([takeReload(0), takeReload(60_000), takeReload(3_600_000)]).toEqual([true, true, false]);
    beBuild('two');
    expect(takeReload(7_200_000)).toBe(true);
  });

  test('is refused within ten seconds of the last one, even of another build', () => {
    takeReload(0);
    beBuild('two');
    expect(takeReload(5000)).toBe(false);
  });

  test('is refused offline, and not counted', () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(takeReload(0)).toBe(false);
    online.mockReturnValue(true);
    expect(takeReload(0)).toBe(true);
  });

  test.each(['getItem', 'setItem'] as const)('is refused when it cannot be counted: %s', (method) => {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(takeReload(0)).toBe(false);
  });

  test('is refused when the stored count is invalid', () => {
    sessionStorage.setItem('reloads', '{');
    expect(takeReload(0)).toBe(false);
  });
});

describe('a script that failed to load', () => {
  test.each([
    'Failed to fetch dynamically imported module: https://club.example/assets/a.js',
    'error loading dynamically imported module: https://club.example/assets/a.js',
    'Importing a module script failed.',
    "'text/html' is not a valid JavaScript MIME type.",
  ])('is recognized in each browser: %s', (message) => {
    expect(isChunkLoadError(new TypeError(message))).toBe(true);
  });

  test.each([new TypeError('a is not a function'), new Error('Failed to fetch'), 'text', null])(
    'is distinguished from a script that throws: %s',
    (error) => {
      expect(isChunkLoadError(error)).toBe(false);
    },
  );
});
