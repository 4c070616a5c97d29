// Writes the constant CSS of every page into the app shell, where it paints without a request and without a script.
import { type Plugin, runnerImport } from 'vite';

export function globalStyles(): Plugin {
  return {
    name: 'global-styles',
    async transformIndexHtml() {
      const { module } = await runnerImport<typeof import('../app/theme/global-css.tsx')>(
        './src/app/theme/global-css.tsx',
      );
      return [{ tag: 'style', children: module.globalCss(), injectTo: 'head' }];
    },
  };
}
