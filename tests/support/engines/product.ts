// The product in its own process with demo data. A test can stop, restart and update it; a TLS proxy serves
// engines that need HTTPS.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { type PageParts, pagePartsFile } from '../../../src/server/render/template.ts';
import { pathOf } from '../browser/programs.ts';
import { freePort } from '../product/free-port.ts';
import { endAll, newFolder, start as startServer } from '../product/server-process.ts';
import { buildOf } from '../product/variant-builds.ts';
import { watch } from './watch.ts';

export type Product = {
  /** The origin for the browser. */
  origin: string;
  /** The server itself, for the test's own requests. */
  api: string;
  stop(): Promise<void>;
  /** Starts the server at the same address, unless it runs. */
  start(): Promise<void>;
  /** Replaces the build by the next one, like a deploy, and restarts the server. */
  update(): Promise<void>;
  close(): Promise<void>;
};

export type ProductKind = {
  hasTls: boolean;
  /** Adds `watch` to the build, for an engine that cannot run code before the page's own. */
  isWatched: boolean;
};

export async function openProduct({ hasTls, isWatched }: ProductKind): Promise<Product> {
  // A server finds `dist` in its working directory.
  const folder = newFolder();
  const deploy = (from: string, part: string) => {
    cpSync(join(from, part), join(folder, 'dist', part), { recursive: true });
    if (isWatched && part === 'client') watchFromTheStart(join(folder, 'dist', part));
  };
  for (const part of ['client', 'server', 'fonts']) deploy('dist', part);
  const dataDir = newFolder();
  const port = await freePort();
  const api = `http://localhost:${port}`;
  const front = hasTls ? await openTlsFront(port) : null;
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO_DATA: 'on',
    RATE_LIMIT: 'off',
    NODE_ENV: 'production',
    ...(front && { PUBLIC_ORIGIN: front.origin, TRUST_PROXY: '1' }),
  };
  let server: Awaited<ReturnType<typeof startServer>> | null = null;
  const start = async () => {
    server ??= await startServer(env, resolve('src/server/start.js'), folder);
    if (server.outcome !== 'ready') throw new Error(`The product did not start: ${server.said()}`);
  };
  const stop = async () => {
    server?.child.kill('SIGTERM');
    await server?.ended;
    server = null;
  };
  await start();
  return {
    origin: front?.origin ?? api,
    api,
    stop,
    start,
    async update() {
      await stop();
      for (const part of ['client', 'server']) deploy(buildOf('B'), part);
      await start();
    },
    async close() {
      await endAll();
      await front?.close();
    },
  };
}

/**
 * Makes the pages of a build collect their faults: in the entry chunk, whose hash in the precache list is
 * updated.
 */
function watchFromTheStart(client: string) {
  const { preloads, entry } = JSON.parse(readFileSync(join(client, pagePartsFile), 'utf8')) as PageParts;
  const [first = entry] = preloads;
  const edit = (path: string, change: (text: string) => string) => {
    const text = change(readFileSync(join(client, path), 'utf8'));
    writeFileSync(join(client, path), text);
    rmSync(join(client, `${path}.br`), { force: true });
    return text;
  };
  const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  const known = hashOf(readFileSync(join(client, first), 'utf8'));
  const watched = edit(first, (text) => `(${watch})();${text}`);
  edit('sw.js', (text) => {
    if (!text.includes(known)) throw new Error(`The worker knows no hash of ${first}.`);
    return text.replace(known, hashOf(watched));
  });
}

/** Terminates TLS with a self-signed certificate and forwards every connection to the server unchanged. */
async function openTlsFront(port: number) {
  const folder = newFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    pathOf('openssl'),
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
    ],
    { stdio: 'ignore' },
  );
  const front: Server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (client) => {
    const server = connect(port, 'localhost');
    client.pipe(server).pipe(client);
    // If one side is cut off, end the other: a stopped server must look stopped.
    client.on('error', () => server.destroy()).on('close', () => server.destroy());
    server.on('error', () => client.destroy()).on('close', () => client.destroy());
  });
  const publicPort = await freePort();
  await new Promise<void>((listening) => front.listen(publicPort, '127.0.0.1', listening));
  return {
    origin: `https://localhost:${publicPort}`,
    close: () => new Promise<void>((closed) => front.close(() => closed())),
  };
}
