// The focus of what is removed, also where it had the focus before this code was loaded; and what has it stays in sight.
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepFocus } from '../../../src/app/layout/keep-focus.ts';

test('a row that had the focus before the code arrived leaves it to the next row', async () => {
  document.body.innerHTML = '<ul><li><button id="first">First</button></li><li id="second">Second</li></ul>';
  document.getElementById('first')?.focus();
  onTestFinished(keepFocus());
  document.querySelector('li')?.remove();
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('second'));
});

/** jsdom has no layout. */
function place(element: Element | null, x: number, y: number, width: number, height: number): void {
  const box = { x, y, left: x, top: y, width, height, right: x + width, bottom: y + height };
  if (element) element.getBoundingClientRect = () => ({ ...box, toJSON: () => box });
}

test.each([
  { focused: 'a', bar: 'of the whole height', top: 0, height: innerHeight, scrolledBy: [] },
  { focused: 'a', bar: 'at the top', top: 0, height: 60, scrolledBy: [[0, -26]] },
  { focused: 'dialog a', bar: 'at the top', top: 0, height: 60, scrolledBy: [] },
  { focused: 'main', bar: 'at the foot', top: innerHeight - 60, height: 60, scrolledBy: [] },
])(
  'a focused $focused at a bar $bar scrolls the page by $scrolledBy',
  ({ focused: selector, top, height, scrolledBy }) => {
    let report = () => {};
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(run: () => void) {
          report = run;
        }
        observe() {}
        disconnect() {}
      },
    );
    const scrollBy = vi.fn();
    vi.stubGlobal('scrollBy', scrollBy);
    document.body.innerHTML =
      '<a href="#main">Skip</a><nav data-bar style="position: fixed"></nav><main tabindex="-1"></main><dialog open><a href="#sheet">In it</a></dialog>';
    const focused = document.querySelector<HTMLElement>(selector);
    place(focused, 16, 40, 150, selector === 'main' ? 2000 : 48);
    place(document.querySelector('nav'), 0, top, 232, height);
    onTestFinished(keepFocus());
    focused?.focus();
    report();
    expect(scrollBy.mock.calls).toEqual(scrolledBy);
  },
);
