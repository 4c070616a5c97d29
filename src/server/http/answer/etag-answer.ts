// An answer with its ETag. A handler may know the ETag before it makes the body.
import { hash } from 'node:crypto';
import { contentHashLength, contentHashOf } from '../../../contract/values/etag.ts';
import type { Encodable } from './compress.ts';

export class EtagAnswer implements Encodable {
  readonly body: Encodable['body'];
  readonly encoded: Encodable['encoded'] = {};
  /** A weak ETag, as all content codings share it. */
  readonly etag: string;

  /** The default ETag is a hash of the body. */
  constructor(body: Encodable['body'], etag = etagOf(body)) {
    this.body = body;
    this.etag = etag;
  }
}

const etagOf = (body: Encodable['body']) =>
  `W/"${hash('sha1', body, 'base64url').slice(0, contentHashLength)}"`;

/** Whether `If-None-Match` names this ETag. Compares the content name only, as a compressing proxy may change the tag. */
export function isUnchanged({ headers }: { headers: Headers }, etag: string): boolean {
  const header = headers.get('if-none-match');
  if (header === null) return false;
  const name = contentHashOf(etag);
  return header.split(',').some((tag) => tag.trim() === '*' || contentHashOf(tag) === name);
}
