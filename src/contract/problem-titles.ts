// The titles of the problems (RFC 9457). The app shows only the details, so it does not import the titles.
import { said } from './said.ts';
import type { ProblemCode } from './values/problems.ts';

export const problemTitles: Record<ProblemCode, string> = {
  malformed_json: said('The body is not JSON'),
  invalid_signature: said('The signature is not valid'),
  invalid_token: said('The link is not valid any more'),
  unauthenticated: said('Sign in first'),
  invalid_credentials: said('Wrong username or password'),
  session_ended: said('The session has ended'),
  cross_site: said('Requests from other sites are refused'),
  account_suspended: said('The account is suspended'),
  not_found: said('Not found'),
  method_not_allowed: said('Method not allowed'),
  other_person: said('Someone else is signed in'),
  not_permitted: said('Not permitted'),
  registration_closed: said('No new accounts can be created'),
  invitation_needed: said('An account needs an invitation'),
  idempotency_mismatch: said('The key was used for something else'),
  stale_version: said('Changed in the meantime'),
  gone: said('No longer here'),
  body_too_large: said('The body is too large'),
  not_json: said('The body must be application/json'),
  not_image: said('The body must be a JPEG, PNG or WebP picture'),
  not_form: said('The body must be a form'),
  validation_failed: said('Some fields need attention'),
  rate_limited: said('Too many requests'),
  internal: said('Internal Server Error'),
  unavailable: said('Not available right now'),
};
