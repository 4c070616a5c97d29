// The focus of what is removed, also where it had the focus before this code was loaded.
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepFocus } from '../../../src/app/layout/keep-focus.ts';

test('a row that had the focus before the code arrived leaves it to the next row', async () => {
  document.body.innerHTML = '<ul><li><button id="first">First</button></li><li id="second">Second</li></ul>';
  document.getElementById('first')?.focus();
  onTestFinished(keepFocus());
  document.querySelector('li')?.remove();
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('second'));
});
