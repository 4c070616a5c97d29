// Every problem the API can answer (RFC 9457), by its code. Plain values, so the page may import them.
// A person who may not see an object gets not_found; 403 is only for sessions that may not act (docs/product.md, "Wire rules").

export const problems = {
  malformed_json: { status: 400, title: 'The body is not JSON' },
  invalid_signature: { status: 400, title: 'The signature is not valid' },
  invalid_token: { status: 400, title: 'The link is not valid any more' },
  unauthenticated: { status: 401, title: 'Sign in first' },
  invalid_credentials: { status: 401, title: 'Wrong username or password' },
  session_ended: { status: 401, title: 'The session has ended' },
  cross_site: { status: 403, title: 'Requests from other sites are refused' },
  account_suspended: { status: 403, title: 'The account is suspended' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  other_person: { status: 409, title: 'Someone else is signed in' },
  not_permitted: { status: 409, title: 'Not permitted' },
  registration_closed: { status: 409, title: 'No new accounts can be created' },
  invitation_needed: { status: 409, title: 'An account needs an invitation' },
  idempotency_mismatch: { status: 409, title: 'The key was used for something else' },
  stale_version: { status: 409, title: 'Changed in the meantime' },
  gone: { status: 410, title: 'No longer here' },
  body_too_large: { status: 413, title: 'The body is too large' },
  not_json: { status: 415, title: 'The body must be application/json' },
  not_image: { status: 415, title: 'The body must be a JPEG, PNG or WebP picture' },
  not_form: { status: 415, title: 'The body must be a form' },
  validation_failed: { status: 422, title: 'Some fields need attention' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Internal Server Error' },
  unavailable: { status: 503, title: 'Not available right now' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/** One field that was refused. `path` is dotted, from the root of the body, query or path. */
export type FieldError = { path: string; code: string; message: string };

/** The body of every answer that is not a success: `application/problem+json`. */
export type ProblemBody = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  errors?: FieldError[];
  /** Seconds until the call may be repeated, beside the Retry-After header. */
  retryAfterSeconds?: number;
  /** With `stale_version`: the object as it is now, in the shape the edit answers. */
  current?: unknown;
};
