// A test's server on a real local port.
import { serve } from '@hono/node-server';

/** Listens on a free port; `stop` resolves when every connection has ended. */
export async function listen(handle: (request: Request) => Response | Promise<Response>) {
  const server = serve({ fetch: handle, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not listening on a port.');
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { origin: `http://127.0.0.1:${address.port}`, port: address.port, stop };
}
