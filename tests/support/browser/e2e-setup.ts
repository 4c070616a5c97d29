// A failed browser test also reports what its pages showed: where it failed may be a machine that no one can look at.
import { afterEach } from 'vitest';
import { shownNow } from './browser.ts';

afterEach(async ({ task: { result } }) => {
  if (result?.state !== 'fail') return;
  const message = `The pages at the end:\n${await shownNow()}`;
  // Not thrown: that would skip the file's own hook, and the next test would start with what this one left.
  result.errors?.push({ name: 'Pages', message, stack: message });
});
