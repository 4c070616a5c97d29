// The page parts on the dev server: like those that page.ts writes in a build, but with unbundled modules.
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { DevPage } from '../server/cli/dev-pages.ts';
import { answerShapesModule } from './answer-shapes.ts';
import { bundleScript, inlineParts } from './page.ts';
import { publicCalls } from './page-plugins.ts';
import { virtualModules } from './virtual-modules.ts';

const entry = 'virtual:dev-entry';

/** Vite's client and React Refresh must load before the first module of the app. */
const entryCode = `
import '/@vite/client';
import '@vitejs/plugin-react/preamble';
import '/src/app/boot/entry-client.tsx';`;

/** A plugin whose `api` is a `DevPage`. */
export function devPage(): Plugin<DevPage> {
  return {
    ...virtualModules('dev-page', { [entry]: entryCode }),
    apply: 'serve',
    api: {
      async parts() {
        return {
          buildId: 'dev',
          entry: `/@id/${entry}`,
          preloads: [],
          catalogues: { de: '/src/words/catalogues/de.po?import' },
          startGuardFile: '/start-guard.js',
          ...(await inlineParts()),
        };
      },
      async worker(isOn) {
        if (!isOn) return bundleScript(resolve('sw/retire.ts'));
        return bundleScript(resolve('sw/dev.ts'), {
          plugins: [publicCalls(), answerShapesModule()],
          define: { 'self.__WB_MANIFEST': '[]', 'process.env.NODE_ENV': '"development"' },
        });
      },
    },
  };
}
