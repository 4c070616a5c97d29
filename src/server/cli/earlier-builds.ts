// Files of earlier builds stay for two weeks after a newer build, for pages that are still open.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { lockFile } from '../db/sqlite/file-lock.ts';
import { explainSqliteFailure } from '../db/sqlite/sqlite-failures.ts';

/** The content of `/builds/meta/<id>.json`. Times in milliseconds. */
type BuildMeta = {
  id: string;
  timestamp: number;
  /** When a newer build replaced it; null for the newest. */
  replacedAt: number | null;
  /** Paths of its files under assets/. */
  files: string[];
};

const retentionMs = 14 * 24 * 60 * 60 * 1000;

function writeJson(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(value));
}

/** Writes the metadata of a build. */
export const writeMeta = (folder: string, meta: BuildMeta) =>
  writeJson(join(folder, `builds/meta/${meta.id}.json`), meta);

/** Copies the files of builds that were replaced less than two weeks ago, as their pages may still be open. */
export function copyEarlierBuilds(from: string, to: string, id: string, now: number): void {
  const metas = join(from, 'builds/meta');
  if (!existsSync(metas)) return;
  for (const name of readdirSync(metas)) {
    const meta = JSON.parse(readFileSync(join(metas, name), 'utf8')) as BuildMeta;
    const replacedAt = meta.replacedAt ?? now;
    if (meta.id === id || now - replacedAt >= retentionMs) continue;
    writeMeta(to, { ...meta, replacedAt });
    for (const file of meta.files.flatMap((path) => [path, `${path}.br`]))
      if (existsSync(join(from, file)) && !existsSync(join(to, file)))
        copyFileSync(join(from, file), join(to, file));
  }
}

const latestOf = (client: string) => join(client, 'builds/latest.json');

/** Writes what marks a build as complete. */
export const writeLatest = (client: string, latest: { id: string; timestamp: number }) =>
  writeJson(latestOf(client), latest);

const readLatest = (client: string): string | null =>
  existsSync(latestOf(client)) ? readFileSync(latestOf(client), 'utf8') : null;

/** The folder that a new build goes to; finishes a `replaceClient` that was killed, whose only copy it would delete. */
export function emptyNext(to: string): string {
  const [client, next, old] = [join(to, 'client'), join(to, 'next'), join(to, 'old')];
  const left = [next, old].find((folder) => readLatest(folder) !== null);
  if (!existsSync(client) && left !== undefined) renameSync(left, client);
  for (const folder of [next, old]) rmSync(folder, { recursive: true, force: true });
  return next;
}

/** Puts the complete build in `next` in place. A running server has read its own files and its server bundle at the start. */
export function replaceClient(to: string): void {
  const [client, next, old] = [join(to, 'client'), join(to, 'next'), join(to, 'old')];
  if (existsSync(client)) renameSync(client, old);
  renameSync(next, client);
  rmSync(old, { recursive: true, force: true });
}

const lockName = 'install.lock';

/** Locks the folder of a build, made where it is missing, so that only this process builds or installs there; says that it waits. */
export function lockBuilds(to: string, timeoutMs: number): () => void {
  mkdirSync(to, { recursive: true });
  const file = join(to, lockName);
  const lock = (waitMs: number) => {
    try {
      return lockFile(file, { timeoutMs: waitMs });
    } catch (error) {
      if (explainSqliteFailure(error, file) !== 'busy') throw error;
      return null;
    }
  };
  const atOnce = lock(0);
  if (atOnce) return atOnce;
  console.log(`Another process builds or installs in ${to}; waiting for it.`);
  const later = lock(timeoutMs);
  if (later) return later;
  throw new Error(
    `Another process has built or installed in ${to} for ${timeoutMs / 1000} s. End it, then start again.`,
  );
}

/** Replaces the build in `to` with the one in `from`; the files of earlier builds stay. Does nothing where it is in place. */
export function installBuild(from: string, to: string, now: number): void {
  // Containers may share the volume.
  const unlock = lockBuilds(to, 60_000);
  try {
    const next = emptyNext(to);
    const [client, image] = [join(to, 'client'), join(from, 'client')];
    const latest = readLatest(image);
    if (latest === null) throw new Error(`There is no build in ${from}.`);
    if (readLatest(client) === latest) return;
    cpSync(image, next, { recursive: true, filter: (path) => path !== latestOf(image) });
    const { id, timestamp } = JSON.parse(latest) as { id: string; timestamp: number };
    copyEarlierBuilds(client, next, id, now);
    // From here until the new client is in place the build is of two versions: no start may take it for its own.
    rmSync(latestOf(client), { force: true });
    // Without the lock file of the image's own build, as another process would not wait for the lock on this one.
    for (const name of readdirSync(from).filter((one) => one !== 'client' && one !== lockName)) {
      rmSync(join(to, name), { recursive: true, force: true });
      cpSync(join(from, name), join(to, name), { recursive: true });
    }
    writeLatest(next, { id, timestamp });
    replaceClient(to);
  } finally {
    unlock();
  }
}
