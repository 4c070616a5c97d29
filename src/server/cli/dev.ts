// `npm run dev`: one command, both sides reload. Vite serves the page on PORT and hands /api to the server beside it.
import { spawn } from 'node:child_process';
import { createServer } from 'vite';
import { readConfig } from '../config.ts';

const config = readConfig(process.env);
const apiPort = config.port + 1;
const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'src/server/main.ts', '--api-only'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(apiPort),
      PUBLIC_ORIGIN: config.publicOrigin,
      // No proxy stands before it that has to turn away first.
      DRAIN_DELAY: '0',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    },
  },
);
const vite = await createServer({
  server: {
    port: config.port,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/sandbox'].map((path) => [path, { target: `http://127.0.0.1:${apiPort}` }]),
    ),
  },
});
await vite.listen();
vite.printUrls();

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    server.kill('SIGTERM');
    void vite.close().then(() => process.exit(0));
  });
server.once('exit', (code) => {
  void vite.close().then(() => process.exit(code ?? 0));
});
