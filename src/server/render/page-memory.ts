// Remembers drawn pages for as long as they would be drawn the same, and sends them: a page that a whole club opens at
// once is drawn once. What is in them is public.
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { accepts } from '../http/answer/accepts.ts';

export type DrawnPage = {
  text: string;
  status: number;
  headers: Record<string, string>;
  /** A weak one: the same for pages that differ in nothing but the time at which they were drawn. */
  etag: string;
};

type Kept = {
  /** Names everything that the page was drawn from. */
  version: string;
  page: DrawnPage;
  brotli: Promise<Buffer> | Buffer;
  isSmallest: boolean;
};

export type PageMemory = {
  /** The answer to `request`, if the page under this key is still of this version. */
  recall(key: string, version: string, request: Request): Promise<Response> | null;
  keep(key: string, version: string, page: DrawnPage, request: Request): Promise<Response>;
};

const compress = promisify(brotliCompress);
/**
 * For a page that may never be asked for again: above this the time costs more than the bytes it saves, and so it does with
 * a window larger than a page.
 */
const quick = { quality: 9, windowBits: 16 };
/** For a long one, of about 40 events and more: on a slow line its bytes weigh more than 20 ms beside the other work. */
const long = { quality: 10, windowBits: 16, from: 36_000 };
/** For one that is asked for again and again. Takes a tenth of a second, beside the other work. */
const best = { quality: 11, windowBits: 22 };
/** About 15 MB of pages. */
const maxKept = 120;

const brotli = (text: string, { quality, windowBits }: typeof quick) =>
  compress(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: windowBits },
  });

export function createPageMemory(): PageMemory {
  const kept = new Map<string, Kept>();
  let isImproving = false;

  /** Compresses a page that is in demand as small as it gets, one page at a time. */
  const improve = async (entry: Kept) => {
    isImproving = true;
    entry.isSmallest = true;
    entry.brotli = await brotli(entry.page.text, best).catch(() => entry.brotli);
    isImproving = false;
  };

  const sendAgain = (entry: Kept, request: Request) => {
    if (!entry.isSmallest && !isImproving) void improve(entry);
    return send(entry, request);
  };

  return {
    recall(key, version, request) {
      const entry = kept.get(key);
      return entry?.version === version ? sendAgain(entry, request) : null;
    },
    keep(key, version, page, request) {
      const before = kept.get(key);
      kept.delete(key);
      // Drawn for another minute and come out the same: the one that is compressed well already stays.
      if (before?.page.etag === page.etag) {
        kept.set(key, before);
        before.version = version;
        return sendAgain(before, request);
      }
      const entry: Kept = {
        version,
        page,
        brotli: brotli(page.text, page.text.length < long.from ? quick : long),
        isSmallest: false,
      };
      kept.set(key, entry);
      const oldest = kept.keys().next().value;
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
      return send(entry, request);
    },
  };
}

async function send({ page, brotli: compressed }: Kept, request: Request): Promise<Response> {
  const { text, status, etag } = page;
  const headers: Record<string, string> = {
    ...page.headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'public, no-cache',
    Vary: 'Accept-Encoding, Accept-Language, Cookie',
    ETag: etag,
  };
  if (status === 200 && request.headers.get('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers });
  if (!accepts('br', request)) return new Response(text, { status, headers });
  const body = new Uint8Array(await compressed);
  return new Response(body, { status, headers: { ...headers, 'Content-Encoding': 'br' } });
}
