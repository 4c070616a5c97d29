// Drafts of long forms, saved in localStorage with every keystroke, so that a reload, a crash or a day offline loses
// nothing. Logout deletes them.

const prefixOf = (userId: string) => `draft ${userId} `;
/** Drafts if storage is blocked: they last until the page closes. */
const inMemory = new Map<string, string>();

/** The draft of this name; null if there is none, or if `isDraft` rejects it. */
export function readDraft<T>(
  userId: string,
  name: string,
  isDraft: (value: unknown) => value is T,
): T | null {
  const key = prefixOf(userId) + name;
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? inMemory.get(key) ?? 'null');
    return isDraft(value) ? value : null;
  } catch {
    return null;
  }
}

/** Saves a draft; null deletes it. */
export function saveDraft(userId: string, name: string, draft: object | null): void {
  const key = prefixOf(userId) + name;
  inMemory.delete(key);
  try {
    if (draft === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    if (draft !== null) inMemory.set(key, JSON.stringify(draft));
  }
}

export function forgetDrafts(userId: string): void {
  const isTheirs = (key: string) => key.startsWith(prefixOf(userId));
  for (const key of [...inMemory.keys()].filter(isTheirs)) inMemory.delete(key);
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage).filter(isTheirs)) storage.removeItem(key);
  } catch {
    // Storage is blocked, so it holds no drafts.
  }
}
