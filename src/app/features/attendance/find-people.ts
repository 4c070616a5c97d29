// Finding people by a part of their name, without accents and case. Pure.

/** Letters that have no accent to leave out, as the server's search folds them. */
const letters = new Map(
  Object.entries({ ø: 'o', œ: 'oe', æ: 'ae', ß: 'ss', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }),
);

/** Without hyphens and apostrophes, of which keyboards have several kinds. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[øœæßłđðþı]/g, (letter) => letters.get(letter) ?? letter)
    .split(/[\s\p{P}]+/u)
    .filter(Boolean);

/** The people whose name has a part that begins with each typed word: `al pe` finds `Alba Peeters`. */
export function matching<P extends { name: string }>(people: readonly P[], text: string): P[] {
  const wanted = wordsOf(text);
  return people.filter(({ name }) => {
    const parts = wordsOf(name);
    return wanted.every((word) => parts.some((part) => part.startsWith(word)));
  });
}
