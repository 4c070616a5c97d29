// `npm run dev`: one command, both sides reload. Vite serves the page's modules on PORT and hands /api to the server beside
// it; pages are rendered as in the product (dev-pages.ts). `npm run dev -- --worker` has the service worker too. The API server
// prints the address when it is ready: a page opened before would say that the server does not answer.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { relative } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createServer, type ViteDevServer } from 'vite';
import { readConfig } from '../config.ts';
import { readSiteTexts } from '../instance/texts.ts';
import type { EntryServer } from '../render/render-page.ts';
import type { DevPage } from './dev-pages.ts';

const config = readConfig(process.env);
const texts = await readSiteTexts(config.textFiles);
const hasWorker = process.argv.includes('--worker');
const apiPort = await freePort();
const apiOrigin = `http://127.0.0.1:${apiPort}`;

/** A port that no process listens on; the server beside keeps it when it restarts. */
async function freePort(): Promise<number> {
  const socket = createSocketServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  socket.close();
  await once(socket, 'close');
  return port;
}

/** Renders pages from unbundled modules. Vite calls this again with a new server when its configuration changes. */
function pagesOf(vite: ViteDevServer) {
  const devPage = vite.config.plugins.find(({ name }) => name === 'dev-page')?.api as DevPage;
  const load = <Module>(path: string) => vite.ssrLoadModule(path) as Promise<Module>;
  const loadPages = async () => {
    const { devPages } = await load<typeof import('./dev-pages.ts')>('/src/server/cli/dev-pages.ts');
    return devPages({
      config,
      texts,
      parts: await devPage.parts(),
      worker: await devPage.worker(hasWorker),
      apiOrigin,
      loadEntry: () => load<EntryServer>('/src/app/ssr/entry-server.tsx'),
    });
  };
  let pages: ReturnType<typeof loadPages> | null = null;
  const sources = /^(src|sw|public)\b/;
  vite.watcher.on('all', (_, path) => {
    if (sources.test(relative(vite.config.root, path))) pages = null;
  });
  return getRequestListener(async (request, env) => {
    pages ??= loadPages();
    const mine = pages;
    try {
      return await (await mine).fetch(request, env);
    } catch (error) {
      if (pages === mine) pages = null;
      console.error(error);
      return new Response(String(error), { status: 500 });
    }
  });
}

const vite = await createServer({
  appType: 'custom',
  define: { 'import.meta.env.HAS_WORKER': String(hasWorker) },
  plugins: [
    {
      name: 'dev-pages',
      // After Vite's middleware, which serves modules and files; other paths are pages.
      configureServer: (server) => () => void server.middlewares.use(pagesOf(server)),
    },
  ],
  server: {
    port: config.port,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/sandbox'].map((path) => [path, { target: apiOrigin }])),
  },
});
await vite.listen();
const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'src/server/main.ts', '--api-only'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(apiPort),
      PUBLIC_ORIGIN: config.publicOrigin,
      // No proxy in front needs time to notice the shutdown.
      DRAIN_DELAY: '0',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    },
  },
);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    server.kill('SIGTERM');
    void vite.close().then(() => process.exit(0));
  });
server.once('exit', (code) => {
  void vite.close().then(() => process.exit(code ?? 0));
});
