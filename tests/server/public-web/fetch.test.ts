// Fetching addresses from users: only from public servers, for any name and redirect, with limits of time and
// size (SSRF).
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, test } from 'vitest';
import { said } from '../../../src/contract/said.ts';
import { isPublicAddress } from '../../../src/server/ports/public-web/address-check.ts';
import { createPublicWeb, type Network } from '../../../src/server/ports/public-web/fetch.ts';

test.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.254',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '4000::1',
  '127.1',
  '0x7f000001',
  '2130706433',
  '0177.0.0.1',
  'localhost',
  '',
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '151.101.1.69',
  '172.15.0.1',
  '172.32.0.1',
  '2606:4700:4700::1111',
  '2a00:1450::1',
])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

const known = { etag: null, lastModified: null };
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** A web with one public server, at 8.8.8.8 under every name that `names` does not contain. */
async function web(listener: RequestListener, names: Record<string, string[]> = {}, timeMs?: number) {
  server = createServer(listener);
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const dialed: Parameters<Network['dial']>[0][] = [];
  const network: Network = {
    resolve: async (name) => names[name] ?? ['8.8.8.8'],
    dial: (target) => {
      dialed.push(target);
      return connect(port, '127.0.0.1');
    },
  };
  return { dialed, ...createPublicWeb(network, timeMs === undefined ? {} : { timeMs }) };
}

const failed = (reason: string) => ({ kind: 'failed', reason });
const notPublic = failed('The address does not lead to a public server');

