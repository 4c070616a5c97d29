// The response headers that the OpenAPI document names.
import type { Endpoint } from '../../contract/endpoint.ts';
import { serverTimeHeader } from '../../contract/values/headers.ts';

const text = (description: string) => ({ description, schema: { type: 'string' } });
const count = (description: string) => ({ description, schema: { type: 'integer' } });

/** By their name in the document. */
export const headers = {
  CacheControl: text('Who may store the answer. `no-store` where it depends on the session'),
  ContentDisposition: text('The name of the file'),
  ContentLanguage: text('The language of the texts in the body'),
  ETag: text('Names the content. Send it as `If-None-Match` to get 304 while nothing has changed'),
  RequestId: text('Names the request in the log of the server'),
  RetryAfter: count('Seconds until the call may be repeated'),
  ServerTime: count('The time of the server in milliseconds since 1970'),
  SetCookie: text('The cookies of the session'),
  Vary: text('The request headers that the answer depends on'),
  WwwAuthenticate: text('How to authenticate: by the cookies of a session'),
};

const ref = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` });

const always = {
  'Cache-Control': ref('CacheControl'),
  [serverTimeHeader]: ref('ServerTime'),
  'x-request-id': ref('RequestId'),
};

/** Calls that open, renew or end a session. */
const settingCookies = [
  'login',
  'logout',
  'refreshSession',
  'resetPassword',
  'endSession',
  'deleteMyAccount',
];

/** Of a success and of 304. */
export const headersOf = (call: string, { operationId, fileName, answer, answerType, access }: Endpoint) => ({
  ...always,
  ...(call.startsWith('GET ') && answerType !== 'text/event-stream' && { ETag: ref('ETag') }),
  ...(((answer !== null && answerType !== 'text/event-stream') || access === 'optional') && {
    Vary: ref('Vary'),
  }),
  ...(fileName && { 'Content-Disposition': ref('ContentDisposition') }),
  ...(settingCookies.includes(operationId) && { 'Set-Cookie': ref('SetCookie') }),
});

export const headersOfProblem = (status: number) => ({
  ...always,
  'Content-Language': ref('ContentLanguage'),
  Vary: ref('Vary'),
  ...((status === 429 || status === 503) && { 'Retry-After': ref('RetryAfter') }),
  ...(status === 401 && { 'WWW-Authenticate': ref('WwwAuthenticate') }),
});
