// The inline script at the end of a server-rendered page: when it starts the app, and when it asks for the start guard.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deferredAttribute, startGuardTriggerAttribute } from '../../../src/contract/values/page.ts';

let paint: () => void;
let frames: (() => void)[];
const page = document.documentElement;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  paint = () => {};
  frames = [];
  page.removeAttribute(startGuardTriggerAttribute);
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  vi.spyOn(window, 'addEventListener');
});
afterEach(() => {
  vi.useRealTimers();
  for (const given of vi.mocked(window.addEventListener).mock.calls) removeEventListener(...given);
});

/** Runs the script in a page as the server sends it; `isRendered`: not the app shell. */
async function openPage({ reportsPaint = true, isRendered = true } = {}) {
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(report: () => void) {
        if (reportsPaint) paint = report;
      }
      observe() {}
    },
  );
  document.body.innerHTML = isRendered
    ? ['scripts', 'start-guard']
        .map((name) => `<template ${deferredAttribute}="${name}"><i title="${name}"></i></template>`)
        .join('')
    : '';
  await import('../../../src/app/boot/inline/deferred-start.ts');
}

const opened = () => [...document.querySelectorAll('i')].map(({ title }) => title);

test('starts a frame after the first paint, once', async () => {
  await openPage();
  paint();
  expect(opened()).toEqual([]);
  for (const run of frames) run();
  expect(opened()).toEqual([]);
  vi.advanceTimersByTime(0);
  vi.advanceTimersByTime(1000);
  expect(opened()).toEqual(['scripts']);
});

test('starts without a report of paint: no one looks at the page, or the browser reports none', async () => {
  await openPage({ reportsPaint: false });
  vi.advanceTimersByTime(999);
  expect(opened()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(opened()).toEqual(['scripts']);
});

describe('the start guard is asked for', () => {
  test.each([
    ['when a script does not arrive', () => addFailing('script')],
    ['when a script throws', () => dispatchEvent(new ErrorEvent('error', { error: new TypeError('a bug') }))],
    ['when the app wants a repair', () => dispatchEvent(new Event('sideline:repair'))],
  ])('%s, once', async (_, happen) => {
    await openPage();
    happen();
    happen();
    expect(opened()).toEqual(['start-guard']);
    expect(page.getAttribute(startGuardTriggerAttribute)).toMatch(/^(error|sideline:repair)$/);
  });

  test('not for a picture that does not arrive', async () => {
    await openPage();
    addFailing('img');
    expect(opened()).toEqual([]);
    expect(page.hasAttribute(startGuardTriggerAttribute)).toBe(false);
  });
});

/** As a browser reports an element whose file does not come: the event does not bubble. */
function addFailing(tag: 'script' | 'img'): void {
  document.body.append(document.createElement(tag));
  document.body.lastElementChild?.dispatchEvent(new Event('error'));
}
