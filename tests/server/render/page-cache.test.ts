// The compression level of a page's first response.
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { createPageCache } from '../../../src/server/render/page-cache.ts';

/** A list with `count` entries, each a little different. */
const listOf = (count: number) =>
  Array.from(
    { length: count },
    (_, at) =>
      `<li class="row"><a href="/events/public/${(at * 7919).toString(36)}"><h3>Training ${at * at}</h3></a><p class="line">${9 + (at % 9)}:${10 + (at % 50)} · Hall ${at % 7}, pitch ${at % 13}</p><span class="badge">${at % 11} places left</span></li>`,
  ).join('');

async function firstSize(text: string): Promise<number> {
  const request = new Request('http://localhost/', { headers: { 'accept-encoding': 'br' } });
  const page = { text, status: 200, headers: {}, etag: 'W/"a"' };
  const response = await createPageCache().set('key', 'version', page, request);
  return (await response.arrayBuffer()).byteLength;
}

const quickSize = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).byteLength;

test('a long page gets a larger compression budget than a short one', async () => {
  const [short, long] = [listOf(20), listOf(300)];
  expect(await firstSize(short)).toBeGreaterThan(0.99 * quickSize(short));
  expect(await firstSize(long)).toBeLessThan(0.97 * quickSize(long));
});
