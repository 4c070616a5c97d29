// Compresses answers where the client takes it. Small ones on the spot, since handing them to another thread costs more;
// large ones beside the event loop.
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Coding } from './accepts.ts';

export type Body = string | Uint8Array<ArrayBuffer>;

/** An answer's body and what it was compressed to so far. */
export type Encodable = { body: Body; encoded: Partial<Record<Coding, Uint8Array<ArrayBuffer>>> };

/** In characters; below, headers weigh as much as what is saved. */
const minLength = 1000;
/** In characters; above, the event loop would be held for more than a millisecond. */
const maxOnTheSpot = 64_000;

/** A third of the time of the default quality, for a tenth more bytes. */
const brotli = {
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 2,
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
};

const onTheSpot = {
  br: (body: Body) => brotliCompressSync(body, brotli),
  gzip: (body: Body) => gzipSync(body),
};
const besideTheLoop = {
  br: (body: Body) => promisify(brotliCompress)(body, brotli),
  gzip: (body: Body) => promisify(gzip)(body),
};

/** The body in this coding, remembered beside it; null where compressing does not pay. */
async function encode({ body, encoded }: Encodable, coding: Coding): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body.length < minLength) return null;
  const known = encoded[coding];
  if (known) return known;
  const made = body.length > maxOnTheSpot ? await besideTheLoop[coding](body) : onTheSpot[coding](body);
  encoded[coding] = made;
  return made;
}

/** The answer in this coding; as it is with null, or where compressing does not pay. */
export async function encodedResponse(
  made: Encodable,
  init: { status: number; headers: Headers },
  coding: Coding | null,
): Promise<Response> {
  const encoded = coding && (await encode(made, coding));
  if (coding && encoded) init.headers.set('Content-Encoding', coding);
  return new Response(encoded ?? made.body, init);
}
