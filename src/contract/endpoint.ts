// The type of an endpoint. Server, documentation and tests read endpoints as data; the app uses their types.
import type { z } from 'zod';
import type { ProblemCode } from './values/problems.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * `public`: without a session, and the answer is the same for all. `optional`: the answer depends on the session, if any.
 * `session`: 401 without a session.
 */
export type Access = 'public' | 'optional' | 'session';

/**
 * How the device may store the call.
 * `never`: not at all. `public`: the worker may cache the answer. `saved`: the app saves the answer for this user.
 * `queued`: the outbox may queue the write; with its `Idempotency-Key` the server applies it only once.
 */
export type Offline = 'never' | 'public' | 'saved' | 'queued';

export type Endpoint = {
  operationId: string;
  summary: string;
  tag: 'accounts' | 'explore' | 'events' | 'groups' | 'people' | 'me' | 'system';
  access: Access;
  offline: Offline;
  /**
   * Of a read below a team, an organization or an event: the field of that one's own answer that is false or null for a viewer whom
   * this read is refused. The device then deletes what it has saved of it.
   */
  grantedBy?: 'roster' | `can.${string}`;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Largest JSON body in bytes, if not `limits.bodyBytes`. The server reads a larger body only with a session. */
  bodyBytes?: number;
  /** The Markdown field of the body. The server parses it before the transaction, and refuses the call if that fails. */
  markdownField?: string;
  /**
   * A body without a schema: `image` is a JPEG, PNG or WebP file; `signed` is the raw JSON text, because its signature
   * must be verified before it is parsed.
   */
  bodyType?: 'image' | 'signed';
  /** The success status and the schema of its body; `null` if it has no body. */
  status: 200 | 201 | 202 | 204;
  answer: z.ZodType | null;
  /** The content type, if the answer is not JSON. An event stream has no end of its own. */
  answerType?:
    | 'text/calendar; charset=utf-8'
    | 'text/csv; charset=utf-8'
    | 'image/webp'
    | 'text/event-stream';
  /**
   * A field of the answer that contains a secret. The server does not compress such an answer: next to text that others
   * write, its compressed size would leak the secret (BREACH).
   */
  secretField?: string;
  /** The file name, if browsers download the answer (Content-Disposition). */
  fileName?: string;
  /** `max-age` in the Cache-Control of the answer; without it, caches must revalidate each time. */
  maxAgeSeconds?: number;
  /**
   * Of a write: the reads whose answers it changes. The app refetches those on the screen once the write is acknowledged.
   * A `queued` write must list all of them.
   */
  affects?: readonly `GET /${string}`[];
  /** `immutable` in the Cache-Control: the URL contains the hash of the content. */
  isImmutable?: true;
  /** The problems of this endpoint besides `sharedProblems`. */
  problems: readonly ProblemCode[];
};

/** Preserves the literal type of each endpoint, so that handlers and calls are checked against it. */
export function endpoints<const T extends Record<`${Method} /${string}`, Endpoint>>(table: T): T {
  return table;
}

/** The problems of an endpoint that follow from its properties. */
export function sharedProblems(key: string, endpoint: Endpoint): ProblemCode[] {
  const codes: ProblemCode[] = ['rate_limited', 'internal', 'unavailable'];
  if (endpoint.access !== 'public')
    codes.push('unauthenticated', 'session_ended', 'account_suspended', 'other_person');
  if (endpoint.params) codes.push('not_found');
  if (endpoint.query || endpoint.body || endpoint.params) codes.push('validation_failed');
  if (endpoint.offline === 'queued') codes.push('idempotency_mismatch', 'validation_failed');
  if (!key.startsWith('GET ')) codes.push('cross_site', 'body_too_large');
  if (endpoint.bodyType === 'image') codes.push('not_image', 'validation_failed');
  else if (!key.startsWith('GET ')) codes.push('not_json', 'malformed_json');
  return codes;
}
