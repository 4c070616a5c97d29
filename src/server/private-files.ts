// Keeps what the server writes from other accounts of the machine: files 0600, folders 0700, also those from before.
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const privateFile = 0o600;
export const privateFolder = 0o700;

const othersMay = 0o077;
const sticky = 0o1000;

/** Whether DATA_DIR holds this: the database, its lock, the journals beside both, and unsent mail. */
export const isServerFile = (name: string) => /^(sideline\.db|server\.lock|mail$)/.test(name);

/** Makes the file if it is missing: closed from the start, and so are the journals that SQLite puts beside it. */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'a', privateFile));
}

/**
 * Makes DATA_DIR if it is missing and closes it, and what is ours in it, to other accounts. Returns a line for each path
 * that stays open to them because it is not this account's to change.
 */
export function closeToOthers(dataDir: string): string[] {
  mkdirSync(dataDir, { recursive: true, mode: privateFolder });
  const paths = readdirSync(dataDir)
    .filter(isServerFile)
    .flatMap((name) => [join(dataDir, name), ...filesIn(join(dataDir, name))]);
  return [dataDir, ...paths].flatMap((path) => close(path) ?? []);
}

function filesIn(path: string): string[] {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  return isFolder ? readdirSync(path).map((name) => join(path, name)) : [];
}

/** Null where the path is closed now; else why it is not. */
function close(path: string): string | null {
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status || (status.mode & othersMay) === 0) return null;
  const left = `Other accounts of this machine can open ${path}`;
  // As /tmp: closing it would take it from everyone else.
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
