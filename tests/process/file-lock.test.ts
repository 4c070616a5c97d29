// The lock between processes: those that wait for it get it, one after the other.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('processes that take a lock in turn all get it, and never two at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sideline-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [lock, count] = [join(folder, 'one.lock'), join(folder, 'count')];
  writeFileSync(count, '0');
  const script = `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { lockFile } from './src/server/db/sqlite/file-lock.ts';
    const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    for (let turn = 0; turn < 40; turn += 1) {
      const unlock = lockFile(${JSON.stringify(lock)}, { timeoutMs: 20_000 });
      const before = Number(readFileSync(${JSON.stringify(count)}, 'utf8'));
      pause(turn % 5);
      writeFileSync(${JSON.stringify(count)}, String(before + 1));
      unlock();
      pause(turn % 3);
    }`;
  const codes = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [code] = await once(child, 'exit');
      return code;
    }),
  );
  expect([codes, readFileSync(count, 'utf8')]).toEqual([[0, 0, 0, 0, 0], '200']);
});
