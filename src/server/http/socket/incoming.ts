// Reads and validates the body, query and origin of a request before its handler runs.
import type { z } from 'zod';
import { said } from '../../../contract/said.ts';
import { limits } from '../../../contract/values/limits.ts';
import type { FieldError } from '../../../contract/values/problems.ts';
import { t, translated } from '../../words/t.ts';
import { invalid, Problem } from '../problem.ts';

/**
 * CSRF protection: refuses a write from a page of another site (docs/quality.md, "Security"). A browser always sends one of
 * the two headers with it; other clients send neither and hold no cookies of ours.
 */
export function refuseCrossSite(request: Request, publicOrigin: string): void {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const own = new URL(request.url).host;
  // A form of our own pages sends `Origin: null`, because of `Referrer-Policy: no-referrer`.
  const isHidden = origin === 'null' && site === 'same-origin';
  const foreign = origin !== null && !isHidden && origin !== publicOrigin && hostOf(origin) !== own;
  if (site === 'cross-site' || foreign)
    throw new Problem('cross_site', t('This request came from another site.'));
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

/** The JSON of a request's body, of at most so many bytes; undefined when there is none. */
export async function readJson(request: Request, most: number = limits.bodyBytes): Promise<unknown> {
  return parseBody(await readJsonText(request, most));
}

/** The raw JSON body, to check its signature; empty when there is none. */
export async function readRawJson(request: Request): Promise<string> {
  const text = await readJsonText(request, limits.bodyBytes);
  parseBody(text);
  return text;
}

async function readJsonText(request: Request, most: number): Promise<string> {
  const type = request.headers.get('content-type');
  if (type !== null && !/^application\/json\s*(;|$)/i.test(type))
    throw new Problem('not_json', t('Send application/json, not {type}.', { type: type.slice(0, 80) }));
  const text = new TextDecoder().decode(await readBytes(request, most));
  if (text !== '' && type === null)
    throw new Problem('not_json', t('Send the body with Content-Type: application/json.'));
  return text;
}

function parseBody(text: string): unknown {
  if (text === '') return undefined;
  const value = parseJson(text);
  refuseTooMany(value);
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('malformed_json', t('The body is not valid JSON.'));
  }
}

/** The most values in lists and objects of a body: a schema checks every item before it checks the length. */
const maxValues = 4000;

function refuseTooMany(body: unknown): void {
  let count = 0;
  const open = [body];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const inner = typeof value === 'object' && value !== null ? Object.values(value) : [];
    count += inner.length;
    if (count > maxValues)
      throw new Problem('body_too_large', t('The body can hold {max} values at most.', { max: maxValues }));
    for (const one of inner) if (typeof one === 'object' && one !== null) open.push(one);
  }
}

/**
 * The bytes of an image body. Its Content-Type must be an image, which also keeps out forms of other sites; the domain checks
 * the real format.
 */
export async function readImage(request: Request): Promise<Uint8Array> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^image\/(jpeg|png|webp)\s*(;|$)/i.test(type))
    throw new Problem('not_image', t('Send image/jpeg, image/png or image/webp.'));
  return readBytes(request, limits.pictureBytes);
}

/** The fields of a urlencoded form; the last one counts where a name comes twice. */
export async function readForm(request: Request): Promise<Map<string, string>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    throw new Problem('not_form', t('Send application/x-www-form-urlencoded.'));
  const bytes = await readBytes(request, limits.formBytes);
  return new Map(new URLSearchParams(new TextDecoder().decode(bytes)));
}

/** The client closed the connection before its request was complete. */
export class RequestAborted extends Error {}

const throwAborted = (cause: unknown): never => {
  throw new RequestAborted('The request ended before its body did.', { cause });
};

async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const length = declaredLength(request);
  refuseTooLarge(length, most);
  // The HTTP server ends the body at its declared length. Making a stream of it costs more than all else about the body.
  if (length > 0) return request.bytes().catch(throwAborted);
  if (!request.body) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const stream = request.body.getReader();
  for (;;) {
    const { done, value } = await stream.read().catch(throwAborted);
    if (done) return Buffer.concat(parts);
    bytes += value.byteLength;
    // The HTTP server discards the rest of the body and closes the connection.
    refuseTooLarge(bytes, most);
    parts.push(value);
  }
}

/** The Content-Length of a request; 0 without one, as in a chunked request. */
export const declaredLength = ({ headers }: Request): number => Number(headers.get('content-length') ?? 0);

/** Throws body_too_large for more than `most` bytes. */
export function refuseTooLarge(bytes: number, most: number): void {
  if (bytes > most)
    throw new Problem('body_too_large', t('This is too large: {size} at most.', { size: sizeText(most) }));
}

const sizeText = (bytes: number) =>
  bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MB` : `${bytes / 1024} kB`;

/** A query string as an object of single values; a name given twice is refused. */
export function readQuery(url: string): Record<string, string> {
  const at = url.indexOf('?');
  const query: Record<string, string> = {};
  if (at < 0) return query;
  for (const [name, value] of new URLSearchParams(url.slice(at + 1))) {
    if (Object.hasOwn(query, name))
      throw invalid({ path: name, code: 'repeated', message: t('Given more than once') });
    query[name] = value;
  }
  return query;
}

/** Validates a part of a request against its schema; throws validation_failed with every invalid field. */
export function validate<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value, { error: textFor });
  if (parsed.success) return parsed.data;
  throw invalid(...parsed.error.issues.slice(0, maxErrors).flatMap(fieldErrors));
}

/** The message for an issue whose schema has none: zod's own texts are in English. */
function textFor(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? said('Required')
        : said('Must be of the type {type}', { type: issue.expected });
    case 'invalid_value':
      return said('Must be one of: {values}', { values: issue.values.join(', ') });
    case 'invalid_format':
      return formatText(issue.format);
    case 'too_small': {
      const min = Number(issue.minimum);
      if (issue.origin !== 'string') return said('At least {min}', { min });
      return min === 1 ? said('Required') : said('At least {min} characters', { min });
    }
    case 'too_big': {
      const max = Number(issue.maximum);
      return issue.origin === 'string'
        ? said('At most {max} characters', { max })
        : said('At most {max}', { max });
    }
    default:
      return said('Not valid here');
  }
}

function formatText(format: string): string {
  if (format === 'guid' || format === 'uuid') return said('Must be a UUID');
  if (format === 'datetime') return said('Must be a time in UTC, such as 2026-11-28T09:30:00Z');
  return format === 'date' ? said('Must be a day, such as 2026-11-28') : said('Not in the expected form');
}

/** The most invalid fields that one response names. */
const maxErrors = 50;

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, 20).map((key) => ({
      path: [...issue.path, key.slice(0, 80)].join('.'),
      code: 'unknown_field',
      message: t('Not a known field'),
    }));
  return [{ path: issue.path.join('.'), code: issue.code, message: translated(issue.message) }];
}
