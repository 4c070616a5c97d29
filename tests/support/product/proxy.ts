// A small reverse proxy like Caddy with `lb_try_duration`: round robin over the servers that report ready; it
// retries only refused connections, so that no request is sent twice.
import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const askEveryMs = 50;
const tryForMs = 50_000;

export type ReverseProxy = { port: number; stop(): Promise<void> };

/** Forwards to these local ports. */
export async function startProxy(ports: readonly number[]): Promise<ReverseProxy> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<number>();
  let isStopped = false;
  const watch = async (port: number) => {
    while (!isStopped) {
      if (await isReady(port)) ready.add(port);
      else ready.delete(port);
      await pause(askEveryMs);
    }
  };
  const watching = ports.map(watch);
  let turn = 0;
  const next = () => {
    const inTurn = ports.filter((port) => ready.has(port));
    turn += 1;
    return inTurn[turn % Math.max(1, inTurn.length)];
  };
  const server = createServer(async (incoming, outgoing) => {
    const body = await readBody(incoming);
    for (const until = Date.now() + tryForMs; Date.now() < until; await pause(askEveryMs)) {
      const port = next();
      if (port === undefined) continue;
      try {
        return await forward({ port, agent, incoming, body, outgoing });
      } catch (error) {
        if ((error as { code?: string }).code === 'ECONNREFUSED') continue;
        return void outgoing.writeHead(502).end(String(error));
      }
    }
    outgoing.writeHead(504).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not listening on a port.');
  return {
    port: address.port,
    async stop() {
      isStopped = true;
      await Promise.all(watching);
      agent.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const isReady = (port: number) =>
  new Promise<boolean>((resolve) => {
    get({ host: '127.0.0.1', port, path: '/api/ready', agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).once('error', () => resolve(false));
  });

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

type Forward = {
  port: number;
  agent: Agent;
  incoming: IncomingMessage;
  body: Buffer;
  outgoing: ServerResponse;
};

function forward({ port, agent, incoming, body, outgoing }: Forward): Promise<void> {
  const { method, url: path, headers } = incoming;
  const { connection: _, ...passed } = headers;
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: passed, agent }, (response) => {
      response.once('error', reject);
      const { connection: __, 'keep-alive': ___, ...answered } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, answered);
      response.pipe(outgoing);
      response.once('end', resolve);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
