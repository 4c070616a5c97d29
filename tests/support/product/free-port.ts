// Finds a free port for a test's server.
import { createServer } from 'node:net';

/** Below those that the system gives to connections, and other ones in each worker: the server listens seconds later. */
const first = 20_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 100) * 100;
/** Begins elsewhere in another run beside this one. */
let given = process.pid;

/** A port that no process listens on, and that no other test has been given lately. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = first + (given++ % 100);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${first} to ${first + 99} is free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
