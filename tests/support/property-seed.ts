// The seed of all random cases. In the gate it follows from the sources: a failure fails again until they are mended, and each
// commit has other cases. `npm run test:long` takes another one each time. SEED repeats a run.
import { execFileSync } from 'node:child_process';

export function propertySeed(isLong: boolean): string {
  if (process.env.SEED) return process.env.SEED;
  return String(Number.parseInt((isLong ? null : treeOfSources()) ?? crypto.randomUUID(), 16) % 2 ** 31);
}

/** Git's name for the committed files; null outside of a clone. */
function treeOfSources(): string | null {
  try {
    return execFileSync('git', ['rev-parse', '--short=8', 'HEAD^{tree}'], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch {
    return null;
  }
}
