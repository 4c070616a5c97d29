// Finding people by a part of their name, without accents and case. Pure.

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The people whose name has a part that begins with each typed word: `al pe` finds `Alba Peeters`. */
export function matching<P extends { name: string }>(people: readonly P[], text: string): P[] {
  const wanted = plain(text).split(/\s+/).filter(Boolean);
  return people.filter(({ name }) => {
    const parts = plain(name).split(/[\s-]+/);
    return wanted.every((word) => parts.some((part) => part.startsWith(word)));
  });
}
