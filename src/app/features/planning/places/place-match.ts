// Finds places by a typed text. On the device, so that it works offline. Pure.
import type { OwnPlace } from '../../../../contract/events/places.ts';

/** Lower case without accents, because people type in a hurry. */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Places with words that begin with each typed word; matches in the name first, then the most used ones. */
export function matchingPlaces(places: readonly OwnPlace[], typed: string): OwnPlace[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const begins = (text: string, word: string) => ` ${folded(text)}`.includes(` ${word}`);
  const inName = (place: OwnPlace) => words.every((word) => begins(place.name, word));
  const fits = ({ name, address, region }: OwnPlace) =>
    words.every((word) => begins(`${name} ${address} ${region}`, word));
  return places
    .filter(fits)
    .toSorted(
      (a, b) =>
        Number(inName(b)) - Number(inName(a)) ||
        b.upcomingCount - a.upcomingCount ||
        a.name.localeCompare(b.name),
    );
}

/** The place with exactly this name. */
export const placeNamed = (places: readonly OwnPlace[], typed: string): OwnPlace | undefined =>
  places.find(({ name }) => folded(name) === folded(typed));
