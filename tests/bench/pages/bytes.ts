// The part "bytes": what each route loads before its first render, from the build's manifest, and Chakra's
// share.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type RouteEntry, routes } from '../../../src/app/routing/paths.ts';
import { screenModules } from '../../../src/app/routing/screens.ts';
import { sizeBars } from '../bars.ts';
import { namedScripts } from '../built.ts';
import { asKb, atMost, type Row } from '../table.ts';
import { chakraBytes } from './chakra-share.ts';

type Chunk = { file: string; name?: string; imports?: string[]; dynamicImports?: string[] };
type Manifest = Record<string, Chunk>;

const dist = 'dist/client';
const mainPath = '/explore/events';
/**
 * What stands in the page beside a screen, whatever screen it is: the icons, which all but the lists bring along, what screens
 * of several features share, and for people who are signed in what keeps their things on the device. Names of chunks.
 */
const frames = {
  icons: ['icons-public'],
  shared: ['common-public'],
  signedIn: ['common', 'offline-sync', 'outbox-button'],
};

/** The rows of every route, each over or under its bar. Requires the build; see built.ts. */
export async function benchBytes(): Promise<Row[]> {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const entry = entryChunks(manifest);
  const main = new Set([...entry, ...chunksOf(manifest, screenOf(manifest, mainPath))]);
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
    ...frameRows(manifest, main),
    ...formRows(manifest, entry),
    ...ownRows(manifest, entry),
  ];
}

/** Each of the frames, with what it adds to the ones before it. */
function frameRows(manifest: Manifest, main: Set<string>): Row[] {
  let there = main;
  return Object.entries(frames).map(([name, parts]) => {
    const frame = frameOf(manifest, parts).difference(there);
    there = there.union(frame);
    return atMost(
      `frame: ${name}`,
      sizeOf(manifest, frame),
      sizeBars.frameBytes,
      asKb,
      `${frame.size} files: ${largest(manifest, frame).join(', ')}`,
    );
  });
}

const formPaths = ['/my/events/new', '/my/events/:id/edit'];
const beforeForm = '/my/events';
/** Brings a library along, and has a bar of its own. */
const seriesDatesName = 'repeat-dates-later';

/** The event form, new and edited, with all of its lazy parts: sheets, pictures, places. */
function formRows(manifest: Manifest, entry: Set<string>): Row[] {
  const frame = entry.union(frameOf(manifest, Object.values(frames).flat()));
  const opened = frame.union(new Set(chunksOf(manifest, screenOf(manifest, beforeForm))));
  const screen = (path: string) => screenOf(manifest, path);
  const forms = new Set(formPaths.map(screen));
  const seriesDates = named(manifest, seriesDatesName);
  // Only someone who repeats an event asks for its dates.
  const loaded = wantedBy(manifest, forms, opened.union(new Set([seriesDates])));
  const dates = wantedBy(manifest, new Set([seriesDates]), opened.union(loaded));
  const others = new Set(routes.map(({ path }) => screen(path))).difference(forms);
  const own = loaded.difference(wantedBy(manifest, others, frame));
  return [
    atMost(
      'event form: own code',
      sizeOf(manifest, own),
      sizeBars.formOwnBytes,
      asKb,
      largest(manifest, own).join(', '),
    ),
    atMost(
      `event form: all that it loads after ${beforeForm}`,
      sizeOf(manifest, loaded),
      sizeBars.formBytes,
      asKb,
      `${loaded.size} files: ${largest(manifest, loaded).join(', ')}`,
    ),
    atMost(
      'event form: the dates of a series',
      sizeOf(manifest, dates),
      sizeBars.datesBytes,
      asKb,
      `${dates.size} files: ${largest(manifest, dates).join(', ')}`,
    ),
  ];
}

/** Chunks that these import, statically or lazily, beyond the loaded ones. */
function wantedBy(manifest: Manifest, keys: Set<string>, there: Set<string>): Set<string> {
  const found = new Set<string>();
  const visit = (key: string) => {
    if (found.has(key) || there.has(key)) return;
    found.add(key);
    for (const next of [...(manifest[key]?.imports ?? []), ...(manifest[key]?.dynamicImports ?? [])])
      visit(next);
  };
  for (const key of keys) visit(key);
  return found;
}

/**
 * Each chunk of screens once, with the routes that they show: heaviest first. Two bars: for its own code, and for all that it
 * loads beside the frames.
 */
function ownRows(manifest: Manifest, entry: Set<string>): Row[] {
  const visitors = entry.union(frameOf(manifest, [...frames.icons, ...frames.shared]));
  const signedIn = visitors.union(frameOf(manifest, frames.signedIn));
  const byScreen = Map.groupBy(routes, ({ path }) => screenOf(manifest, path));
  return [...byScreen]
    .map(([key, shown]) => {
      const isPersonal = shown.every(({ auth }) => auth === 'required');
      const all = new Set(chunksOf(manifest, key)).difference(isPersonal ? signedIn : visitors);
      return { key, shown, all, bytes: sizeOf(manifest, all) };
    })
    .sort((a, b) => b.bytes - a.bytes)
    .flatMap(({ key, shown, all, bytes }) => [
      atMost(`${nameOf(shown)}: own code`, sizeOf(manifest, new Set([key])), sizeBars.ownBytes, asKb),
      atMost('  with what it shares', bytes, sizeBars.screenBytes, asKb, largest(manifest, all).join(', ')),
    ]);
}

const frameOf = (manifest: Manifest, names: string[]) =>
  new Set(names.flatMap((name) => chunksOf(manifest, named(manifest, name))));

function named(manifest: Manifest, name: string): string {
  const found = Object.keys(manifest).find((key) => manifest[key]?.name === name);
  if (!found) throw new Error(`The build has no chunk ${name}.`);
  return found;
}

/** The chunk that holds the screen of a route, as a key of the manifest. */
function screenOf(manifest: Manifest, path: string): string {
  const file = chunkFiles()[moduleOf(path)];
  const found = Object.keys(manifest).find((key) => manifest[key]?.file === file);
  if (!file || !found) throw new Error(`The build has no chunk for ${path}.`);
  return found;
}

const chunkFiles = (): Record<string, string> =>
  JSON.parse(readFileSync(join(dist, '.vite/chunk-of.json'), 'utf8'));

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

/** The chunks that the page itself names, and all their imports. */
function entryChunks(manifest: Manifest): Set<string> {
  const keys = namedScripts().map((file) =>
    Object.keys(manifest).find((key) => manifest[key]?.file === file),
  );
  if (keys.length === 0) throw new Error('The page names no script.');
  return new Set(keys.flatMap((key) => chunksOf(manifest, key ?? '')));
}

/** A chunk and all of its static imports. */
function chunksOf(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no chunk for ${key}.`);
  if (seen.has(key)) return [];
  seen.add(key);
  return [key, ...(chunk.imports ?? []).flatMap((imported) => chunksOf(manifest, imported, seen))];
}

/** Bytes as served: compressed, unless that would not make them smaller. */
function sizeOf(manifest: Manifest, keys: Set<string>): number {
  const servedBytes = (file: string) => {
    const path = join(dist, file);
    return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
  };
  return [...keys].reduce((sum, key) => sum + servedBytes(manifest[key]?.file ?? ''), 0);
}
