// A failed browser test also reports what its pages showed: where it failed may be a machine that no one can look at.
import { afterEach } from 'vitest';
import { shownNow } from './browser.ts';

afterEach(async ({ task }) => {
  const shown = task.result?.state === 'fail' ? await shownNow() : '';
  if (shown) throw new Error(`The pages at the end:\n${shown}`);
});
