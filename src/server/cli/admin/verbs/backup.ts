// `backup`: writes the whole database to one file.
import { basename, dirname, join, resolve } from 'node:path';
import { writeBackup } from '../../../db/transfer/backup.ts';
import { Refusal } from '../../../db/transfer/store.ts';
import { readSettings } from '../database.ts';
import { showProgress } from '../progress.ts';
import type { Verb } from '../verb.ts';

export const backup: Verb = {
  name: 'backup',
  summary: 'Write a backup of the database to a new file',
  argument: { name: 'file', isRequired: true },
  options: {},
  details: [
    'The file is a SQLite database, whichever engine it comes from, so it can be restored into either. It holds every table: people, events, pictures, payments, sessions and the secret that signs them. It is readable by its owner alone (0600); keep it so.',
    'Not in it: DATA_DIR/mail, settings, and the built page.',
    'It shows one moment, is checked, and gets its name when it is whole. A file that exists is never replaced. A run that was killed may leave <file>.partial-<random>, which you can delete.',
    'Put -- before a name that starts with a dash.',
  ],
  beside: 'works: it only reads, and the server goes on writing.',
  async run(given, io) {
    const file = resolve(io.folder, given.argument ?? '');
    const config = readSettings(io);
    const report = await writeBackup(config, file, showProgress(io)).catch((error: unknown) => {
      throw explained(error, file, config.dataDir);
    });
    const rows = sum(Object.values(report.tables));
    return {
      lines: [
        `Backup written to ${file}: ${count(rows)} rows in ${Object.keys(report.tables).length} tables, ${count(report.bytes)} bytes.`,
      ],
      data: { ...report, rows },
    };
  },
};

/** In the container, the folder where the command runs cannot be written. */
function explained(error: unknown, file: string, dataDir: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  if ((code !== 'EACCES' && code !== 'EROFS') || !path?.startsWith(file)) return error;
  const other = join(dataDir, basename(file));
  return new Refusal(
    `${dirname(file)} cannot be written (${code}). Name a file in a folder that can, as in DATA_DIR: ${other}.`,
  );
}

export const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);
export const count = (number: number) => number.toLocaleString('en');
