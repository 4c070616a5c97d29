// What an endpoint is: data that the server, the documentation and the tests read, and whose types the page reads.
import type { z } from 'zod';
import type { ProblemCode } from './values/problems.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * `public`: anyone, and the answer is the same for all. `optional`: anyone, but the answer depends on who asks.
 * `session`: only with a session; without one 401.
 */
export type Access = 'public' | 'optional' | 'session';

/**
 * What the device may do with it.
 * `never`: nothing is kept. `public`: the worker may keep the answer. `saved`: the page keeps it for this user.
 * `queued`: a write that may wait on the device; it takes an `Idempotency-Key`, and happens once however often it is sent.
 */
export type Offline = 'never' | 'public' | 'saved' | 'queued';

export type Endpoint = {
  operationId: string;
  summary: string;
  tag: 'accounts' | 'explore' | 'events' | 'groups' | 'people' | 'me' | 'system';
  access: Access;
  offline: Offline;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Largest JSON body in bytes, where it is not `limits.bodyBytes`: read only from people who are signed in. */
  bodyBytes?: number;
  /** The field of the body that holds Markdown: it is formatted before the write begins, and refused where that fails. */
  markdownField?: string;
  /**
   * A body that no schema describes: `image` is the bytes of a JPEG, PNG or WebP picture; `signed` is JSON as it was
   * sent, whose signature is checked before anything in it is believed.
   */
  bodyType?: 'image' | 'signed';
  /** The one success status and the shape it carries; `null` where the answer has no body. */
  status: 200 | 201 | 202 | 204;
  answer: z.ZodType | null;
  /** Set where the answer is not JSON: the text or bytes that `answer` describes, of this type. */
  answerType?: 'text/calendar; charset=utf-8' | 'image/webp';
  /**
   * The field of the answer that is a secret, where it is not null. Such an answer is not compressed: beside text that
   * others write, its size would give the secret away (BREACH).
   */
  secretField?: string;
  /** Set where a browser saves the answer as a file of this name. */
  fileName?: string;
  /** How long anyone may keep the answer without asking again; checked every time when absent. */
  maxAgeSeconds?: number;
  /**
   * Of a write: the reads whose answers it changes. Those on a screen are asked for again once it is settled. A write
   * that may wait says them all.
   */
  affects?: readonly `GET /${string}`[];
  /** The address names the content, so an answer never changes. */
  isImmutable?: true;
  /** What may be answered beyond those that every endpoint shares (see `sharedProblems`). */
  problems: readonly ProblemCode[];
};

/** Keeps each endpoint's precise type, so that handlers and calls are checked against it. */
export function endpoints<const T extends Record<`${Method} /${string}`, Endpoint>>(table: T): T {
  return table;
}

/** Problems that any call may answer, by its shape: documentation and tests read the same rule. */
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
