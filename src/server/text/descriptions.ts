// Parses descriptions (Markdown) into blocks, with a cache for reads. A write is refused when its text cannot be parsed.

import type { Block, Inline } from '../../contract/text.ts';
import { markdownError } from '../../contract/values/markdown-limits.ts';
import { invalid, Problem } from '../http/problem.ts';
import { t } from '../words/t.ts';
import { createMarkdownThread } from './markdown-thread.ts';
import { NotParsed } from './parse-thread.ts';

/** The most characters of cached texts: those of a few thousand events. */
const maxCachedCharacters = 4_000_000;
/** A text that timed out is parsed again after this, as the machine may have been busy. */
const retryMs = 60_000;

/** `blocks` is null where the text cannot be parsed. */
type Cached = { blocks: Block[] | null; until: number };

const cache = new Map<string, Cached>();
const pending = new Map<string, Promise<Block[]>>();
let cachedCharacters = 0;

const thread = createMarkdownThread();

/**
 * The blocks of a stored description. A text that cannot be parsed, such as one older than the limits, is returned as plain
 * text.
 */
export async function blocksOf(markdown: string): Promise<Block[]> {
  try {
    return await parsed(markdown);
  } catch (error) {
    if (error instanceof NotParsed) return plainBlocks(markdown);
    throw error;
  }
}

/** A stored description as text without formatting, for calendars. */
export async function plainTextOf(markdown: string): Promise<string> {
  const blocks = await blocksOf(markdown);
  return blocks
    .map((block) =>
      block.type === 'list'
        ? block.items
            .map((item, index) => `${block.ordered ? `${index + 1}.` : '-'} ${inlineText(item)}`)
            .join('\n')
        : inlineText(block.children),
    )
    .join('\n\n');
}

/** A link whose text is not its address is followed by it. */
const inlineText = (inlines: readonly Inline[]) =>
  inlines
    .map(({ text, href }) => {
      const address = href?.replace(/^mailto:/, '');
      return address === undefined || isSameAddress(address, text) ? text : `${text} (${address})`;
    })
    .join('');

const isSameAddress = (address: string, text: string) =>
  address.replace(/\/$/, '') === text.replace(/\/$/, '');

/**
 * Parses a description before it is stored, outside any transaction. Throws 422 at `path` for one that takes too long,
 * and 503 where too many are being parsed.
 */
export async function requireParsable(path: string, markdown: string | undefined): Promise<void> {
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
  const made = pending.get(markdown) ?? parseAndCache(markdown).finally(() => pending.delete(markdown));
  pending.set(markdown, made);
  return made;
}

async function parseAndCache(markdown: string): Promise<Block[]> {
  try {
    if (markdownError(markdown)) throw new NotParsed('slow');
    const blocks = await thread.parse(markdown);
    store(markdown, { blocks, until: Number.POSITIVE_INFINITY });
    return blocks;
  } catch (error) {
    if (error instanceof NotParsed && error.reason === 'slow')
      store(markdown, { blocks: null, until: performance.now() + retryMs });
    throw error;
  }
}

function store(markdown: string, cached: Cached): void {
  if (cache.delete(markdown)) cachedCharacters -= markdown.length;
  cache.set(markdown, cached);
  cachedCharacters += markdown.length;
  // Evict the oldest first, in the insertion order of the map.
  for (const oldest of cache.keys()) {
    if (cachedCharacters <= maxCachedCharacters) break;
    cache.delete(oldest);
    cachedCharacters -= oldest.length;
  }
}

/** The unformatted text, with a paragraph for each part between blank lines. */
function plainBlocks(markdown: string): Block[] {
  return markdown
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((text) => ({ type: 'paragraph', children: [{ text }] }));
}
