// Opens the port, and closes connections of clients that keep the server waiting or hold too many of them.
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { serve } from '@hono/node-server';
import { networkOf, readAddress } from '../limits/address.ts';

export type ConnectionLimits = {
  /** From the start of a connection or request until its headers are complete. */
  headersMs: number;
  /** Without any byte of a body that is not complete. There is no limit on a whole body: a slow one that makes progress may take long. */
  bodyStallMs: number;
  /** Between two requests. Longer than a proxy keeps its connections, so that it never sends into one that ends. */
  keepAliveMs: number;
  /** How often headers are looked at. */
  checkEveryMs: number;
  headerBytes: number;
  /** At once; null where a proxy of ours holds all connections, or requests are not limited. */
  perAddress: number | null;
};

export const connectionLimits: ConnectionLimits = {
  headersMs: 15_000,
  bodyStallMs: 30_000,
  keepAliveMs: 75_000,
  checkEveryMs: 1000,
  headerBytes: 16 * 1024,
  // A club behind one address is many people with six connections each.
  perAddress: 600,
};

type Listener = {
  fetch: (request: Request, env: object) => Response | Promise<Response>;
  port: number;
  hostname: string;
};

/** Listens; `isReady` gets the port. No answer is cut off, however long it takes: an event stream stays open. */
export function listen(
  listener: Listener,
  limits: ConnectionLimits,
  isReady: (port: number) => void,
): Server {
  const server = serve(
    {
      ...listener,
      serverOptions: {
        headersTimeout: limits.headersMs,
        // This one is for the whole request, and so would end an upload over a slow network.
        requestTimeout: 0,
        keepAliveTimeout: limits.keepAliveMs,
        connectionsCheckingInterval: limits.checkEveryMs,
        maxHeaderSize: limits.headerBytes,
      },
    },
    ({ port }) => isReady(port),
  ) as Server;
  server.on('request', (request) => endStalledBody(request, limits.bodyStallMs));
  if (limits.perAddress !== null) limitConnections(server, limits.perAddress);
  return server;
}

function endStalledBody(request: IncomingMessage, stallMs: number): void {
  const { headers, socket } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody) return;
  let bytesRead = socket.bytesRead;
  let progressAt = performance.now();
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer);
    const now = performance.now();
    if (socket.bytesRead > bytesRead) {
      bytesRead = socket.bytesRead;
      progressAt = now;
    } else if (now - progressAt >= stallMs) socket.destroy();
  }, stallMs / 10);
  timer.unref();
  request.once('close', () => clearInterval(timer));
}

function limitConnections(server: Server, most: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = networkOf(readAddress(socket.remoteAddress ?? '') ?? '');
    const count = (open.get(address) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
