// Opens the port, with timeouts for slow clients and a limit of connections per address.
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { serve } from '@hono/node-server';
import { networkOf, readAddress } from '../limits/address.ts';

export type ConnectionLimits = {
  /** From the start of a connection or request until its headers are complete. */
  headersMs: number;
  /** Without a new byte of an incomplete body. A whole body has no timeout, as an upload may be slow. */
  bodyStallMs: number;
  /** Between two requests. Longer than a proxy's own keep-alive, so that it never sends into a closing connection. */
  keepAliveMs: number;
  /** How often Node checks the header timeout. */
  checkEveryMs: number;
  headerBytes: number;
  /** Open connections; null where a trusted proxy holds all connections, or RATE_LIMIT is off. */
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

/** Listens; `isReady` gets the port. A response has no timeout, so that an event stream stays open. */
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
        // Covers the whole request, so it would end an upload over a slow network.
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
