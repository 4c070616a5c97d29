// Writes the constant CSS of every page into the shell, where it paints without a request and without a script, and what can
// wait into a file beside it.
import { createHash } from 'node:crypto';
import { type Plugin, runnerImport } from 'vite';

export function globalStyles(): Plugin {
  let url = '';
  let late = '';
  return {
    name: 'global-styles',
    async buildStart() {
      late = (await read()).lateCss();
      url = `/assets/late-${createHash('sha256').update(late).digest('base64url').slice(0, 8)}.css`;
    },
    async transformIndexHtml() {
      return [
        { tag: 'style', children: (await read()).globalCss(), injectTo: 'head' },
        { tag: 'link', attrs: { rel: 'stylesheet', href: url }, injectTo: 'head' },
      ];
    },
    generateBundle() {
      if (this.environment.name === 'client')
        this.emitFile({ type: 'asset', fileName: url.slice(1), source: late });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.url !== url) return next();
        response.setHeader('Content-Type', 'text/css').end(late);
      });
    },
  };
}

async function read() {
  const { module } = await runnerImport<typeof import('../app/theme/global-css.ts')>(
    './src/app/theme/global-css.ts',
  );
  return module;
}
