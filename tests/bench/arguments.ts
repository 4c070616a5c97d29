// Shared by the commands `bench` and `soak`: numeric arguments, and the folder of the filled database.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export function wholeNumber(text: string, usage: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new Error(`Not a number: ${text}.\n${usage}`);
  return Number(text);
}

/** `keep` names a folder that stays; otherwise it is a temporary one. */
export async function inFolder(
  keep: string | undefined,
  run: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = keep ? resolve(keep) : mkdtempSync(join(tmpdir(), 'sideline-bench-'));
  mkdirSync(folder, { recursive: true });
  try {
    await run(folder);
  } finally {
    if (!keep) rmSync(folder, { recursive: true, force: true });
  }
}

/** Exits with 1 and the message if the command fails. */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
