// The part "bytes": what each route loads before it is drawn, from the manifest of the build, and Chakra's share.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type RouteEntry, routes } from '../../src/app/paths.ts';
import { screenModules } from '../../src/app/screens.ts';
import { sizeBars } from './bars.ts';
import { namedScripts } from './built.ts';
import { chakraBytes } from './chakra-share.ts';
import { asKb, atMost, type Row } from './table.ts';

type Chunk = { file: string; imports?: string[] };
type Manifest = Record<string, Chunk>;

const dist = 'dist/client';
const mainPath = '/explore/events';
/**
 * What stands in the page beside a screen, whatever screen it is: the icons, which all but the lists bring along, and for
 * people who are signed in what keeps their things on the device.
 */
const frames = {
  icons: ['virtual:chrome-icons/more'],
  signedIn: ['src/app/device-care.ts', 'src/app/features/shell/waiting-line.tsx'],
};

/** The rows of every route, all of them over or under their bar. The build must be there; see built.ts. */
export async function benchBytes(): Promise<Row[]> {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const entry = entryChunks(manifest);
  const main = new Set([...entry, ...chunksOf(manifest, moduleOf(mainPath))]);
  const first = sizeOf(manifest, main);
  const shared = sizeOf(manifest, entry);
  const chakra = await chakraBytes(moduleOf(mainPath));
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
    ...Object.entries(frames).map(([name, modules]) => {
      const frame = frameOf(manifest, modules).difference(main);
      return atMost(
        `frame: ${name}`,
        sizeOf(manifest, frame),
        sizeBars.ownBytes,
        asKb,
        `${frame.size} files`,
      );
    }),
    ...ownRows(manifest, entry),
  ];
}

/**
 * Each screen once, with the routes that show it: heaviest first. Two bars: for its own code, which no other screen loads,
 * and for all that it loads beside the frames, what it shares with others counted in full.
 */
function ownRows(manifest: Manifest, entry: Set<string>): Row[] {
  const icons = frameOf(manifest, frames.icons);
  const signedIn = frameOf(manifest, frames.signedIn);
  const byModule = Map.groupBy(routes, ({ path }) => moduleOf(path));
  const loaded = [...byModule].map(([module, shown]) => {
    const isPersonal = shown.every(({ auth }) => auth === 'required');
    const beside = isPersonal ? entry.union(icons).union(signedIn) : entry.union(icons);
    return { shown, all: new Set(chunksOf(manifest, module)).difference(beside) };
  });
  return loaded
    .filter(({ shown }) => shown.every(({ path }) => path !== mainPath))
    .map(({ shown, all }) => ({ shown, all, bytes: sizeOf(manifest, all) }))
    .sort((a, b) => b.bytes - a.bytes)
    .flatMap(({ shown, all, bytes }) => {
      const others = loaded.filter((other) => other.shown !== shown);
      const own = all.difference(new Set(others.flatMap((other) => [...other.all])));
      const name = nameOf(shown);
      return [
        atMost(`${name}: own code`, sizeOf(manifest, own), sizeBars.ownBytes, asKb),
        atMost('  with what it shares', bytes, sizeBars.screenBytes, asKb, largest(manifest, all).join(', ')),
      ];
    });
}

const frameOf = (manifest: Manifest, modules: string[]) =>
  new Set(modules.flatMap((module) => chunksOf(manifest, module)));

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

function moduleOf(path: string): string {
  const route = routes.find((entry) => entry.path === path);
  if (!route) throw new Error(`No route has the path ${path}.`);
  return `src/app/features/${screenModules[route.screen].path}.tsx`;
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
