// What is preloaded when a pointer hovers or presses a link.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchIntent } from '../../../src/app/routing/prefetch.ts';

let loaded: string[];
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  loaded = [];
  stop = watchIntent({
    loadScreen: async (screen) => void loaded.push(screen),
    userId: () => null,
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.replaceChildren();
});

function linkTo(path: string, attributes: Record<string, string> = {}): HTMLAnchorElement {
  const link = Object.assign(document.createElement('a'), { href: path });
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  document.body.append(link);
  return link;
}

function point(link: HTMLAnchorElement, kind: string): void {
  link.dispatchEvent(new Event(kind, { bubbles: true }));
  vi.advanceTimersByTime(100);
}

test.each(['pointerover', 'pointerdown', 'focusin'])('%s on a link loads its screen', (kind) => {
  point(linkTo('/explore/teams'), kind);
  expect(loaded).toEqual(['exploreTeams']);
});

test('a pointer that rests on a draggable link loads its screen later', () => {
  const link = linkTo('/explore/teams', { draggable: 'false' });
  point(link, 'pointerover');
  expect(loaded).toEqual([]);
  vi.advanceTimersByTime(250);
  expect(loaded).toEqual(['exploreTeams']);
});

test('a press on a draggable link loads nothing, and cancels the load that hovering began', () => {
  const link = linkTo('/explore/teams', { draggable: 'false' });
  link.dispatchEvent(new Event('pointerover', { bubbles: true }));
  point(link, 'pointerdown');
  expect(loaded).toEqual([]);
});
