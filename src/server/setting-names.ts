// Finds misspelt settings in an environment: config.ts reads the names that it knows, and would ignore all others.
import { isBlank } from './config.ts';
import { settings } from './settings.ts';

type Misspelt = { name: string; meant: string };

const known = Object.keys(settings);
const prefixOf = (name: string) => name.split('_')[0] ?? '';
/** Prefixes of more than one setting. Those of a single one, such as `MAIL`, also begin names of other programs. */
const ownPrefixes = new Set(known.map(prefixOf).filter((prefix, at, all) => all.indexOf(prefix) !== at));
/** `HOST` and `PORT` are within a letter or two of `HOME` and `PATH`. */
const shortest = 7;

/** Names in the environment that are no setting and look like one, with the setting that is nearest. */
export function misspeltSettings(env: Record<string, string | undefined>): Misspelt[] {
  const services = servicesIn(env);
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || isBlank(env[name]) || services.some((one) => isOfService(name, one)))
      return [];
    const [nearest] = known
      .map((meant) => ({ meant, edits: editsBetween(name.toUpperCase(), meant) }))
      .toSorted((one, other) => one.edits - other.edits);
    if (!nearest) return [];
    const { meant, edits } = nearest;
    const isNear = meant.length >= shortest && edits <= (meant.length < 9 ? 1 : 2);
    return isNear || (name.includes('_') && ownPrefixes.has(prefixOf(name))) ? [{ name, meant }] : [];
  });
}

export const misspeltMessage = ({ name, meant }: Misspelt) =>
  `${name} is not a setting and has no effect. Was ${meant} meant?`;

/** Other services, each of which Kubernetes and container links describe in variables that begin with its name. */
const servicesIn = (env: Record<string, string | undefined>): string[] =>
  Object.entries(env).flatMap(([name, value = '']) => {
    const [, service] = /^(.+)_SERVICE_HOST$/.exec(name) ?? [];
    const [, linked] = /^(?:tcp|udp|sctp):\/\//.test(value) ? (/^(.+)_PORT$/.exec(name) ?? []) : [];
    return [service, linked].filter((one) => one !== undefined);
  });

const isOfService = (name: string, service: string) =>
  name.startsWith(`${service}_`) && /^(?:SERVICE|PORT|ENV|NAME)(?:_|$)/.test(name.slice(service.length + 1));

/** Letters to add, remove or replace, or neighbours to swap, until one text is the other (optimal string alignment). */
function editsBetween(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap && row > 1 && column > 1 ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, above] = [above, current];
  }
  return above[other.length] ?? 0;
}
