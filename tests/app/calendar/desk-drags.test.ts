// Drags in the week with a mouse, on a grid of two days that is 240 px wide and 960 px high.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followDrags } from '../../../src/app/features/calendar/desk/drags.ts';

const width = 120;
const height = 960;
let week: HTMLElement;
let happened: string[] = [];
let stop = () => {};

function rectOf(left: number, columns: number): DOMRect {
  return { left, right: left + columns * width, top: 0, bottom: height, width, height } as DOMRect;
}

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML =
    '<div><i class="grip"></i><div class="column"></div><div class="column"></div></div><p></p>';
  week = document.querySelector('div') as HTMLElement;
  week.getBoundingClientRect = () => rectOf(0, 2);
  for (const [index, column] of [...week.querySelectorAll('.column')].entries())
    column.getBoundingClientRect = () => rectOf(index * width, 1);
  (week.querySelector('.grip') as HTMLElement).setPointerCapture = () => {};
  happened = [];
  stop = followDrags(week, () => ({
    days: ['2026-12-01', '2026-12-02'],
    parts: 1,
    timeZone: 'UTC',
    movableAt: () => null,
    onShow: () => happened.push('show'),
    onDrop: (_, { startMs, endMs }) =>
      happened.push(`drop ${new Date(startMs).toISOString()} ${(endMs - startMs) / 60_000}`),
    onCancel: () => happened.push('cancel'),
    onPress: () => happened.push('press'),
  }));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const at = (hour: number) => (hour / 24) * height;

function point(type: string, hour: number, target: Element = week.querySelector('.column') as Element) {
  target.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      button: 0,
      buttons: type === 'pointerup' ? 0 : 1,
      pointerId: 1,
      pointerType: 'mouse',
      clientX: 10,
      clientY: at(hour),
    }),
  );
  vi.advanceTimersByTime(100);
}

function drag() {
  point('pointerdown', 10);
  point('pointermove', 12);
}

it('a drag over empty hours shows them and drops them', () => {
  drag();
  point('pointerup', 12);
  expect(happened).toEqual(['show', 'drop 2026-12-01T10:00:00.000Z 120']);
});

it.each<[string, () => void, string]>([
  ['dropped', () => point('pointerup', 12), 'drop 2026-12-01T10:00:00.000Z 120'],
  ['cancelled by the browser', () => point('pointercancel', 12), 'cancel'],
  [
    'cancelled by Escape',
    () => void dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })),
    'cancel',
  ],
])('a drag that was %s is not cancelled by the next press', (_, end, outcome) => {
  drag();
  end();
  point('pointerdown', 15);
  point('pointerup', 15);
  expect(happened).toEqual(['show', outcome, 'press']);
});

it('a drag ends without a drop when the week is left', () => {
  drag();
  stop();
  point('pointerup', 12);
  expect(happened).toEqual(['show', 'cancel']);
});
