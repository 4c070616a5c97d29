// Atomic file writes: to a temporary file beside the target, flushed to disk, then renamed.
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeDataDir, privateFile } from '../../private-files.ts';
import { lockDataDir } from '../open.ts';
import { Refusal } from './store.ts';

/**
 * Creates a file: `write` fills a temporary file beside it, which is then renamed. Throws `Refusal` where the name exists,
 * before or after. A killed process leaves at most `<name>.partial-<random>`.
 */
export async function writeFileAtomically<T>(
  path: string,
  write: (partial: string) => Promise<T>,
): Promise<T> {
  refuseExisting(path);
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory())
    throw new Refusal(`There is no folder ${dirname(path)}.`);
  // Not the process id: in containers every run has the same one, and would stop at the file of a killed run.
  const partial = join(dirname(path), `${basename(path)}.partial-${randomUUID().slice(0, 8)}`);
  closeSync(openSync(partial, 'wx', privateFile));
  try {
    const result = await write(partial);
    expectCheckpointed(partial);
    flush(partial);
    takeName(partial, path);
    flush(dirname(path));
    return result;
  } finally {
    removeDatabase(partial);
  }
}

function refuseExisting(path: string): void {
  // `lstat`, to find a dangling symbolic link too.
  if (lstatSync(path, { throwIfNoEntry: false })) throw new Refusal(`${path} exists already.`);
}

/** A hard link, unlike a rename, never replaces a file. Not every file system has hard links. */
function takeName(partial: string, path: string): void {
  try {
    linkSync(partial, path);
  } catch {
    refuseExisting(path);
    renameSync(partial, path);
  }
}

/** Flushes a file or folder to the disk (fsync). */
export function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } catch (error) {
    // Some network file systems cannot flush a folder.
    if (!fstatSync(file).isDirectory()) throw error;
  } finally {
    closeSync(file);
  }
}

/**
 * Throws where a closed database has a write-ahead log that is not in its file. SQLite reports no error when there is no space to
 * write it into the file at closing, and the file alone is then malformed.
 */
export function expectCheckpointed(path: string): void {
  if (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size)
    throw new Error(`There is no space left for ${path}.`);
}

/** Removes a database file with its journals. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) if (existsSync(path + suffix)) rmSync(path + suffix);
}

/** Runs `task` under the lock of the folder, so that no server uses its embedded database. */
export async function withDataDir<T>(dataDir: string, task: () => Promise<T>): Promise<T> {
  makeDataDir(dataDir);
  let unlock: () => void;
  try {
    unlock = lockDataDir(dataDir);
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error));
  }
  try {
    return await task();
  } finally {
    unlock();
  }
}
