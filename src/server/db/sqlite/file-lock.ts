// A lock between processes. Node has none of the operating system's own, which end with their process, but SQLite takes one.
import { DatabaseSync } from 'node:sqlite';

/** Locks a file, made where it is missing, and waits so long for another process; returns how to unlock it. */
export function lockFile(file: string, { timeoutMs }: { timeoutMs: number }): () => void {
  const lock = new DatabaseSync(file, { timeout: timeoutMs });
  try {
    // Not with locking_mode = exclusive, in which those that wait keep a shared lock, and each waits for the other's.
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    throw error;
  }
  return () => lock.close();
}
