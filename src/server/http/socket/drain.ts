// Graceful shutdown: closes the connections of a stopping server, and none with a request in flight.
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** How long an idle connection stays after the listener has closed: a busy client may be about to use it. */
const lingerMs = 500;
const lookEveryMs = 50;
/** How long to wait for a moment in which no client is connecting, and how short such a moment is. */
const quietWithinMs = 1000;
const quietMs = 1;

export type Drain = {
  /** From now on each response has `Connection: close`. New connections are accepted, and stay until `close`. */
  begin(): void;
  /** Accepts no new connection and resolves when the last one has closed. Each response has `Connection: close`. */
  close(): Promise<void>;
};

/** Call it before the first connection. */
export function createDrain(server: Server): Drain {
  /** Per connection: the unfinished responses, and `bytesRead` when the last response was finished. */
  const connections = new Map<Socket, { open: Set<ServerResponse>; readBytes: number }>();
  let isEnding = (_socket: Socket) => false;
  let accepted = 0;

  server.on('connection', (socket: Socket) => {
    accepted += 1;
    connections.set(socket, { open: new Set(), readBytes: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  // Prepended, so that it runs before the handler.
  server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    connection?.open.add(response);
    if (isEnding(socket)) response.setHeader('Connection', 'close');
    response.once('close', () => {
      connection?.open.delete(response);
      if (connection) connection.readBytes = socket.bytesRead;
    });
  });

  function endFromNow(which: (socket: Socket) => boolean) {
    isEnding = which;
    for (const [socket, { open }] of connections)
      for (const response of open)
        if (which(socket) && !response.headersSent) response.setHeader('Connection', 'close');
  }

  /** Not `closeIdleConnections`, which also cuts off a response that is still being sent. */
  function endIdle() {
    for (const [socket, { open, readBytes }] of connections)
      if (open.size === 0 && socket.bytesRead === readBytes) socket.destroy();
  }

  /**
   * Waits until the accept queue is empty, as closing the listener resets the connections in it. It is empty after a short
   * turn of the event loop without a new connection.
   */
  async function quietMoment() {
    for (const until = performance.now() + quietWithinMs; performance.now() < until; ) {
      const before = accepted;
      const startedAt = performance.now();
      await new Promise((resolve) => setImmediate(resolve));
      if (accepted === before && performance.now() - startedAt < quietMs) return;
    }
  }

  return {
    begin() {
      // Only older connections end: a client that reconnects keeps the new one, so that few connect during the close.
      const before = new Set(connections.keys());
      endFromNow((socket) => before.has(socket));
    },
    async close() {
      await quietMoment();
      endFromNow(() => true);
      const linger = setTimeout(() => {
        endIdle();
        looking = setInterval(endIdle, lookEveryMs);
      }, lingerMs);
      let looking: NodeJS.Timeout | undefined;
      // Not `server.close()` of http, which closes idle connections at once.
      await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      clearTimeout(linger);
      clearInterval(looking);
    },
  };
}
