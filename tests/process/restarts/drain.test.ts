// The shutdown of a server on SIGTERM, from its clients' view: no request on an open connection is lost.
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../../support/product/free-port.ts';
import { endAll, newFolder, start } from '../../support/product/server-process.ts';

afterEach(endAll);

async function serve(env: Record<string, string> = {}) {
  const port = await freePort();
  const server = await start({ PORT: String(port), DATA_DIR: newFolder(), RATE_LIMIT: 'off', ...env });
  expect(server.outcome).toBe('ready');
  return { ...server, port };
}

type Answer = { status: number | undefined; connection: string | undefined };

/** Sends a request over the agent's connection; rejects with the socket's error. */
function ask(port: number, path: string, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, agent }, (response: IncomingMessage) => {
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode, connection: response.headers.connection }),
      );
      response.resume();
    });
    sent.once('error', reject);
    sent.end();
  });
}

const codeOf = (error: unknown) => (error as { code?: string }).code;

describe.each([
  ['without a delay', '0'],
  ['with a delay', '300'],
])('on SIGTERM %s', (_, DRAIN_DELAY) => {
  test('no request of 20 busy clients on keep-alive connections is reset', async () => {
    const server = await serve({ DRAIN_DELAY });
    let answered = 0;
    const client = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (;;) {
        const answer = await ask(server.port, '/api/explore/events', agent).catch(codeOf);
        if (typeof answer !== 'object') return answer;
        expect(answer.status).toBe(200);
        answered += 1;
        if (answered === 200) server.child.kill('SIGTERM');
      }
    };
    const ends = await Promise.all(Array.from({ length: 20 }, client));
    expect(ends).toEqual(Array(20).fill('ECONNREFUSED'));
    expect(await server.ended).toBe(0);
  });
});

describe('after SIGTERM a server', () => {
  test('is not ready at once, still accepts connections for the delay, and then refuses them', async () => {
    // What follows the signal has to happen within it.
    const server = await serve({ DRAIN_DELAY: '5000' });
    expect(await ask(server.port, '/api/ready')).toMatchObject({ status: 200 });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await ask(server.port, '/api/health', agent)).toEqual({ status: 200, connection: 'keep-alive' });
    server.child.kill('SIGTERM');
    await expect.poll(() => ask(server.port, '/api/ready')).toMatchObject({ status: 503 });
    expect(await ask(server.port, '/api/health', agent)).toEqual({ status: 200, connection: 'close' });
    expect(await ask(server.port, '/api/health')).toMatchObject({ status: 200 });
    await expect.poll(() => ask(server.port, '/api/health').catch(codeOf)).toBe('ECONNREFUSED');
    expect(await server.ended).toBe(0);
  });

  test('does not wait for idle or unused connections', async () => {
    const server = await serve();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await ask(server.port, '/api/health', agent);
    const silent = connect(server.port, '127.0.0.1');
    const isClosed = new Promise((resolve) => silent.once('close', resolve));
    await new Promise((resolve) => silent.once('connect', resolve));
    server.child.kill('SIGTERM');
    await isClosed;
    expect(await server.ended).toBe(0);
  });

  test('does not wait for the delay after Ctrl-C', async () => {
    const server = await serve({ DRAIN_DELAY: '60000' });
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);
  });
});
