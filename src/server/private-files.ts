// File permissions: files of the server are 0600 and folders 0700, so that other accounts of the machine cannot read them.
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const privateFile = 0o600;
export const privateFolder = 0o700;

const othersMay = 0o077;
const sticky = 0o1000;

/** Whether a name in DATA_DIR is ours: the database, its lock, the journals of both, or unsent mail. */
export const isServerFile = (name: string) => /^(sideline\.db|server\.lock|mail$)/.test(name);

/** Creates the file with mode 0600 if it is missing. SQLite gives its journals the same mode. */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'a', privateFile));
}

/** Creates DATA_DIR if it is missing. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: privateFolder });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`DATA_DIR is wrong: the folder ${JSON.stringify(dataDir)} cannot be made (${code}).`, {
      cause: error,
    });
  }
}

/**
 * Creates DATA_DIR if it is missing, and removes access of other accounts to it and to our files in it. Returns a warning for
 * each path that could not be changed.
 */
export function restrictPermissions(dataDir: string): string[] {
  makeDataDir(dataDir);
  const paths = readdirSync(dataDir)
    .filter(isServerFile)
    .flatMap((name) => [join(dataDir, name), ...filesIn(join(dataDir, name))]);
  return [dataDir, ...paths].flatMap((path) => close(path) ?? []);
}

function filesIn(path: string): string[] {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  return isFolder ? readdirSync(path).map((name) => join(path, name)) : [];
}

/** Removes access of others; null on success, else a warning. */
function close(path: string): string | null {
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status || (status.mode & othersMay) === 0) return null;
  const left = `Other accounts of this machine can open ${path}`;
  // A shared folder such as /tmp: changing its mode would lock out everyone else.
  if (status.mode & sticky) return `${left}: it is a shared folder. Set DATA_DIR to a folder of its own.`;
  if (process.getuid && status.uid !== process.getuid())
    return `${left}: it belongs to another account. Give it to the server's account.`;
  try {
    chmodSync(path, status.isDirectory() ? privateFolder : privateFile);
    return null;
  } catch (error) {
    return `${left}: ${error instanceof Error ? error.message : error}.`;
  }
}
