// Descriptions as blocks: refused at the write where they cannot be formatted, remembered so that reads cost nothing.

import type { Block } from '../../contract/text.ts';
import { markdownComplaint } from '../../contract/values/markdown-limits.ts';
import { invalid, Problem } from '../http/problem.ts';
import { t } from '../words/t.ts';
import { createMarkdownThread } from './markdown-thread.ts';
import { NotParsed } from './parse-thread.ts';

/** Characters of the texts whose blocks are remembered: those of a few thousand events. */
const maxCachedCharacters = 4_000_000;
/** A text that took too long is tried again after this: the machine may have been the cause. */
const retryMs = 60_000;

/** `blocks` is null where the text cannot be parsed. */
type Cached = { blocks: Block[] | null; until: number };

const cache = new Map<string, Cached>();
const underWay = new Map<string, Promise<Block[]>>();
let cachedCharacters = 0;

const thread = createMarkdownThread();

/**
 * The blocks of a stored description. One that cannot be parsed, such as a row from before there were limits, comes as
 * plain text.
 */
export async function blocksOf(markdown: string): Promise<Block[]> {
  try {
    return await parsed(markdown);
  } catch (error) {
    if (error instanceof NotParsed) return plainBlocks(markdown);
    throw error;
  }
}

/**
 * Parses a description before it is stored, outside any transaction. Throws 422 at `path` for one that takes too long,
 * and 503 where too many are being parsed.
 */
export async function demandFormattable(path: string, markdown: string | undefined): Promise<void> {
  try {
    if (markdown !== undefined) await parsed(markdown);
  } catch (error) {
    if (!(error instanceof NotParsed)) throw error;
    if (error.reason === 'busy')
      throw new Problem(
        'unavailable',
        t('A lot of texts are being saved right now. Try again in a moment.'),
        {
          retryAfterSeconds: 2,
        },
      );
    throw invalid({
      path,
      code: 'too_complex',
      message: t('This text takes too long to format. Use fewer lists, quotes and formatting marks'),
    });
  }
}

async function parsed(markdown: string): Promise<Block[]> {
  if (markdown === '') return [];
  const known = cache.get(markdown);
  if (known && known.until > performance.now()) {
    if (known.blocks) return known.blocks;
    throw new NotParsed('slow');
  }
  const made = underWay.get(markdown) ?? parseAndKeep(markdown).finally(() => underWay.delete(markdown));
  underWay.set(markdown, made);
  return made;
}

async function parseAndKeep(markdown: string): Promise<Block[]> {
  try {
    if (markdownComplaint(markdown)) throw new NotParsed('slow');
    const blocks = await thread.parse(markdown);
    keep(markdown, { blocks, until: Number.POSITIVE_INFINITY });
    return blocks;
  } catch (error) {
    if (error instanceof NotParsed && error.reason === 'slow')
      keep(markdown, { blocks: null, until: performance.now() + retryMs });
    throw error;
  }
}

function keep(markdown: string, cached: Cached): void {
  if (cache.delete(markdown)) cachedCharacters -= markdown.length;
  cache.set(markdown, cached);
  cachedCharacters += markdown.length;
  // The oldest go first; a map keeps the order in which they came.
  for (const oldest of cache.keys()) {
    if (cachedCharacters <= maxCachedCharacters) break;
    cache.delete(oldest);
    cachedCharacters -= oldest.length;
  }
}

/** The text as it was typed, a paragraph for each part between blank lines. */
function plainBlocks(markdown: string): Block[] {
  return markdown
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((text) => ({ type: 'paragraph', children: [{ text }] }));
}
