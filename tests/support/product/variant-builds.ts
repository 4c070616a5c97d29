// The page in the variants that tests deploy, each built once for the current sources.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../../../src/server/cli/fingerprint.ts';

export type Variant = 'A' | 'B' | 'C';

const folder = 'dist/test-builds';
const waitMs = 200;

/** The folder of a variant's build. Of several test files that want it at once, one builds and the others wait. */
export function buildOf(variant: Variant): string {
  const out = join(folder, `${variant}-${fingerprint().slice(0, 16)}`);
  const lock = `${out}.lock`;
  mkdirSync(folder, { recursive: true });
  while (!existsSync(out)) {
    if (!takeLock(lock)) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
      continue;
    }
    try {
      // The holder before may have ended in between.
      if (!existsSync(out)) build(variant, out);
    } finally {
      rmSync(lock);
    }
  }
  return out;
}

function build(variant: Variant, out: string): void {
  const unfinished = `${out}.unfinished`;
  execFileSync(process.execPath, ['tests/support/product/build-variant.ts', variant, unfinished], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  renameSync(unfinished, out);
}

/** Whether this process now holds the lock; the lock of a process that has ended is removed. */
function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
    if (holder > 0 && !isRunning(holder)) rmSync(lock, { force: true });
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
