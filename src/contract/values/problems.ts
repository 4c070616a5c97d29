// All problems of the API (RFC 9457), by code. Plain values, so that the app may import them.
// Their titles are in problem-titles.ts.
// For an object that the viewer may not see, the API answers not_found. 403 is only for sessions that may not act
// (docs/product.md, "Wire rules").
export const problems = {
  malformed_json: { status: 400 },
  invalid_signature: { status: 400 },
  invalid_token: { status: 400 },
  unauthenticated: { status: 401 },
  invalid_credentials: { status: 401 },
  session_ended: { status: 401 },
  cross_site: { status: 403 },
  account_suspended: { status: 403 },
  not_found: { status: 404 },
  method_not_allowed: { status: 405 },
  other_person: { status: 409 },
  not_permitted: { status: 409 },
  registration_closed: { status: 409 },
  invitation_needed: { status: 409 },
  idempotency_mismatch: { status: 409 },
  stale_version: { status: 409 },
  gone: { status: 410 },
  body_too_large: { status: 413 },
  not_json: { status: 415 },
  not_image: { status: 415 },
  not_form: { status: 415 },
  validation_failed: { status: 422 },
  rate_limited: { status: 429 },
  internal: { status: 500 },
  unavailable: { status: 503 },
} as const satisfies Record<string, { status: number }>;

export type ProblemCode = keyof typeof problems;

/** The error of one field. `path` is dotted, from the root of the body, query or path. */
export type FieldError = { path: string; code: string; message: string };

/** The body of every error response: `application/problem+json`. */
export type ProblemBody = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  errors?: FieldError[];
  /** Seconds until the call may be repeated, as in the Retry-After header. */
  retryAfterSeconds?: number;
  /** With `stale_version`: the current object, in the shape of the answer to the edit. */
  current?: unknown;
};
