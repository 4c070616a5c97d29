// Says which modules travel together. A device fetches and checks every file of the app when it installs it, so many small
// files cost it time and battery; a screen must not bring along what it does not show.
import { dirname, relative, resolve, sep } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { routes } from '../app/routing/paths.ts';
import { screenModules } from '../app/routing/screens.ts';

const entry = resolve('src/app/boot/entry-client.tsx');
const features = resolve('src/app/features');
/** On which most people arrive. */
const firstScreen = resolve(features, 'explore/events-screen.tsx');
/** Has a library of its own, for those who repeat an event. */
const seriesDates = resolve(features, 'planning/repeat/repeat-dates.ts');
/** Visitors load it with the page of an event; the rest of what that feature loads later is not for them. */
const seriesCycle = resolve(features, 'events/series/series-cycle.tsx');
const publicParts = new Set([
  seriesCycle,
  ...routes
    .filter(({ auth }) => auth !== 'required')
    .map(({ screen }) => resolve(features, `${screenModules[screen].path}.tsx`)),
]);
/** What rolldown itself adds. */
const runtime = '\0rolldown/runtime.js';

/**
 * Groups of a higher rank are filled first. A module imports modules of its own rank or a higher one, so chunks never import
 * each other in a circle: what a module imports is used wherever it is used itself.
 */
const ranks = ['part', 'feature', 'features', 'common', 'main'] as const;
/** For whom: what visitors are shown brings along nothing that only people who are signed in use. */
const tiers = ['-later', '', '-public'] as const;
type Group = { name: string; rank: number };

/**
 * `main`: the entry, and of the first screen what is not its feature's own. A screen is a chunk; what a feature loads
 * later (sheets, tools) is one chunk, `<feature>-later`. What several of these share is `<feature>-shared`, or
 * `<feature>-<feature>`, or `common` where more than two features use it; with `-later` where only later parts do.
 */
export function chunks(): Plugin {
  const groups = new Map<string, Group>();
  return {
    name: 'chunks',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd() {
      const main = staticallyLoaded(this, entry);
      for (const id of staticallyLoaded(this, firstScreen)) if (featureOf(id) === null) main.add(id);
      for (const id of [...main, runtime]) groups.set(id, { name: 'main', rank: rankOf('main', 0) });
      for (const [id, users] of usersOf(this, main)) {
        const group = groupOf(users);
        if (group) groups.set(id, group);
      }
    },
    outputOptions: (options) => ({
      ...options,
      // The benchmark cuts a build in its own way.
      codeSplitting: options.codeSplitting ?? {
        groups: ranks
          .flatMap((_, kind) => tiers.map((_, tier) => kind * tiers.length + tier))
          .map((priority) => ({
            debugName: `rank ${priority}`,
            name: (id: string) => {
              const group = groups.get(id);
              return group?.rank === priority ? group.name : null;
            },
            priority,
          })),
      },
    }),
  };
}

/** A part of the app that is loaded when it is wanted: a screen, what a folder of features loads later, or a part of the frame. */
type Part = { name: string; feature: string; tier: number };

/** Which parts load each module, but those of `main`. */
function usersOf(context: Rolldown.PluginContext, main: Set<string>): Map<string, Map<string, Part>> {
  const users = new Map<string, Map<string, Part>>();
  for (const root of dynamicallyLoaded(context)) {
    const part = partOf(root);
    for (const id of staticallyLoaded(context, root)) {
      if (main.has(id)) continue;
      const known = users.get(id) ?? new Map<string, Part>();
      users.set(id, known.set(part.name, part));
    }
  }
  return users;
}

function partOf(root: string): Part {
  const feature = featureOf(root);
  if (feature === null) return { name: root, feature: 'app', tier: 1 };
  if (publicParts.has(root)) return { name: root, feature, tier: 2 };
  if (root.endsWith('-screen.tsx') || root === seriesDates) return { name: root, feature, tier: 1 };
  return { name: `${isForDesks(root) ? `${feature}-desk` : feature}-later`, feature, tier: 0 };
}

/** Planning in the week: phones, and people who do not coach, load none of it. */
const isForDesks = (id: string) => dirname(id).endsWith(`${sep}desk`);

/** The folder of `features` that it is in; null for all else. */
function featureOf(id: string): string | null {
  const [feature = '..'] = relative(features, id).split(sep);
  return feature === '..' ? null : feature;
}

/** Null where one screen has it for itself: the bundler puts it there. */
function groupOf(users: Map<string, Part>): Group | null {
  const parts = [...users.values()];
  const [part, ...others] = parts;
  if (!part) return null;
  if (others.length === 0) return part.tier === 0 ? { name: part.name, rank: rankOf('part', 0) } : null;
  const tier = Math.max(...parts.map((one) => one.tier));
  const [first, second, ...more] = [...new Set(parts.map(({ feature }) => feature))].sort();
  const kind = more.length > 0 ? 'common' : second ? 'features' : 'feature';
  const name = { common: 'common', features: `${first}-${second}`, feature: `${first}-shared` }[kind];
  return { name: `${name}${tiers[tier]}`, rank: rankOf(kind, tier) };
}

const rankOf = (kind: (typeof ranks)[number], tier: number) => ranks.indexOf(kind) * tiers.length + tier;

function dynamicallyLoaded(context: Rolldown.PluginContext): Set<string> {
  const found = new Set<string>();
  for (const id of context.getModuleIds())
    for (const loaded of context.getModuleInfo(id)?.dynamicallyImportedIds ?? []) found.add(loaded);
  return found;
}

function staticallyLoaded(
  context: Rolldown.PluginContext,
  id: string,
  found = new Set<string>(),
): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of context.getModuleInfo(id)?.importedIds ?? [])
    staticallyLoaded(context, imported, found);
  return found;
}
