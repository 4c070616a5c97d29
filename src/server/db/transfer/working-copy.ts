// The migrated copy of an older backup that a restore into PostgreSQL reads: people, sessions and the secret. It is in a folder
// of DATA_DIR, with a lock that ends with the process, so that one that a killed run left is recognized and removed.
import { existsSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { createPrivateFile, makeDataDir } from '../../private-files.ts';
import { lockDataDir } from '../open.ts';
import { sqliteFailureOf } from '../sqlite/sqlite-failures.ts';
import { removeDatabase } from './atomic-write.ts';

const prefix = 'restore-';
const isFolderName = (name: string) => /^restore-\w{6}$/.test(name);
const copyIn = (folder: string) => join(folder, 'copy.db');

/** Creates an empty file for a copy; not in the temporary folder, which may be in memory. */
export function createWorkingCopy(dataDir: string): { copy: string; remove(): void } {
  makeDataDir(dataDir);
  const folder = mkdtempSync(join(dataDir, prefix));
  // Before the copy: a folder without one is left alone.
  const unlock = lockDataDir(folder);
  createPrivateFile(copyIn(folder));
  return { copy: copyIn(folder), remove: () => removeFolder(folder, unlock) };
}

/** The folders of copies that killed runs left. */
export function leftCopies(dataDir: string): string[] {
  return foldersIn(dataDir).filter((folder) => {
    try {
      const unlock = lockUnused(folder);
      unlock?.();
      return unlock !== null;
    } catch {
      // It can be neither used nor removed by us.
      return true;
    }
  });
}

/** Removes the copies that killed runs left. Returns a warning for each that could not be removed. */
export function removeLeftCopies(dataDir: string): string[] {
  return foldersIn(dataDir).flatMap((folder) => {
    try {
      const unlock = lockUnused(folder);
      if (unlock) removeFolder(folder, unlock);
      return [];
    } catch (error) {
      return `${folder} holds a copy of a database, and cannot be removed: ${error instanceof Error ? error.message : error}.`;
    }
  });
}

function foldersIn(dataDir: string): string[] {
  let names: string[] = [];
  try {
    names = readdirSync(dataDir).filter(isFolderName);
  } catch {
    // A server on PostgreSQL may have no DATA_DIR, or one that it cannot read.
  }
  return names.map((name) => join(dataDir, name)).filter((folder) => existsSync(copyIn(folder)));
}

/** Null while another process uses the folder. */
function lockUnused(folder: string): (() => void) | null {
  try {
    return lockDataDir(folder);
  } catch (error) {
    if (error instanceof Error && sqliteFailureOf(error.cause) === 'busy') return null;
    throw error;
  }
}

/** Removes our own files alone: the folder may be of someone else. */
function removeFolder(folder: string, unlock: () => void): void {
  removeDatabase(copyIn(folder));
  unlock();
  removeDatabase(join(folder, 'server.lock'));
  rmdirSync(folder);
}
