// Classifies SQLite errors of an unreadable or unwritable file, and adds the file name to their messages.

export type SqliteFailure = 'busy' | 'full' | 'readOnly' | 'unreadable' | 'damaged';

/** By primary result code (https://sqlite.org/rescode.html). */
const failures: Readonly<Record<number, SqliteFailure>> = {
  3: 'readOnly', // PERM
  5: 'busy',
  6: 'busy', // LOCKED
  8: 'readOnly',
  10: 'unreadable', // IOERR
  11: 'damaged', // CORRUPT
  13: 'full',
  14: 'unreadable', // CANTOPEN
  26: 'damaged', // NOTADB
};

/** IOERR_SHMSIZE, an extended code: the -shm file could not grow, for which a full disk is the reason. */
const noRoomForShm = 4874;

/** The kind of file failure of a node:sqlite error; null for any other error. */
export function sqliteFailureOf(error: unknown): SqliteFailure | null {
  if (!(error instanceof Error)) return null;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code !== 'ERR_SQLITE_ERROR' || typeof errcode !== 'number') return null;
  if (errcode === noRoomForShm) return 'full';
  // The lower byte of an extended result code is the primary code.
  return failures[errcode & 0xff] ?? null;
}

const explanations: Record<SqliteFailure, (file: string) => string> = {
  busy: (file) => `another process is writing to ${file}`,
  full: (file) => `there is no space left for ${file}; writes work again as soon as there is`,
  readOnly: (file) => `${file} or its folder cannot be written by this account`,
  unreadable: (file) => `${file} cannot be read or written; look at the disk and the permissions`,
  damaged: (file) =>
    `${file} is damaged or no database; stop the server and run \`npm run admin -- doctor\`, then restore a backup`,
};

/** Adds the file name and a remedy to the message of such an error. Returns the failure; null for other errors. */
export function explainSqliteFailure(error: unknown, file: string): SqliteFailure | null {
  const failure = sqliteFailureOf(error);
  if (failure === null || !(error instanceof Error)) return null;
  const explanation = explanations[failure](file);
  if (!error.message.includes(explanation)) error.message += `: ${explanation}`;
  return failure;
}
