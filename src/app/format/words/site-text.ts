// The title of an operator's text. Pure.
import type { Block } from '../../../contract/text.ts';

/**
 * Splits a text into its first heading, as its title, and the rest; `title` is null without a first heading.
 * The title is then in the language of the text.
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
