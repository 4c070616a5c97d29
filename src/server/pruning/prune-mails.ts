// Deletes mails that were written as files (no SMTP_URL) and whose retention period has passed, one file after the other:
// requests are served between two of them, and several processes may prune at once.
import { opendir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pruned } from './prune.ts';
import { mailRetention } from './retention.ts';

/** The most files in one run; the job runs again within the hour. */
const maxFiles = 100_000;
const dayMs = 86_400_000;

/** A mail's name is a UUIDv7 (RFC 9562), which begins with its time in milliseconds. Other files of the folder stay. */
const mailName = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.eml$/;

/**
 * Deletes the mails in `folder` that have expired at the instant `at`. `isWhole` continues until none is left. Aborting
 * `signal` ends it between two files.
 */
export async function pruneMails(
  folder: string,
  at: Date,
  { isWhole = false, signal }: { isWhole?: boolean; signal?: AbortSignal } = {},
): Promise<Pruned> {
  const before = at.getTime() - mailRetention.days * dayMs;
  let deleted = 0;
  for await (const name of namesIn(folder)) {
    if (signal?.aborted || (!isWhole && deleted >= maxFiles)) break;
    const [, high, low] = mailName.exec(name) ?? [];
    if (high === undefined || Number.parseInt(`${high}${low}`, 16) >= before) continue;
    if (await isPresent(unlink(join(folder, name)))) deleted += 1;
  }
  return { what: mailRetention.what, deleted };
}

/** The names in a folder; none if it does not exist, as where mails go through SMTP. */
async function* namesIn(folder: string) {
  try {
    for await (const { name } of await opendir(folder, { bufferSize: 500 })) yield name;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** False if the file is missing: another process has deleted it. */
async function isPresent(deletion: Promise<void>): Promise<boolean> {
  try {
    await deletion;
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';
