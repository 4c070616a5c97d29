// An answer with its ETag, which a handler may have known before it made the answer.
import { hash } from 'node:crypto';
import { contentNameLength, contentNameOf } from '../../../contract/values/etag.ts';
import type { Encodable } from './compress.ts';

export class MadeAnswer implements Encodable {
  readonly body: Encodable['body'];
  readonly encoded: Encodable['encoded'] = {};
  /** A weak one, as the codings of an answer share it. */
  readonly etag: string;

  /** Without an ETag it is made of the body. */
  constructor(body: Encodable['body'], etag = etagOf(body)) {
    this.body = body;
    this.etag = etag;
  }
}

const etagOf = (body: Encodable['body']) =>
  `W/"${hash('sha1', body, 'base64url').slice(0, contentNameLength)}"`;

/** Whether `If-None-Match` names this ETag, by the content's name: a proxy that compresses may mark the tag in its own way. */
export function isUnchanged({ headers }: { headers: Headers }, etag: string): boolean {
  const header = headers.get('if-none-match');
  if (header === null) return false;
  const name = contentNameOf(etag);
  return header.split(',').some((tag) => tag.trim() === '*' || contentNameOf(tag) === name);
}
