// Drafts of long forms, saved in localStorage with every keystroke, so that a reload, a crash or a day offline loses
// nothing. Logout deletes them.
import { localItems, sessionItems } from '../storage.ts';

const prefixOf = (userId: string) => `draft ${userId} `;

/** The draft of this name; null if there is none, or if `isDraft` rejects it. */
export const readDraft = <T>(
  userId: string,
  name: string,
  isDraft: (value: unknown) => value is T,
): T | null => localItems.getJson(prefixOf(userId) + name, isDraft);

/** Saves a draft; null deletes it. */
export const saveDraft = (userId: string, name: string, draft: object | null): void =>
  void localItems.setJson(prefixOf(userId) + name, draft);

/** Also those of short forms, in this tab. */
export function forgetDrafts(userId: string): void {
  for (const items of [localItems, sessionItems]) items.removeAll(prefixOf(userId));
}
