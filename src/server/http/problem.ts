// Problem details (RFC 9457): the error that handlers throw, and its response.

import { problemTitles } from '../../contract/problem-titles.ts';
import {
  type FieldError,
  type ProblemBody,
  type ProblemCode,
  problems,
} from '../../contract/values/problems.ts';
import { languageNow, t } from '../words/t.ts';
import { preferredCoding } from './answer/accepts.ts';
import { encodedResponse } from './answer/compress.ts';

/**
 * Thrown by a handler or a function it calls; becomes an `application/problem+json` response. `detail` is a sentence for
 * people, in the language of the request (`t`).
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly errors: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Allowed methods of the path, for a 405 (RFC 9110). */
  readonly allow: string[] | undefined;
  /** The current object, for `stale_version`. */
  readonly current: unknown;

  constructor(
    code: ProblemCode,
    detail: string,
    more: {
      errors?: FieldError[];
      retryAfterSeconds?: number;
      allow?: string[];
      current?: unknown;
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: more.cause });
    this.code = code;
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.allow = more.allow;
    this.current = more.current;
  }
}

/** validation_failed with an error for each invalid field. */
export function invalid(...errors: FieldError[]): Problem {
  return new Problem('validation_failed', t('Check the fields that are marked.'), { errors });
}

type Thing =
  | 'absence'
  | 'calendar'
  | 'calendarLink'
  | 'device'
  | 'event'
  | 'import'
  | 'invitation'
  | 'inviteLink'
  | 'member'
  | 'organization'
  | 'payment'
  | 'person'
  | 'picture'
  | 'place'
  | 'reply'
  | 'series'
  | 'team'
  | 'text'
  | 'other';

export function notFound(what: Thing): Problem {
  return new Problem(
    'not_found',
    t(
      "We can't find this {what, select, absence {absence} calendar {calendar} calendarLink {calendar link} device {device} event {event} import {import} invitation {invitation} inviteLink {invite link} member {member} organization {organization} payment {payment} person {person} picture {picture} place {place} reply {reply} series {series} team {team} text {text} other {page}}, or you can't see it.",
      { what },
    ),
  );
}

/** stale_version: the edit was made from an older version; `current` is the current object. */
export function staleVersion(current: unknown): Problem {
  return new Problem('stale_version', t('Someone else changed this in the meantime. Look at it again.'), {
    current,
  });
}

/** unavailable (503): the database is unreachable, not writable or damaged. */
export function unavailable(
  detail = t('The server has too much to do right now. Try again in a moment.'),
  retryAfterSeconds = 2,
): Problem {
  return new Problem('unavailable', detail, { retryAfterSeconds });
}

/** The JSON body of a problem, in the language of the request. */
export function problemBody(problem: Problem): ProblemBody {
  const { status } = problems[problem.code];
  return {
    type: `/api/docs#problem-${problem.code}`,
    title: t(problemTitles[problem.code]),
    status,
    detail: problem.message,
    code: problem.code,
    ...(problem.errors && { errors: problem.errors }),
    ...(problem.retryAfterSeconds && { retryAfterSeconds: problem.retryAfterSeconds }),
    ...(problem.current !== undefined && { current: problem.current }),
  };
}

/** The response for a problem. */
export function problemResponse(problem: Problem): Response {
  return new Response(JSON.stringify(problemBody(problem)), initOf(problem));
}

/**
 * The same, compressed where the client accepts it. `current` may hold a secret, so then neither we nor a proxy compress it
 * (BREACH).
 */
export async function encodedProblemResponse(problem: Problem, request: Request): Promise<Response> {
  const init = initOf(problem);
  init.headers.append('Vary', 'Accept-Encoding');
  const body = JSON.stringify(problemBody(problem));
  const isSecret = problem.current !== undefined;
  if (isSecret) init.headers.append('Cache-Control', 'no-transform');
  const coding = isSecret ? null : preferredCoding(request, body.length);
  return encodedResponse({ body, encoded: {} }, init, coding);
}

/**
 * A 401 names how to authenticate (RFC 9110, 15.5.2). No scheme is registered for sessions in cookies; browsers ignore
 * one that they do not know, and so show no password prompt.
 */
const challenge = 'Cookie realm="Sideline"';

function initOf(problem: Problem): { status: number; headers: Headers } {
  const headers = new Headers({
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    'Content-Language': languageNow(),
    Vary: 'Accept-Language',
  });
  if (problem.retryAfterSeconds) headers.set('Retry-After', String(problem.retryAfterSeconds));
  if (problem.allow) headers.set('Allow', problem.allow.join(', '));
  const { status } = problems[problem.code];
  if (status === 401) headers.set('WWW-Authenticate', challenge);
  return { status, headers };
}

/** The client has closed the connection, so no one reads this; the log line has its status (499, as in nginx). */
export const abortedResponse = () => new Response(null, { status: 499 });
