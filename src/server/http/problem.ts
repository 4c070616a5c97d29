// Problem answers (RFC 9457): what handlers throw and how it becomes a response.

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
 * Thrown anywhere under a handler; becomes an `application/problem+json` answer. `detail` is a sentence for a person, in their
 * language (`t`).
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly errors: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Methods that the path takes, for a 405 (RFC 9110). */
  readonly allow: string[] | undefined;
  /** The object as it is now, for `stale_version`. */
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

/** A refusal of single fields, each with its own message. */
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

/** A refusal of an edit that was made from an older version; `current` is what is true now. */
export function staleVersion(current: unknown): Problem {
  return new Problem('stale_version', t('Someone else changed this in the meantime. Look at it again.'), {
    current,
  });
}

/** The database does not answer in time, cannot write or is damaged. */
export function unavailable(
  detail = t('The server has too much to do right now. Try again in a moment.'),
  retryAfterSeconds = 2,
): Problem {
  return new Problem('unavailable', detail, { retryAfterSeconds });
}

/** What a problem says on the wire, in the language of the request. */
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

/** The same, compressed where the client takes it; `current` may hold a secret, so then it is not. */
export async function encodedProblemResponse(problem: Problem, request: Request): Promise<Response> {
  const init = initOf(problem);
  init.headers.append('Vary', 'Accept-Encoding');
  const body = JSON.stringify(problemBody(problem));
  const coding = problem.current === undefined ? preferredCoding(request, body.length) : null;
  return encodedResponse({ body, encoded: {} }, init, coding);
}

function initOf(problem: Problem): { status: number; headers: Headers } {
  const headers = new Headers({
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    'Content-Language': languageNow(),
    Vary: 'Accept-Language',
  });
  if (problem.retryAfterSeconds) headers.set('Retry-After', String(problem.retryAfterSeconds));
  if (problem.allow) headers.set('Allow', problem.allow.join(', '));
  return { status: problems[problem.code].status, headers };
}

/** For a client that has gone: no one reads it, but the log line has its status (499, as nginx has it). */
export const abortedResponse = () => new Response(null, { status: 499 });
