// The title of a text that brings its own. Pure.
import type { Block } from '../../contract/text.ts';

/**
 * The heading that a text begins with, as its title, and the rest; `title` is null where it begins otherwise. So the page
 * of a text has a title in the text's own language.
 */
export function titled(text: readonly Block[]): { title: string | null; blocks: readonly Block[] } {
  const [first, ...rest] = text;
  if (first?.type !== 'heading') return { title: null, blocks: text };
  const title = first.children
    .map((run) => run.text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  return title === '' ? { title: null, blocks: text } : { title, blocks: rest };
}
