// Which places fit what was typed. On the device, so that it works without a network. Pure.
import type { OwnPlace } from '../../../../contract/events/places.ts';

/** Without case and accents, as people type in a hurry. */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** The places in which every word that was typed begins a word; by name first, and those that are used most first. */
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

/** The place of just this name. */
export const placeNamed = (places: readonly OwnPlace[], typed: string): OwnPlace | undefined =>
  places.find(({ name }) => folded(name) === folded(typed));
