// How the page is built. The server serves dist/client as it is; nothing here runs at request time.
import { icons as lucide } from '@iconify-json/lucide';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chromeIconNames } from './src/app/ui/chrome-icons.ts';
import { buildName, savedReads, serviceWorker, smallInlineScripts } from './src/server/cli/page-plugins.ts';

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

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    chromeIcons(),
    savedReads(),
    ...(isSsrBuild ? [] : [smallInlineScripts(), buildName(), serviceWorker()]),
  ],
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
  },
}));
