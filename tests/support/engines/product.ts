// The product as a process of its own with demo data, which a test can stop, start again and update to another build;
// with a TLS front where an engine wants HTTPS.
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
import { watch } from './watch.ts';

/** Where `start-engines.ts` puts the build that a test updates to. */
export const nextBuild = 'dist/engines/next';

export type Product = {
  /** As the browser reaches it. */
  origin: string;
  /** The server itself, for requests of the test. */
  api: string;
  stop(): Promise<void>;
  /** Starts the server at the same address, unless it runs. */
  start(): Promise<void>;
  /** Puts the next build where the present one is, as a deploy does, and starts the server again. */
  update(): Promise<void>;
  close(): Promise<void>;
};

export type ProductKind = {
  hasTls: boolean;
  /** Puts `watch` into the build, for an engine that can run nothing before a page's own code. */
  isWatched: boolean;
};

export async function openProduct({ hasTls, isWatched }: ProductKind): Promise<Product> {
  // A server finds `dist` in the folder that it is started in.
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
    server ??= await startServer(env, resolve('src/server/start.ts'), folder);
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
      for (const part of ['client', 'server']) deploy(nextBuild, part);
      await start();
    },
    async close() {
      await endAll();
      await front?.close();
    },
  };
}

/** Lets a build collect what its pages report: in the script that all others import, whose hash the worker knows. */
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

/** Ends TLS with a certificate of its own, and passes every connection on to the server as it is. */
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
    // An end of one side that is cut off ends the other: a server that is stopped looks stopped.
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
