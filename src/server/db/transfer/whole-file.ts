// Files that appear under their name only when they are whole: written beside it, flushed to disk, then renamed.
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { privateFile, privateFolder } from '../../private-files.ts';
import { lockDataDir } from '../open.ts';
import { Refusal } from './store.ts';

/**
 * Makes a new file: `write` fills another one beside it, which then takes the name. Throws `Refusal` where the name is
 * taken, before or meanwhile. A process that is killed leaves at most `<name>.partial-<pid>`.
 */
export async function writeWholeFile<T>(path: string, write: (partial: string) => Promise<T>): Promise<T> {
  refuseExisting(path);
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory())
    throw new Refusal(`There is no folder ${dirname(path)}.`);
  const partial = join(dirname(path), `${basename(path)}.partial-${process.pid}`);
  closeSync(openSync(partial, 'wx', privateFile));
  try {
    const result = await write(partial);
    flush(partial);
    takeName(partial, path);
    flush(dirname(path));
    return result;
  } finally {
    removeDatabase(partial);
  }
}

function refuseExisting(path: string): void {
  // Also a link that leads nowhere.
  if (lstatSync(path, { throwIfNoEntry: false })) throw new Refusal(`${path} exists already.`);
}

/** Unlike a rename, a link never takes the place of another file. Not every file system has links. */
function takeName(partial: string, path: string): void {
  try {
    linkSync(partial, path);
  } catch {
    refuseExisting(path);
    renameSync(partial, path);
  }
}

/** Writes a file or folder through to the disk. */
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

/** Removes a database file with the journals beside it. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) if (existsSync(path + suffix)) rmSync(path + suffix);
}

/** Runs `task` while no server can use the embedded database in this folder. */
export async function withDataDir<T>(dataDir: string, task: () => Promise<T>): Promise<T> {
  mkdirSync(dataDir, { recursive: true, mode: privateFolder });
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
