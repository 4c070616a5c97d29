// Ends the connections of a server that is about to stop, and never one with a request on it.
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** How long a connection without a request stays after the listener has closed: a busy client may be about to use it. */
const lingerMs = 500;
const lookEveryMs = 50;
/** How long to wait for a moment in which no client is connecting, and how short such a moment is. */
const quietWithinMs = 1000;
const quietMs = 1;

export type Drain = {
  /** From now on each answer ends its connection. New connections are accepted, and stay until `close`. */
  begin(): void;
  /** Accepts nothing new and resolves when the last connection has ended. Every answer ends its connection. */
  close(): Promise<void>;
};

/** Call it before the first connection. */
export function createDrain(server: Server): Drain {
  /** Per connection: the answers that are not out yet, and the bytes read when the last one was. */
  const connections = new Map<Socket, { open: Set<ServerResponse>; readBytes: number }>();
  let isEnding = (_socket: Socket) => false;
  let accepted = 0;

  server.on('connection', (socket: Socket) => {
    accepted += 1;
    connections.set(socket, { open: new Set(), readBytes: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  // Before the listener that answers.
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

  /** `closeIdleConnections` would also cut off an answer that is still being sent. */
  function endIdle() {
    for (const [socket, { open, readBytes }] of connections)
      if (open.size === 0 && socket.bytesRead === readBytes) socket.destroy();
  }

  /**
   * A connection in the queue of the listener is reset when that closes. The queue is empty after a turn of the event loop in
   * which none was accepted, if it was short.
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
      // A client that connects again keeps that connection, so that few are connecting when the listener closes.
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
      // Not `server.close()`: that of HTTP ends connections at once that have no request at this moment.
      await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      clearTimeout(linger);
      clearInterval(looking);
    },
  };
}
