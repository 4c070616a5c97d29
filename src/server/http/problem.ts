// Problem answers (RFC 9457): what handlers throw and how it becomes a response.
import { type FieldError, type ProblemBody, type ProblemCode, problems } from '../../contract/problems.ts';

/** Thrown anywhere under a handler; becomes an `application/problem+json` answer. `detail` is a sentence for a person. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly errors: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** What is stored now, for `stale_version`. */
  readonly current: unknown;
  /** Methods that the path takes, for a 405 (RFC 9110). */
  readonly allow: string[] | undefined;

  constructor(
    code: ProblemCode,
    detail: string,
    more: {
      errors?: FieldError[];
      retryAfterSeconds?: number;
      current?: unknown;
      allow?: string[];
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: more.cause });
    this.code = code;
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.current = more.current;
    this.allow = more.allow;
  }
}

/** A refusal of single fields, each with its own message. */
export function invalid(...errors: FieldError[]): Problem {
  return new Problem('validation_failed', 'Some of what was sent cannot be accepted.', { errors });
}

export function notFound(what: string): Problem {
  return new Problem('not_found', `There is no such ${what}, or you may not see it.`);
}

/** An edit of something that changed since it was read; `current` is what a read answers now. */
export function staleVersion(current: unknown): Problem {
  return new Problem('stale_version', 'This was changed in the meantime. Look at it again, then save.', {
    current,
  });
}

/** The response for a problem. */
export function problemResponse(problem: Problem): Response {
  const { status, title } = problems[problem.code];
  const body: ProblemBody = {
    type: `/api/docs#problem-${problem.code}`,
    title,
    status,
    detail: problem.message,
    code: problem.code,
    ...(problem.errors && { errors: problem.errors }),
    ...(problem.current !== undefined && { current: problem.current }),
    ...(problem.retryAfterSeconds && { retryAfterSeconds: problem.retryAfterSeconds }),
  };
  const headers = new Headers({ 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' });
  if (problem.retryAfterSeconds) headers.set('Retry-After', String(problem.retryAfterSeconds));
  if (problem.allow) headers.set('Allow', problem.allow.join(', '));
  return new Response(JSON.stringify(body), { status, headers });
}
