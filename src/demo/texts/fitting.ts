// Texts that fit only some events or people.

/** A text, or one with its condition. */
export type Fitting<About> = string | { text: string; fits: (about: About) => boolean };

/** The texts that fit; the list must hold at least one that always does. */
export function fittingTexts<About>(list: readonly Fitting<About>[], about: About): string[] {
  return list.flatMap((one) => (typeof one === 'string' ? one : one.fits(about) ? one.text : []));
}
