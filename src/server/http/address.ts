// Where a request came from, as far as limits are concerned.
import { isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** The nearest address that we believe: the peer's, or the last one our own proxy added. */
export function addressOf(context: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  // In process (tests) there is no connection.
  const address =
    forwarded || (context.env?.incoming ? getConnInfo(context).remote.address : undefined) || 'in-process';
  // One household or phone holds a whole IPv6 /64: it counts as one.
  return isIPv6(address) ? networkOf(address) : address;
}

/** The first four groups of an IPv6 address; an embedded IPv4 address as it is. */
function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('::');
  if (/\.\d+$/.test(address)) return address.slice(address.lastIndexOf(':') + 1);
  const groups = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = address.includes('::') ? Array<string>(8 - groups.length - after.length).fill('0') : [];
  return [...groups, ...zeros, ...after].slice(0, 4).join(':');
}
