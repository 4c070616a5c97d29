// Compresses response bodies. Small ones synchronously, as another thread costs more than it saves; large ones off the event
// loop.
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Coding } from './accepts.ts';

export type Body = string | Uint8Array<ArrayBuffer>;

/** A body with its compressed copies so far. */
export type Encodable = { body: Body; encoded: Partial<Record<Coding, Uint8Array<ArrayBuffer>>> };

/** In characters; a shorter body saves no more bytes than the header costs. */
const minLength = 1000;
/** In characters; a longer body would block the event loop for more than a millisecond. */
const maxSyncLength = 64_000;

/** A third of the time of the default quality, for a tenth more bytes. */
const brotli = {
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 2,
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
};

const synchronously = {
  br: (body: Body) => brotliCompressSync(body, brotli),
  gzip: (body: Body) => gzipSync(body),
};
const offEventLoop = {
  br: (body: Body) => promisify(brotliCompress)(body, brotli),
  gzip: (body: Body) => promisify(gzip)(body),
};

/** The body in this coding, cached in `encoded`; null for a body that is too short. */
async function encode({ body, encoded }: Encodable, coding: Coding): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body.length < minLength) return null;
  const known = encoded[coding];
  if (known) return known;
  const made = body.length > maxSyncLength ? await offEventLoop[coding](body) : synchronously[coding](body);
  encoded[coding] = made;
  return made;
}

/** The response in this coding; uncompressed with null, or for a body that is too short. */
export async function encodedResponse(
  made: Encodable,
  init: { status: number; headers: Headers },
  coding: Coding | null,
): Promise<Response> {
  const encoded = coding && (await encode(made, coding));
  if (coding && encoded) init.headers.set('Content-Encoding', coding);
  return new Response(encoded ?? made.body, init);
}
