// SSRF protection: which addresses are public. A URL typed by a person must not lead into the server's own network. Pure.
import ipaddr from 'ipaddr.js';
import { said } from '../../../contract/said.ts';

/** Whether an IP address is public: not loopback, private, translated or reserved. */
export function isPublicAddress(address: string): boolean {
  // Neither zones (`fe80::1%eth0`) nor short forms (`127.1`).
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !/^[0-9a-f:.]+$/i.test(address)) return false;
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // Global unicast is 2000::/3 (RFC 4291); the rest is reserved or holds an IPv4 address.
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
}

/** Why a URL is not fetched, as `said` writes it; null where it may be. */
export function addressFault(url: URL): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return said('This is not a web address');
  if (url.username !== '' || url.password !== '') return said('The address contains a name or a password');
  return url.port === '' ? null : said('The address contains a port');
}
