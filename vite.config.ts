// How the page is built. The server serves dist/client as it is; nothing here runs at request time.
import { icons as lucide } from '@iconify-json/lucide';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chromeIconNames } from './src/app/ui/chrome-icons.ts';
import { api } from './src/contract/api.ts';
import type { Endpoint } from './src/contract/endpoint.ts';

/** Bundles the few icons that the app's own frame uses, so that they are there offline and before any request. */
export function chromeIcons(): Plugin {
  const id = 'virtual:chrome-icons';
  const bodies = Object.fromEntries(
    chromeIconNames.map((name) => {
      const parent = lucide.aliases?.[name]?.parent;
      const body = lucide.icons[parent ?? name]?.body;
      if (!body) throw new Error(`The icon set has no icon named ${name}.`);
      return [name, body];
    }),
  );
  return {
    name: 'chrome-icons',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) =>
      resolved === `\0${id}` ? `export const bodies = ${JSON.stringify(bodies)}` : undefined,
  };
}

/** What of the API may be kept on a device, as patterns of addresses: the contract itself would bring its schemas along. */
export function offlinePolicy(): Plugin {
  const id = 'virtual:offline-policy';
  const reads = Object.entries(api).filter(([call]) => call.startsWith('GET '));
  const patternsOf = (isKept: (endpoint: Endpoint) => boolean) =>
    reads
      .filter(([, endpoint]) => isKept(endpoint))
      .map(
        ([call]) =>
          `^${call
            .slice(4)
            .replace(/[.]/g, '\\.')
            .replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`,
      );
  const policy = {
    // Answers that differ by viewer are one person's own while someone is signed in.
    savedReads: patternsOf(
      ({ offline, access }) => offline === 'saved' || (offline === 'public' && access === 'optional'),
    ),
  };
  return {
    name: 'offline-policy',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) =>
      resolved === `\0${id}`
        ? Object.entries(policy)
            .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
            .join('\n')
        : undefined,
  };
}

export default defineConfig({
  plugins: [react(), chromeIcons(), offlinePolicy()],
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
  },
});
