// Which reads a live change affects, by the address that it names (contract/live.ts).
import { changes, patterns } from 'virtual:affected-reads';
import type { Affects } from '../resources/acknowledged-writes.ts';

const compile = (kind: 'event' | 'group') =>
  changes[kind].map((index) => new RegExp(patterns[index] ?? '$^'));
const reads = { event: compile('event'), group: compile('group') };

/** The event whose own reads these are; undefined for other reads. */
const eventOf = (read: string) => /^\/api\/events\/(?:public\/)?([^/?]+)/.exec(read)?.[1];

export function affectedBy(address: string): Affects {
  const [, kind, id] = /^\/api\/(events|teams|organizations)\/([^/?]+)$/.exec(address) ?? [];
  if (kind === 'events')
    return (read) => reads.event.some((pattern) => pattern.test(read)) && (eventOf(read) ?? id) === id;
  if (kind) return (read) => reads.group.some((pattern) => pattern.test(read));
  if (address === '/api/users/me') return (read) => /^\/api\/users\/me[/?]/.test(read);
  // The person's memberships, on which every answer may depend; or a kind of change that only a newer server knows.
  return () => true;
}
