// The part "bytes": what each route loads before it is drawn, from the manifest of the build, and Chakra's share.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type RouteEntry, routes } from '../../src/app/paths.ts';
import { sizeBars } from './bars.ts';
import { namedScripts } from './built.ts';
import { chakraBytes } from './chakra-share.ts';
import { asKb, atMost, type Row } from './table.ts';

type Chunk = { file: string; imports?: string[] };
type Manifest = Record<string, Chunk>;

const dist = 'dist/client';
const mainPath = '/explore/events';
/** What routes.tsx loads beside every screen that is no list. */
const beside = 'src/app/ui/more-icons.ts';

/** The rows of every route, all of them over or under their bar. The build must be there; see built.ts. */
export async function benchBytes(): Promise<Row[]> {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const screens = screenModules();
  const entry = entryChunks(manifest);
  const main = new Set([...entry, ...chunksOf(manifest, moduleOf(screens, mainPath))]);
  const first = sizeOf(manifest, main);
  const shared = sizeOf(manifest, entry);
  const chakra = await chakraBytes(moduleOf(screens, mainPath));
  return [
    atMost(
      `${mainPath}: all of its first load`,
      first,
      sizeBars.initialBytes,
      asKb,
      `entry ${asKb(shared)}, own ${asKb(first - shared)}, ${main.size} files`,
    ),
    atMost(
      'Chakra and Emotion in it',
      chakra.bytes,
      sizeBars.chakraBytes,
      asKb,
      `as a chunk of their own, ${chakra.modules} modules`,
    ),
    ...ownRows(manifest, screens, { entry, main }),
  ];
}

/**
 * Each screen once, with the routes that show it: heaviest first. Its own code is all that it loads beside the files that
 * stand in the page for everyone, what it shares with some other screens counted in full.
 */
function ownRows(
  manifest: Manifest,
  screens: Map<string, string>,
  { entry, main }: { entry: Set<string>; main: Set<string> },
): Row[] {
  const byModule = Map.groupBy(
    routes.filter(({ path }) => path !== mainPath),
    ({ path }) => moduleOf(screens, path),
  );
  return [...byModule]
    .map(([module, shown]) => {
      const own = new Set(withIcons(manifest, module)).difference(entry);
      return { shown, own, bytes: sizeOf(manifest, own) };
    })
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ shown, own, bytes }) => {
      const after = `from ${mainPath} ${asKb(sizeOf(manifest, own.difference(main)))}`;
      const note = [after, `${own.size} files`, ...largest(manifest, own)].join(', ');
      return atMost(`${nameOf(shown)}: own code`, bytes, sizeBars.ownBytes, asKb, note);
    });
}

/** A screen and all that comes along. */
function withIcons(manifest: Manifest, module: string): string[] {
  const own = chunksOf(manifest, module);
  return module.includes('/explore/') ? own : [...own, ...chunksOf(manifest, beside)];
}

const nameOf = (shown: RouteEntry[]) =>
  shown.length > 2
    ? `${shown[0]?.path} and ${shown.length - 1} more`
    : shown.map(({ path }) => path).join(', ');

const shownFiles = 4;

function largest(manifest: Manifest, keys: Set<string>): string[] {
  return [...keys]
    .map((key) => ({ key, bytes: sizeOf(manifest, new Set([key])) }))
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, shownFiles)
    .map(({ key, bytes }) => `${key.replace(/^_|.*\/|-[\w-]{8}\.js$|\.tsx?$/g, '')} ${asKb(bytes)}`);
}

/** The source module of each screen, as routes.tsx imports it. */
function screenModules(): Map<string, string> {
  const text = readFileSync('src/app/routes.tsx', 'utf8');
  const load = String.raw`(?:screen|list)\(\s*\(\) =>\s*import\('\./([^']+)'\)`;
  const constants = new Map<string, string>();
  for (const [, name = '', path = ''] of text.matchAll(new RegExp(`const (\\w+) = ${load}`, 'g')))
    constants.set(name, `src/app/${path}`);
  const modules = new Map<string, string>();
  for (const [, name = '', path = ''] of text.matchAll(new RegExp(`(\\w+): ${load}`, 'g')))
    modules.set(name, `src/app/${path}`);
  for (const [, name = '', alias] of text.matchAll(/^ {2}(\w+)(?:: (\w+))?,$/gm)) {
    const module = constants.get(alias ?? name);
    if (module) modules.set(name, module);
  }
  // A screen that a frame draws is loaded elsewhere in the file: found by its name, exploreEvents in explore/events.
  for (const [, path = ''] of text.matchAll(/import\('\.\/(features\/[^']+-screen\.tsx)'\)/g)) {
    const [, folder = '', file = ''] = /([^/]+)\/([^/]+)-screen\.tsx$/.exec(path) ?? [];
    const name = `${folder}-${file}`.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    if (!modules.has(name)) modules.set(name, `src/app/${path}`);
  }
  return modules;
}

function moduleOf(screens: Map<string, string>, path: string): string {
  const route = routes.find((entry) => entry.path === path);
  const module = route && screens.get(route.screen);
  if (!module) throw new Error(`routes.tsx does not say which module draws ${path}.`);
  return module;
}

/** What the page itself names, and all that these import. */
function entryChunks(manifest: Manifest): Set<string> {
  const keys = namedScripts().map((file) =>
    Object.keys(manifest).find((key) => manifest[key]?.file === file),
  );
  if (keys.length === 0) throw new Error('The page names no script.');
  return new Set(keys.flatMap((key) => chunksOf(manifest, key ?? '')));
}

/** A chunk and all that it imports statically. */
function chunksOf(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no chunk for ${key}.`);
  if (seen.has(key)) return [];
  seen.add(key);
  return [key, ...(chunk.imports ?? []).flatMap((imported) => chunksOf(manifest, imported, seen))];
}

/** Bytes as they are served: compressed, but for what that would not make smaller. */
function sizeOf(manifest: Manifest, keys: Set<string>): number {
  const servedBytes = (file: string) => {
    const path = join(dist, file);
    return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
  };
  return [...keys].reduce((sum, key) => sum + servedBytes(manifest[key]?.file ?? ''), 0);
}
