// The client address of a request, for rate limits and for cookies without Secure.
import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { isLoopbackHost } from '../../../contract/values/loopback.ts';

/** The Hono environment of an in-process read of our own API: no limit counts it. A client cannot set it. */
export const inProcess = { isInProcess: true } as const;

type Bindings = Partial<HttpBindings> & Partial<typeof inProcess>;

export const isInProcess = (context: Context): boolean =>
  (context.env as Bindings | undefined)?.isInProcess === true;

/** The remote address of the connection; null where it is unknown. */
export function peerOf(context: Context): string | null {
  return readAddress((context.env as Bindings | undefined)?.incoming?.socket?.remoteAddress ?? '');
}

/**
 * The key that limits count a request by: the remote address, or behind `proxies` trusted reverse proxies the address that
 * the outermost of them saw. Requests without a known address share one key, so that they are limited too.
 */
export function addressOf(context: Context, proxies: number): string {
  const forwarded = proxies > 0 ? forwardedFor(context.req.header('x-forwarded-for'), proxies) : null;
  const address = forwarded ?? peerOf(context);
  return address === null ? 'unknown' : networkOf(address);
}

/**
 * Each proxy appends the address of its client, so only the last entries come from trusted proxies. Null where the entry is
 * no address: a trusted proxy never writes that.
 */
function forwardedFor(header: string | undefined, proxies: number): string | null {
  const entries = header?.split(',') ?? [];
  return readAddress(entries[Math.max(0, entries.length - proxies)]?.trim() ?? '');
}

const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Whether a request came from this machine: both its remote address and its Host are loopback, and no header names a proxy,
 * whose requests would also come from this machine.
 */
export function isDirectLoopback(context: Context): boolean {
  const { headers, url } = context.req.raw;
  const peer = peerOf(context);
  return (
    isLoopbackHost(new URL(url).hostname) &&
    peer !== null &&
    isLoopbackHost(isIPv6(peer) ? `[${peer}]` : peer) &&
    !forwardingHeaders.some((name) => headers.has(name))
  );
}

/**
 * Whether a request came over plain HTTP from this machine, and PUBLIC_ORIGIN is such an origin too. Only then is a cookie
 * set without Secure.
 */
export function isPlainLoopback(context: Context, publicOrigin: string): boolean {
  const origin = new URL(publicOrigin);
  return origin.protocol === 'http:' && isLoopbackHost(origin.hostname) && isDirectLoopback(context);
}

/** An IPv4 or IPv6 address in its one canonical form, without brackets, port and zone; null for anything else. */
export function readAddress(text: string): string | null {
  const [, bracketed, beforePort] =
    /^(?:\[([^\]]*)\](?::\d{1,5})?|(\d+\.\d+\.\d+\.\d+):\d{1,5})$/.exec(text) ?? [];
  const address = bracketed ?? beforePort ?? text;
  if (isIPv4(address)) return bracketed === undefined ? address : null;
  if (!isIPv6(address)) return null;
  const canonical = new SocketAddress({ address: address.replace(/%.*$/, ''), family: 'ipv6' }).address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)?.[1] ?? canonical;
}

/** The /64 of an IPv6 address (its first four groups), as one household or phone holds a whole one; IPv4 unchanged. */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = address.includes('::') ? Array<string>(8 - groups.length - after.length).fill('0') : [];
  return [...groups, ...zeros, ...after].slice(0, 4).join(':');
}
