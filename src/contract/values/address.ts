// The address of a place in one line. Pure.

const wordsIn = (text: string) => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;

/**
 * `Dorpsstraat 1, Ghent`: the form asks for street and town in fields of their own. Some write the town, mostly with its
 * postal code, into the first one, too.
 */
export function addressWithTown({ address, region }: { address: string; region: string }): string {
  const [, ...others] = address.split(',');
  const hasTown = others.some((part) => wordsIn(part).includes(wordsIn(region)));
  return hasTown ? address : [address, region].filter(Boolean).join(', ');
}
