// What someone has typed and not sent yet, kept on their device with every keystroke: a reload, a crash or a day without
// signal loses nothing. It goes with signing out.

const prefixOf = (userId: string) => `draft ${userId} `;
/** Where storage is blocked a draft lasts until the page is left. */
const unkept = new Map<string, string>();

/** The draft of this name; null where there is none, or one that `isDraft` does not know. */
export function readDraft<T>(
  userId: string,
  name: string,
  isDraft: (value: unknown) => value is T,
): T | null {
  const key = prefixOf(userId) + name;
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? unkept.get(key) ?? 'null');
    return isDraft(value) ? value : null;
  } catch {
    return null;
  }
}

/** Keeps a draft; null drops it. */
export function keepDraft(userId: string, name: string, draft: object | null): void {
  const key = prefixOf(userId) + name;
  unkept.delete(key);
  try {
    if (draft === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    if (draft !== null) unkept.set(key, JSON.stringify(draft));
  }
}

export function forgetDrafts(userId: string): void {
  const isTheirs = (key: string) => key.startsWith(prefixOf(userId));
  for (const key of [...unkept.keys()].filter(isTheirs)) unkept.delete(key);
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage).filter(isTheirs)) storage.removeItem(key);
  } catch {
    // Nothing is kept there.
  }
}
