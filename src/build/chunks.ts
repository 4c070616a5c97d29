// Says which modules travel together. A device fetches and checks every file of the app when it installs it, so many small
// files cost it time and battery; a screen must not bring along what it does not show.
import { relative, resolve, sep } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { routes } from '../app/routing/paths.ts';
import { screenModules } from '../app/routing/screens.ts';

const app = resolve('src/app');
const entry = resolve(app, 'boot/entry-client.tsx');
/** On which most people arrive. */
const firstScreen = resolve(app, 'features/explore/events-screen.tsx');
/** What rolldown itself adds. */
const runtime = '\0rolldown/runtime.js';

/**
 * Of a feature: planning on a desk, which phones and people who do not coach never load; what its screens load later; its
 * screens; those for visitors. What is used in two tiers is in the later one of this list.
 */
const tiers = ['-desk', '-later', '', '-public'] as const;
type Tier = (typeof tiers)[number];
/** A part of the app that is loaded when it is wanted. */
type Part = { feature: string; tier: Tier };

/** Parts that are not told by their folder: below src/app, or names of modules that the build makes. */
const special: Record<string, Part> = {
  // With the page of an event, for visitors too.
  'features/events/series/series-cycle.tsx': { feature: 'events', tier: '-public' },
  'ui/rich-text.tsx': { feature: 'events', tier: '-public' },
  // Shares its rows with the home page.
  'features/notifications/notifications-screen.tsx': { feature: 'home', tier: '' },
  // Libraries of their own.
  'features/planning/repeat/repeat-dates.ts': { feature: 'repeat-dates', tier: '-later' },
  'ui/icons/remote-icon-loader.tsx': { feature: 'remote-icons', tier: '-later' },
  // With every screen but the lists.
  'virtual:chrome-icons/more': { feature: 'icons', tier: '-public' },
  'layout/auth-layout.tsx': { feature: 'accounts', tier: '-public' },
  // After the first paint of any page.
  'routing/prefetch.ts': { feature: 'page', tier: '-public' },
  'routing/card-transition.ts': { feature: 'page', tier: '-public' },
};
/** Each in a chunk of its own, named after its file: a fault in one of them must leave the others, and the error page. */
const alone: Record<string, Tier> = {
  'pwa/pwa.tsx': '-public',
  'layout/error-screen.tsx': '-public',
  'boot/device-care.ts': '',
  'layout/outbox-button.tsx': '',
  // A language.
  '../words/catalogues/de.po': '-later',
};
/** Screens by their module; one that has a route for visitors is theirs. */
const screens = new Map<string, Tier>();
for (const { screen, auth } of routes) {
  const id = `features/${screenModules[screen].path}.tsx`;
  screens.set(id, auth === 'required' ? (screens.get(id) ?? '') : '-public');
}

/**
 * Groups of a higher rank are filled first. A module imports modules of its own rank or a higher one, so chunks never import
 * each other in a circle: what a module imports is used wherever it is used itself.
 */
const ranks = ['feature', 'first', 'common', 'main'] as const;
type Group = { name: string; rank: number };
const rankOf = (kind: (typeof ranks)[number], tier: Tier) =>
  ranks.indexOf(kind) * tiers.length + tiers.indexOf(tier);

/**
 * `main`: the entry, and of the first screen what is not its feature's own, which is `first`. The others are named after feature
 * and tier. What several features use is `common`, by the same tiers.
 */
export function chunks(): Plugin {
  const groups = new Map<string, Group>();
  return {
    name: 'chunks',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd() {
      const ids = new Set([...this.getModuleIds()].map(placeOf));
      for (const name of Object.keys({ ...special, ...alone }))
        if (!ids.has(name)) this.error(`There is no module ${name}.`);
      const main = staticallyLoaded(this, entry);
      const first = staticallyLoaded(this, firstScreen).difference(main);
      for (const id of first) if (featureOf(id) === null) main.add(id);
      for (const [id, users] of usersOf(this, main)) {
        const group = groupOf(users);
        if (group) groups.set(id, group);
      }
      for (const id of first) groups.set(id, { name: 'first', rank: rankOf('first', '-public') });
      for (const id of [...main, runtime]) groups.set(id, { name: 'main', rank: rankOf('main', '-public') });
    },
    // For tests and the benchmark: Vite's manifest names no module that shares a chunk.
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk' ? chunk.moduleIds.map((id) => [relative('.', id), chunk.fileName]) : [],
      );
      this.emitFile({
        type: 'asset',
        fileName: '.vite/chunk-of.json',
        source: JSON.stringify(Object.fromEntries(files)),
      });
    },
    outputOptions: (options) => ({
      ...options,
      // The benchmark cuts a build in its own way.
      codeSplitting: options.codeSplitting ?? {
        groups: Array.from({ length: ranks.length * tiers.length }, (_, priority) => ({
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

/** Which parts load each module, but those of `main`. */
function usersOf(context: Rolldown.PluginContext, main: Set<string>): Map<string, Part[]> {
  const users = new Map<string, Part[]>();
  for (const root of dynamicallyLoaded(context)) {
    const part = partOf(root);
    for (const id of staticallyLoaded(context, root))
      if (!main.has(id)) users.set(id, [...(users.get(id) ?? []), part]);
  }
  return users;
}

function partOf(root: string): Part {
  const id = placeOf(root);
  if (special[id]) return special[id];
  const ownTier = alone[id];
  if (ownTier !== undefined) return { feature: id, tier: ownTier };
  const feature = featureOf(root);
  // A sheet that several features open.
  if (feature === null) return { feature: 'common', tier: '-later' };
  return { feature, tier: screens.get(id) ?? (id.includes('/desk/') ? '-desk' : '-later') };
}

/** Below src/app, or the name of a module that the build makes. */
const placeOf = (id: string) => (id.startsWith('\0') ? id.slice(1) : relative(app, id).replaceAll(sep, '/'));

/** The folder of `features` that it is in; null for all else. */
function featureOf(id: string): string | null {
  const [room, feature = ''] = relative(app, id).split(sep);
  return room === 'features' ? feature : null;
}

/** Null for what the bundler puts into a chunk of its own anyway. */
function groupOf(users: readonly Part[]): Group | null {
  const tier = tiers.findLast((one) => users.some((part) => part.tier === one)) ?? '';
  const [feature = '', ...others] = new Set(users.map((part) => part.feature));
  if (others.length === 0 && feature in alone) return null;
  const isCommon = others.length > 0 || feature === 'common';
  return isCommon
    ? { name: `common${tier}`, rank: rankOf('common', tier) }
    : { name: `${feature}${tier}`, rank: rankOf('feature', tier) };
}

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
