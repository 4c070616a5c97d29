// Code splitting: assigns modules to chunks. The worker downloads and verifies every file when it installs, so many small
// chunks are slow; but a screen must not load code that it does not show.
import { relative, resolve, sep } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { routes } from '../app/routing/paths.ts';
import { screenModules } from '../app/routing/screens.ts';

const app = resolve('src/app');
const entry = resolve(app, 'boot/entry-client.tsx');
/** The screen that most people open first. */
const firstScreen = resolve(app, 'features/explore/events-screen.tsx');
/** The module that rolldown itself adds. */
const runtime = '\0rolldown/runtime.js';

/**
 * The tiers of a feature: planning on a desktop, which phones and trainees never load; parts that its screens load later;
 * its screens; its screens for visitors. A module that is used in two tiers is in the later one of this list.
 */
const tiers = ['-desk', '-later', '', '-public'] as const;
type Tier = (typeof tiers)[number];
/** A dynamically imported part of the app. */
type Part = { feature: string; tier: Tier };

/** Parts whose feature does not follow from their folder. Keys: paths below src/app, or names of virtual modules. */
const special: Record<string, Part> = {
  // Loaded with the page of an event, also for visitors.
  'features/events/series/series-cycle.tsx': { feature: 'events', tier: '-public' },
  'ui/rich-text.tsx': { feature: 'events', tier: '-public' },
  // Shares nothing with the page of an event.
  'features/events/my-events-screen.tsx': { feature: 'my-events', tier: '' },
  // Above the list: if it came later, the rows would move under a finger.
  'features/events/payment/due-shelf.tsx': { feature: 'my-events', tier: '' },
  // Shares its rows with Home.
  'features/notifications/notifications-screen.tsx': { feature: 'home', tier: '' },
  // Each has a library that nothing else uses.
  'features/planning/repeat/repeat-dates.ts': { feature: 'repeat-dates', tier: '-later' },
  'ui/icons/remote-icon-loader.tsx': { feature: 'remote-icons', tier: '-later' },
  // They share their rules with the attendance of an event, which would otherwise be part of the frame.
  'entities/outbox/marks-export.tsx': { feature: 'attendance', tier: '-later' },
  'data/device/attendance-ahead.ts': { feature: 'attendance', tier: '-later' },
  // Loaded right after it.
  'data/device/confirm-saved.ts': { feature: 'attendance', tier: '-later' },
  // Loaded with every screen except the lists.
  'virtual:chrome-icons/more': { feature: 'icons', tier: '-public' },
  'layout/auth-layout.tsx': { feature: 'accounts', tier: '-public' },
  // Loaded after the first paint of any page.
  'routing/prefetch.ts': { feature: 'page', tier: '-public' },
  'routing/card-transition.ts': { feature: 'page', tier: '-public' },
  // Loaded at once, unlike those.
  'layout/keep-focus.ts': { feature: 'focus', tier: '-public' },
};
/** What the tabs of the app show, and what is on every screen. */
const tabs = new Set([
  'home',
  'my-events',
  'events',
  'calendar',
  'groups',
  'common',
  'boot/offline-sync.ts',
  'layout/outbox-button.tsx',
  'entities/people/account-tools.tsx',
]);
/** Each has a chunk of its own, named after its file: an error in one must not break the others, or the error page. */
const alone: Record<string, Tier> = {
  'pwa/pwa.tsx': '-public',
  'layout/error-screen.tsx': '-public',
  'boot/offline-sync.ts': '',
  'data/live/live.ts': '-later',
  'layout/outbox-button.tsx': '',
  'entities/people/account-tools.tsx': '',
  '../words/catalogues/de.po': '-later',
};
/** The tier of each screen, by its module: `-public` if visitors have a route to it. */
const screens = new Map<string, Tier>();
for (const { screen, auth } of routes) {
  const id = `features/${screenModules[screen].path}.tsx`;
  screens.set(id, auth === 'required' ? (screens.get(id) ?? '') : '-public');
}

/**
 * Groups of a higher rank are filled first. A module imports only modules of its own rank or a higher one, because an
 * imported module is used wherever its importer is. So chunks never have circular imports.
 */
const ranks = ['feature', 'first', 'forms', 'common', 'main'] as const;
type Group = { name: string; rank: number };
const rankOf = (kind: (typeof ranks)[number], tier: Tier) =>
  ranks.indexOf(kind) * tiers.length + tiers.indexOf(tier);

/**
 * `main`: the entry, and the first screen's modules outside of its feature. `first`: the first screen's modules of its feature.
 * Other chunks are named after feature and tier. `common`: modules that several features use, by tier. `forms`: those of them
 * that no tab shows, such as the fields of forms, so that the frame of the app does not load them.
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
    // For tests and the benchmark: Vite's manifest does not list the modules of a shared chunk.
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
      // The benchmark sets its own groups.
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

/** The parts that load each module, without the modules of `main`. */
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
  // Such as a sheet that several features open.
  if (feature === null) return { feature: 'common', tier: '-later' };
  return { feature, tier: screens.get(id) ?? (id.includes('/desk/') ? '-desk' : '-later') };
}

/** The path below src/app, or the name of a virtual module. */
const placeOf = (id: string) => (id.startsWith('\0') ? id.slice(1) : relative(app, id).replaceAll(sep, '/'));

/** The feature of a module, by its folder below `features`; null for other modules. */
function featureOf(id: string): string | null {
  const [room, feature = ''] = relative(app, id).split(sep);
  return room === 'features' ? feature : null;
}

/** Null for a module that the bundler puts into a chunk of its own anyway. */
function groupOf(users: readonly Part[]): Group | null {
  const tier = tiers.findLast((one) => users.some((part) => part.tier === one)) ?? '';
  const [feature = '', ...others] = new Set(users.map((part) => part.feature));
  if (others.length === 0 && feature in alone) return null;
  const isCommon = others.length > 0 || feature === 'common';
  if (isCommon && tier === '' && !users.some((part) => tabs.has(part.feature)))
    return { name: 'forms', rank: rankOf('forms', tier) };
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
