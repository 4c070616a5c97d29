// SWR's keys of paginated lists. Their format is internal to SWR, so the address of each key is remembered.
import { unstable_serialize } from 'swr/infinite';

const addresses = new Map<string, string>();

/** SWR's key of the list whose first page is at this address. */
export const listKey = (address: string): string => unstable_serialize(() => address);

/** The same, remembered for `listAddress`. Only in a browser: on a server the map would grow without bounds. */
export function rememberList(address: string): string {
  const key = listKey(address);
  addresses.set(key, address);
  return key;
}

/** The address of a list's first page; null for the keys of single answers. */
export const listAddress = (key: string): string | null => addresses.get(key) ?? null;
