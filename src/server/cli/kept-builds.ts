// Files of earlier builds, kept for two weeks after a newer one took their place, for pages that are still open.
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

/** A build as `/builds/meta/<id>.json` tells it. Times in milliseconds. */
type BuildMeta = {
  id: string;
  timestamp: number;
  /** When a newer build took its place; null for the newest. */
  replacedAt: number | null;
  /** Paths of its files under assets/. */
  files: string[];
};

const keptMs = 14 * 24 * 60 * 60 * 1000;

export function writeJson(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(value));
}

/** Says what a build is made of. */
export const writeMeta = (folder: string, meta: BuildMeta) =>
  writeJson(join(folder, `builds/meta/${meta.id}.json`), meta);

/** Copies the files of earlier builds that may still be open somewhere: of those replaced less than two weeks ago. */
export function keepEarlier(from: string, to: string, id: string, now: number): void {
  const metas = join(from, 'builds/meta');
  if (!existsSync(metas)) return;
  for (const name of readdirSync(metas)) {
    const meta = JSON.parse(readFileSync(join(metas, name), 'utf8')) as BuildMeta;
    const replacedAt = meta.replacedAt ?? now;
    if (meta.id === id || now - replacedAt >= keptMs) continue;
    writeMeta(to, { ...meta, replacedAt });
    for (const file of meta.files.flatMap((path) => [path, `${path}.br`]))
      if (existsSync(join(from, file)) && !existsSync(join(to, file)))
        copyFileSync(join(from, file), join(to, file));
  }
}

/** Puts a build that was made elsewhere in place of the one in `to`, whose files stay as those of any earlier build. */
export function installBuild(from: string, to: string, now: number): void {
  const [client, next] = [join(to, 'client'), join(to, 'next')];
  rmSync(next, { recursive: true, force: true });
  cpSync(join(from, 'client'), next, { recursive: true });
  const latest = JSON.parse(readFileSync(join(next, 'builds/latest.json'), 'utf8')) as { id: string };
  keepEarlier(client, next, latest.id, now);
  rmSync(client, { recursive: true, force: true });
  renameSync(next, client);
  for (const name of readdirSync(from).filter((one) => one !== 'client')) {
    rmSync(join(to, name), { recursive: true, force: true });
    cpSync(join(from, name), join(to, name), { recursive: true });
  }
}
