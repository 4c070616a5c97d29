// Caches server-rendered pages until their answers or the minute change, and sends them compressed. A page that a whole
// club opens at once is rendered once. Only public pages are cached.
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { accepts } from '../http/answer/accepts.ts';

export type RenderedHtml = {
  text: string;
  status: number;
  headers: Record<string, string>;
  /** A weak ETag: pages that differ only in their render time share it. */
  etag: string;
};

type Entry = {
  /** The minute and the ETags of the answers that the page was rendered from. */
  version: string;
  page: RenderedHtml;
  brotli: Promise<Buffer> | Buffer;
  isSmallest: boolean;
};

export type PageCache = {
  /** The response to `request`; null where the cached page is missing or has another version. */
  get(key: string, version: string, request: Request): Promise<Response> | null;
  set(key: string, version: string, page: RenderedHtml, request: Request): Promise<Response>;
};

const compress = promisify(brotliCompress);
/**
 * For the first response of a page, which may be its only one. A higher quality or a larger window takes more time than the
 * saved bytes are worth.
 */
const quick = { quality: 9, windowBits: 16 };
/** For a long page (about 40 events or more): it stays under 10 kB, for 70 ms off the event loop. */
const long = { quality: 11, windowBits: 16, from: 36_000 };
/** For a page that is requested again. Takes about 0.1 s, off the event loop. */
const best = { quality: 11, windowBits: 22 };
/** About 15 MB of pages. */
const maxEntries = 120;

const brotli = (text: string, { quality, windowBits }: typeof quick) =>
  compress(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: windowBits,
    },
  });

export function createPageCache(): PageCache {
  const entries = new Map<string, Entry>();
  let isImproving = false;

  /** Compresses a requested page again with the best quality, one page at a time. */
  const improve = async (entry: Entry) => {
    isImproving = true;
    entry.isSmallest = true;
    entry.brotli = await brotli(entry.page.text, best).catch(() => entry.brotli);
    isImproving = false;
  };

  const sendAgain = (entry: Entry, request: Request) => {
    if (!entry.isSmallest && !isImproving) void improve(entry);
    return send(entry, request);
  };

  return {
    get(key, version, request) {
      const entry = entries.get(key);
      return entry?.version === version ? sendAgain(entry, request) : null;
    },
    set(key, version, page, request) {
      const before = entries.get(key);
      entries.delete(key);
      // The same page in another minute: reuse the entry that is already compressed.
      if (before?.page.etag === page.etag) {
        entries.set(key, before);
        before.version = version;
        return sendAgain(before, request);
      }
      const entry: Entry = {
        version,
        page,
        brotli: brotli(page.text, page.text.length < long.from ? quick : long),
        isSmallest: false,
      };
      entries.set(key, entry);
      const oldest = entries.keys().next().value;
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
      return send(entry, request);
    },
  };
}

async function send({ page, brotli: compressed }: Entry, request: Request): Promise<Response> {
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
