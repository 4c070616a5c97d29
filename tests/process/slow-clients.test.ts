// Clients that are slow, silent or many, on real sockets: the server disconnects exactly those that keep it
// waiting.
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type ConnectionLimits, connectionLimits } from '../../src/server/http/socket/listen.ts';
import { freePort } from '../support/product/free-port.ts';
import { endAll, newFolder, start } from '../support/product/server-process.ts';

afterEach(endAll);

const roomy: ConnectionLimits = {
  headersMs: 60_000,
  bodyStallMs: 60_000,
  keepAliveMs: 60_000,
  checkEveryMs: 20,
  headerBytes: 2048,
  perAddress: null,
};
/** Longer than any of the short limits. */
const pauseMs = 1500;
const shortMs = 500;

async function serverWith(limits: Partial<ConnectionLimits>) {
  const port = await freePort();
  const env = {
    PORT: String(port),
    LIMITS: JSON.stringify({ ...roomy, ...limits }),
    PAUSE_MS: String(pauseMs),
  };
  const server = await start(env, 'tests/support/product/start-short-limits.ts');
  expect(server.outcome).toBe('ready');
  return port;
}

/** A connection that collects the received data. */
function open(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (data: Buffer) => {
    received += data.toString();
  });
  // A disconnect may also appear as an error; `ended` is what counts.
  socket.on('error', () => {});
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, ended, received: () => received };
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const post = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n`;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a connection', () => {
  test('that sends nothing is closed', async () => {
    const client = open(await serverWith({ headersMs: shortMs }));
    await client.ended;
  });

  test('whose headers never end is closed with 408, also when they trickle in', async () => {
    const client = open(await serverWith({ headersMs: shortMs }));
    client.socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
    const trickle = setInterval(() => client.socket.write('X-More: 1\r\n'), 50);
    await client.ended;
    clearInterval(trickle);
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('whose headers are larger than the limit is closed with 431', async () => {
    const client = open(await serverWith({}));
    client.socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(4000)}\r\n\r\n`);
    await client.ended;
    expect(client.received()).toMatch(/^HTTP\/1\.1 431 /);
  });

  test.each([
    ['of a known length', `${post('/echo', 10)}half`],
    ['in chunks', 'POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
  ])('whose body %s stalls is closed, and the server continues', async (_, half) => {
    const port = await serverWith({ bodyStallMs: shortMs });
    const client = open(port);
    client.socket.write(half);
    await client.ended;
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  });

  test('whose body is slow but makes progress is answered', async () => {
    const client = open(await serverWith({ bodyStallMs: pauseMs, headersMs: shortMs }));
    const body = 'x'.repeat(20);
    client.socket.write(post('/echo', body.length));
    // Longer in total than any limit.
    for (const letter of body) {
      await pause(100);
      client.socket.write(letter);
    }
    await expect.poll(client.received).toContain(body);
    client.socket.destroy();
  });

  test('stays open between two requests and is closed after the idle time', async () => {
    const client = open(await serverWith({ keepAliveMs: 2000 }));
    for (const count of [1, 2]) {
      client.socket.write(get);
      await expect.poll(() => client.received().split('hello')).toHaveLength(count + 1);
    }
    await client.ended;
    expect(client.received().split('hello')).toHaveLength(3);
  });

  test.each([
    ['an answer that takes long', post('/slow', 4), 'done'],
    ['an event stream', 'GET /events HTTP/1.1\r\nHost: x\r\n\r\n', 'second'],
    ['an event stream that a POST opened', post('/events', 4), 'second'],
  ])('with %s stays open longer than every limit', async (_, head, last) => {
    const short = { headersMs: shortMs, bodyStallMs: shortMs, keepAliveMs: shortMs };
    const client = open(await serverWith(short));
    client.socket.write(head.startsWith('POST') ? `${head}body` : head);
    await expect.poll(client.received, { timeout: 10_000 }).toContain(last);
    client.socket.destroy();
  });

  test('beyond the limit per address is closed, until another one ends', async () => {
    const port = await serverWith({ perAddress: 3 });
    const held = [1, 2, 3].map(() => open(port));
    for (const { socket, received } of held) {
      socket.write(get);
      await expect.poll(received).toContain('hello');
    }
    await open(port).ended;
    const [first] = held;
    first?.socket.destroy();
    await first?.ended;
    const answered = () => fetch(`http://127.0.0.1:${port}/`).then(({ status }) => status, String);
    await expect.poll(answered).toBe(200);
    for (const { socket } of held) socket.destroy();
  });
});

test('the product waits 15 s for headers, 30 s for a stalled body and 75 s between requests', async () => {
  expect(connectionLimits).toMatchObject({ headersMs: 15_000, bodyStallMs: 30_000, keepAliveMs: 75_000 });
  const port = await freePort();
  const server = await start({ PORT: String(port), DATA_DIR: newFolder() });
  expect(server.outcome).toBe('ready');
  const { headers } = await fetch(`http://localhost:${port}/api/health`);
  expect(headers.get('keep-alive')).toBe('timeout=75');
});
