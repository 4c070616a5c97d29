// Says which modules travel together: what every page needs in one file, because many small ones compress badly and each
// costs a request.
import { resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const entry = resolve('src/app/entry-client.tsx');
/** On which most people arrive. */
const firstScreen = resolve('src/app/features/explore/events-screen.tsx');
const features = resolve('src/app/features');
/** Pages about one thing. */
const details = ['events/public-event', 'groups/organization', 'groups/team', 'people/user'].map((name) =>
  resolve(`src/app/features/${name}-screen.tsx`),
);
/** What rolldown itself adds. */
const runtime = '\0rolldown/runtime.js';

/**
 * `main`: the entry, and of the first screen what is not its feature's own. `explore`: what its feature shares among its
 * lists. `details`: what all pages about one thing share. All else goes with the screen that needs it.
 */
export function chunks(): Plugin {
  const main = new Set<string>();
  const explore = new Set<string>();
  const shared = new Set<string>();
  return {
    name: 'chunks',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd() {
      for (const id of staticallyLoaded(this, entry)) main.add(id);
      for (const id of staticallyLoaded(this, firstScreen))
        if (!id.startsWith(features)) main.add(id);
        else if (isShared(this, id)) explore.add(id);
      const loaded = details.map((page) => staticallyLoaded(this, page));
      for (const id of loaded.reduce((common, ids) => common.intersection(ids))) shared.add(id);
    },
    outputOptions: (options) => ({
      ...options,
      // The benchmark cuts a build in its own way.
      codeSplitting: options.codeSplitting ?? {
        groups: [
          { name: 'main', test: (id) => id === runtime || main.has(id), priority: 2 },
          { name: 'explore', test: (id) => explore.has(id), priority: 1 },
          { name: 'details', test: (id) => shared.has(id) },
        ],
      },
    }),
  };
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

/** Used by more than the first screen. */
function isShared(context: Rolldown.PluginContext, id: string): boolean {
  const first = staticallyLoaded(context, firstScreen);
  return context.getModuleInfo(id)?.importers.some((importer) => !first.has(importer)) ?? false;
}
