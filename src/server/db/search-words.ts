// The words of names and texts, as they are sorted and searched on both engines.

export type SearchKind = 'event' | 'user' | 'organization' | 'team';

/** Lower case without diacritics, for sorting and searching names: `Águeda Ørsted` → `agueda orsted`. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[øœæßłđðþı]/g, (letter) => letters[letter] ?? letter);
}
/**
 * The sort key of a name. Bounded, as cursors contain it: one letter can fold to eighteen. The ids order names that are equal up
 * to there.
 */
export const sortName = (name: string): string => [...fold(name)].slice(0, 160).join('');

const letters: Record<string, string> = {
  ø: 'o',
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** The words of a text for documents and searches: folded letters and digits. */
const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The distinct words of a search text, at most eight, as each costs a look-up. */
export const searchWords = (text: string): string[] => [...new Set(wordsOf(text))].slice(0, 8);

/**
 * The first character of the word that marks a document's kind. Both engines treat a private-use character as part of a word,
 * and `wordsOf` drops it, so that no typed text becomes a marker or its prefix.
 */
export const markerSign = '\uE000';
export const markerOf = (kind: SearchKind) => `${markerSign}${kind}`;

/** The `body` of a search document, with its kind as a marker word, so that one index serves all kinds. */
export function searchBody(kind: SearchKind, texts: (string | null | undefined)[]): string {
  const words = texts.flatMap((text) => (text ? wordsOf(text) : []));
  return [markerOf(kind), ...words].join(' ');
}
