// Fetches URLs typed by people, from public servers only. Connects to the IP address that was checked, so that DNS rebinding
// cannot lead elsewhere.
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect as connectTls } from 'node:tls';
import { createGunzip } from 'node:zlib';
import { said } from '../../../contract/said.ts';
import { addressFault, isPublicAddress } from './address-check.ts';

/** The ETag and Last-Modified of the last response, for a conditional request. */
export type Validators = { etag: string | null; lastModified: string | null };

export type Fetched =
  | ({ kind: 'content'; bytes: Uint8Array } & Validators)
  | { kind: 'unchanged' }
  /** `reason`: a sentence for people without its full stop, as `said` writes it. */
  | { kind: 'failed'; reason: string };

export type PublicWeb = { fetch(address: string, known: Validators): Promise<Fetched> };

type Target = { address: string; port: number /** Null without TLS. */; serverName: string | null };

/** DNS and connections; tests replace it to reach their own servers. */
export type Network = { resolve(name: string): Promise<string[]>; dial(target: Target): Socket };

const limits = { redirects: 3, timeMs: 10_000, bytes: 2 * 1024 * 1024, headerBytes: 16 * 1024 };

const internet: Network = {
  resolve: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
  dial: ({ address, port, serverName }) =>
    serverName === null
      ? connect({ host: address, port })
      : connectTls({ host: address, port, ...(isIP(serverName) === 0 && { servername: serverName }) }),
};

class Refused extends Error {}

export function createPublicWeb(network: Network = internet, { timeMs = limits.timeMs } = {}): PublicWeb {
  return {
    async fetch(address, known) {
      const signal = AbortSignal.timeout(timeMs);
      try {
        return await follow(network, address, known, signal);
      } catch (error) {
        if (error instanceof Refused) return { kind: 'failed', reason: error.message };
        if (signal.aborted) return { kind: 'failed', reason: said('The server did not answer in time') };
        // Network errors do not help people, and may name servers of our own network.
        return { kind: 'failed', reason: said('We could not reach the server') };
      }
    },
  };
}

async function follow(
  network: Network,
  address: string,
  known: Validators,
  signal: AbortSignal,
): Promise<Fetched> {
  let url = new URL(address);
  for (let hop = 0; hop <= limits.redirects; hop += 1) {
    const response = await ask(network, url, known, signal);
    const { statusCode = 0, headers } = response;
    if (![301, 302, 303, 307, 308].includes(statusCode)) return read(response, signal);
    response.destroy();
    if (!headers.location || !URL.canParse(headers.location, url))
      throw new Refused(said('The server sends us on without an address'));
    url = new URL(headers.location, url);
  }
  throw new Refused(said('The address sends us on too often'));
}

async function ask(
  { resolve, dial }: Network,
  url: URL,
  { etag, lastModified }: Validators,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const fault = addressFault(url);
  if (fault) throw new Refused(fault);
  const address = await publicAddressOf(url, resolve, signal);
  const isSecure = url.protocol === 'https:';
  const target = { address, port: isSecure ? 443 : 80, serverName: isSecure ? url.hostname : null };
  return new Promise((done, fail) => {
    const asked = request(
      {
        host: url.hostname,
        path: url.pathname + url.search,
        headers: {
          Host: url.host,
          Accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
          'Accept-Encoding': 'gzip',
          'User-Agent': 'Sideline',
          ...(etag !== null && { 'If-None-Match': etag }),
          ...(lastModified !== null && { 'If-Modified-Since': lastModified }),
        },
        maxHeaderSize: limits.headerBytes,
        createConnection: () => dial(target),
        signal,
      },
      done,
    );
    asked.on('error', fail);
    // For a status 101 without a handler, Node closes the connection and emits only this. After a response it has no effect.
    asked.on('close', () => fail(new Error('The connection was closed without a response')));
    asked.end();
  });
}

/** The IP address to connect to. Every address of the name must be public. */
async function publicAddressOf(url: URL, resolve: Network['resolve'], signal: AbortSignal): Promise<string> {
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(name) === 0 ? await rejectOnAbort(resolve(name), signal).catch(() => []) : [name];
  const [first] = addresses;
  if (first === undefined) throw new Refused(said('There is no server with this name'));
  if (!addresses.every(isPublicAddress))
    throw new Refused(said('The address does not lead to a public server'));
  return first;
}

function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
    promise.then(done, fail);
  });
}

async function read(response: IncomingMessage, signal: AbortSignal): Promise<Fetched> {
  const { statusCode = 0, headers } = response;
  if (statusCode !== 200) {
    response.destroy();
    if (statusCode === 304) return { kind: 'unchanged' };
    throw new Refused(
      statusCode === 401 || statusCode === 403
        ? said('The server asks for a sign-in')
        : statusCode === 404 || statusCode === 410
          ? said('There is nothing at this address any more')
          : said('The server answered with status {status}', { status: statusCode }),
    );
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const collect = async (source: AsyncIterable<Uint8Array>) => {
    for await (const part of source) {
      bytes += part.byteLength;
      if (bytes > limits.bytes) throw new Refused(said('The file is larger than 2 MB'));
      parts.push(part);
    }
  };
  const decoder = decoderOf(headers['content-encoding']);
  await (decoder
    ? pipeline(response, decoder, collect, { signal })
    : pipeline(response, collect, { signal }));
  return {
    kind: 'content',
    bytes: Buffer.concat(parts),
    etag: validator(headers.etag),
    lastModified: validator(headers['last-modified']),
  };
}

const validator = (value: string | undefined) => (value && value.length <= 500 ? value : null);

function decoderOf(coding = 'identity'): Transform | null {
  switch (coding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    default:
      throw new Refused(said('The server compresses the file in an unknown way'));
  }
}
