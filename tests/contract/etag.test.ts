import { expect, test } from 'vitest';
import { contentHashOf } from '../../src/contract/values/etag.ts';

test.each([
  ['"bAS1qszc3Pl0-_wW"', 'bAS1qszc3Pl0-_wW'],
  ['"bAS1qszc3Pl0-_wW-zstd"', 'bAS1qszc3Pl0-_wW'],
  ['"bAS1qszc3Pl0-_wW/gzip"', 'bAS1qszc3Pl0-_wW'],
  ['W/"bAS1qszc3Pl0-_wW"', 'bAS1qszc3Pl0-_wW'],
  ['"short"', null],
  [null, null],
])('the ETag of %s', (etag, name) => expect(contentHashOf(etag)).toBe(name));
