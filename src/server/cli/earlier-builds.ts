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

export function writeJson(path: string, value: unknown): void {
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

/** Replaces the build in `to` with the one in `from`; the files of earlier builds stay. */
export function installBuild(from: string, to: string, now: number): void {
  const [client, next] = [join(to, 'client'), join(to, 'next')];
  rmSync(next, { recursive: true, force: true });
  cpSync(join(from, 'client'), next, { recursive: true });
  const latest = JSON.parse(readFileSync(join(next, 'builds/latest.json'), 'utf8')) as { id: string };
  copyEarlierBuilds(client, next, latest.id, now);
  rmSync(client, { recursive: true, force: true });
  renameSync(next, client);
  for (const name of readdirSync(from).filter((one) => one !== 'client')) {
    rmSync(join(to, name), { recursive: true, force: true });
    cpSync(join(from, name), join(to, name), { recursive: true });
  }
}
