// Checks of the machine: the built page, the disk, and file permissions.
import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import type { Config } from '../../../config.ts';
import { databaseFile } from '../../../db/open.ts';
import { leftCopies } from '../../../db/transfer/working-copy.ts';
import type { Deps } from '../../../deps.ts';
import { loadBuild } from '../../../render/pages.ts';
import { fingerprint, fingerprintFile } from '../../fingerprint.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

const megabyte = 1024 * 1024;

export function checkPage(settings: Pick<Deps, 'config' | 'texts'>): Finding {
  try {
    const { buildId, serverEntry } = loadBuild('dist/client', settings);
    if (!existsSync(serverEntry)) throw new Error('the part for the server is missing');
    const isOld = existsSync('index.html') && readFileSync(fingerprintFile, 'utf8') !== fingerprint();
    return isOld
      ? warning('page', `The build ${buildId} is older than its sources.`, '`npm run build`')
      : ok('page', `The build ${buildId} is there.`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return wrong('page', `There is no built page in dist/: ${reason}.`, '`npm run build`');
  }
}

/** An embedded database needs disk space for its write-ahead log, and for a backup. */
export function checkDisk(config: Config): Finding[] {
  if (!existsSync(config.dataDir)) return [];
  const { bavail, bsize } = statfsSync(config.dataDir);
  const free = Math.floor((bavail * bsize) / megabyte);
  const size = statSync(databaseFile(config), { throwIfNoEntry: false })?.size ?? 0;
  const needed = Math.ceil(size / megabyte) + 200;
  const message = `${free.toLocaleString('en')} MB are free where DATA_DIR is.`;
  return [
    free < needed
      ? wrong('disk', message, `Make room: ${needed.toLocaleString('en')} MB hold the log and a backup.`)
      : ok('disk', message),
  ];
}

export function checkFiles({ dataDir }: Config): Finding[] {
  const open = [dataDir, databaseFile({ dataDir })].filter(
    (path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
  );
  return open.map((path) =>
    wrong('permissions', `Other accounts of this machine can open ${path}.`, `chmod go= ${path}`),
  );
}

/** Also where nothing else is in DATA_DIR: a restore into PostgreSQL makes them there. */
export const checkCopies = ({ dataDir }: Config): Finding[] =>
  leftCopies(dataDir).map((folder) =>
    warning(
      'copies',
      `A restore that was killed left a copy of a whole database in ${folder}.`,
      'The next start of the server or the next restore removes it.',
    ),
  );
