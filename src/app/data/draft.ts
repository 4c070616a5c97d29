// What someone has typed and not sent yet, kept on their device with every keystroke: a reload, a crash or a day without
// signal loses nothing. It goes with signing out.

const prefixOf = (userId: string) => `draft ${userId} `;
/** Where storage is blocked a draft lasts until the page is left. */
const unkept = new Map<string, string>();

/** The draft of this name, or null. Whoever kept it knows its shape. */
export function readDraft<T>(userId: string, name: string): T | null {
  const key = prefixOf(userId) + name;
  try {
    return JSON.parse(localStorage.getItem(key) ?? unkept.get(key) ?? 'null') as T | null;
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
    for (const key of Object.keys(localStorage).filter(isTheirs)) localStorage.removeItem(key);
  } catch {
    // Nothing is kept there.
  }
}