describe('fetching a public address', () => {
  it('returns the file and its validators, over a connection to the checked address', async () => {
    const { fetch, dialed } = await web((asked, answer) => {
      expect(asked.headers.host).toBe('league.example');
      answer
        .setHeader('ETag', '"1"')
        .setHeader('Last-Modified', 'Sat, 21 Nov 2026 10:00:00 GMT')
        .end(asked.url);
    });
    expect(await fetch('http://league.example/u12.ics?key=a', known)).toEqual({
      kind: 'content',
      bytes: Buffer.from('/u12.ics?key=a'),
      etag: '"1"',
      lastModified: 'Sat, 21 Nov 2026 10:00:00 GMT',
    });
    expect(dialed).toEqual([{ address: '8.8.8.8', port: 80, serverName: null }]);
  });

  it('sends conditional requests', async () => {
    const { fetch } = await web((asked, answer) => {
      answer.statusCode =
        asked.headers['if-none-match'] === '"1"' && asked.headers['if-modified-since'] ? 304 : 500;
      answer.end();
    });
    expect(
      await fetch('http://league.example/', { etag: '"1"', lastModified: 'Sat, 21 Nov 2026 10:00:00 GMT' }),
    ).toEqual({ kind: 'unchanged' });
  });

  it.each([
    ['a loopback address', 'http://127.0.0.1/'],
    ['a decimal address', 'http://2130706433/'],
    ['a short address', 'http://127.1/'],
    ['a mapped address', 'http://[::ffff:127.0.0.1]/'],
    ['the address of cloud metadata', 'http://169.254.169.254/latest/meta-data'],
    ['a name with a private address', 'http://inside.example/'],
    ['a name with a public and a private address', 'http://both.example/'],
  ])('connects to nothing for %s', async (_, address) => {
    const { fetch, dialed } = await web((_asked, answer) => answer.end('secret'), {
      'inside.example': ['10.0.0.1'],
      'both.example': ['8.8.8.8', '192.168.0.1'],
    });
    expect(await fetch(address, known)).toEqual(notPublic);
    expect(dialed).toEqual([]);
  });

  it.each([
    ['file:///etc/passwd', 'This is not a web address'],
    ['ftp://league.example/', 'This is not a web address'],
    ['http://league.example:8080/', 'The address contains a port'],
    ['http://me:secret@league.example/', 'The address contains a name or a password'],
  ])('rejects %s', async (address, reason) => {
    const { fetch, dialed } = await web((_, answer) => answer.end());
    expect(await fetch(address, known)).toEqual(failed(reason));
    expect(dialed).toEqual([]);
  });

  it.each([
    ['http://127.0.0.1/', 'The address does not lead to a public server'],
    ['http://inside.example/', 'The address does not lead to a public server'],
    ['http://league.example:6379/', 'The address contains a port'],
    ['file:///etc/passwd', 'This is not a web address'],
    ['gopher://league.example/', 'This is not a web address'],
  ])('checks a redirect to %s like the first address', async (location, reason) => {
    const { fetch, dialed } = await web((_, answer) => answer.writeHead(302, { location }).end(), {
      'inside.example': ['::1'],
    });
    expect(await fetch('http://league.example/', known)).toEqual(failed(reason));
    expect(dialed).toHaveLength(1);
  });

  it('follows up to three redirects, by TLS where they say so', async () => {
    const { fetch, dialed } = await web((asked, answer) => {
      const count = Number(asked.url?.slice(1));
      if (count >= 3) answer.end('there');
      else answer.writeHead(301, { location: `/${count + 1}` }).end();
    });
    expect(await fetch('http://league.example/0', known)).toMatchObject({ kind: 'content' });
    expect(dialed).toHaveLength(4);
    const loop = await web((_, answer) => answer.writeHead(301, { location: '/' }).end());
    expect(await loop.fetch('http://league.example/', known)).toEqual(
      failed('The address sends us on too often'),
    );
    await loop.fetch('https://league.example/', known);
    expect(loop.dialed.at(-1)).toEqual({ address: '8.8.8.8', port: 443, serverName: 'league.example' });
  });

  it('decompresses files, and stops at 2 MB of decompressed data', async () => {
    const gzip = (text: Buffer | string) => (_: unknown, answer: Parameters<RequestListener>[1]) =>
      answer.setHeader('Content-Encoding', 'gzip').end(gzipSync(text));
    expect(await (await web(gzip('BEGIN'))).fetch('http://a.example/', known)).toMatchObject({
      bytes: Buffer.from('BEGIN'),
    });
    const bomb = await web(gzip(Buffer.alloc(50 * 1024 * 1024)));
    expect(await bomb.fetch('http://a.example/', known)).toEqual(failed('The file is larger than 2 MB'));
    const broken = await web((_, answer) => answer.setHeader('Content-Encoding', 'gzip').end('not gzip'));
    expect(await broken.fetch('http://a.example/', known)).toEqual(failed('We could not reach the server'));
  });

  it('rejects a switch of protocols, for which Node emits neither a response nor an error', async () => {
    const { fetch } = await web((asked) => {
      asked.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    });
    expect(await fetch('http://a.example/', known)).toEqual(failed('We could not reach the server'));
  }, 2000);

  it('accepts gzip only, and rejects other codings', async () => {
    const accepted: unknown[] = [];
    const { fetch } = await web((asked, answer) => {
      accepted.push(asked.headers['accept-encoding']);
      answer.setHeader('Content-Encoding', 'br').end('x');
    });
    expect(await fetch('http://a.example/', known)).toEqual(
      failed('The server compresses the file in an unknown way'),
    );
    expect(accepted).toEqual(['gzip']);
  });

  it('stops reading an endless answer, and times out on one that never arrives', async () => {
    const endless = await web((_, answer) => {
      const more = () => {
        while (answer.write(Buffer.alloc(65_536)));
      };
      answer.on('drain', more);
      more();
    });
    expect(await endless.fetch('http://a.example/', known)).toEqual(failed('The file is larger than 2 MB'));
    const silent = await web(() => {}, {}, 100);
    expect(await silent.fetch('http://a.example/', known)).toEqual(
      failed('The server did not answer in time'),
    );
    const slow = await web((_, answer) => void answer.write('B'), {}, 100);
    expect(await slow.fetch('http://a.example/', known)).toEqual(failed('The server did not answer in time'));
  });

  it.each([
    [403, 'The server asks for a sign-in'],
    [404, 'There is nothing at this address any more'],
    [500, said('The server answered with status {status}', { status: 500 })],
  ])('explains the status %i in words', async (status, reason) => {
    const { fetch } = await web((_, answer) => answer.writeHead(status).end());
    expect(await fetch('http://a.example/', known)).toEqual(failed(reason));
  });

  it('reports a name without a server', async () => {
    const { fetch } = await web((_, answer) => answer.end(), { 'gone.example': [] });
    expect(await fetch('http://gone.example/', known)).toEqual(failed('There is no server with this name'));
  });
});
