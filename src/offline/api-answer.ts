// Classifies a response: a success or a problem of the API, or foreign (from a captive portal or a proxy).
// Only a response of the API may sign the user out, refuse a write or delete a cached answer.
import { serverTimeHeader } from '../contract/values/headers.ts';
import { type ProblemBody, type ProblemCode, problems } from '../contract/values/problems.ts';
import { isAnswerOf, successOf } from './answer-shapes.ts';

/**
 * `unreadable`: the server has executed a write, and its answer has the shape of another version: the server repeats the answer to a
 * write as it was, also after an update.
 * `foreign`: not from the API. `isPortal`: it looks like a captive portal (RFC 8952, RFC 6585 section 6).
 */
export type ApiAnswer =
  | { kind: 'success'; data: unknown }
  | { kind: 'unreadable'; data: unknown }
  | { kind: 'problem'; problem: ProblemBody }
  | { kind: 'foreign'; isPortal: boolean };

const typeOf = ({ headers }: Response) => (headers.get('content-type') ?? '').split(';', 1)[0]?.trim() ?? '';

/** The API sets this on every answer. */
const isMarked = ({ headers }: Response) => headers.has(serverTimeHeader);

/**
 * Reads and classifies the response to a call. `known`: its data, if an earlier answer had the same content. Rejects only if
 * reading the body fails.
 */
export async function readApiAnswer(call: string, response: Response, known?: object): Promise<ApiAnswer> {
  const { status } = response;
  const type = typeOf(response);
  const foreign = (): ApiAnswer => ({ kind: 'foreign', isPortal: isPortal(response, type) });
  const success = successOf(call);
  if (status === success?.status) {
    // An empty answer has no shape, and a filter can give one to everything.
    if (!success.hasBody)
      return (await response.text()) === '' && isMarked(response)
        ? { kind: 'success', data: undefined }
        : foreign();
    if (type !== 'application/json') return foreign();
    if (known) {
      await response.text();
      return { kind: 'success', data: known };
    }
    const data = await readJson(response);
    if (isAnswerOf(call, data)) return { kind: 'success', data };
    const isWritten = data !== undefined && !call.startsWith('GET ') && isMarked(response);
    return isWritten ? { kind: 'unreadable', data } : foreign();
  }
  if (type !== 'application/problem+json') return foreign();
  const problem = await readJson(response);
  return isProblem(problem, response) ? { kind: 'problem', problem: { ...problem, status } } : foreign();
}

function isPortal({ status, type: kind }: Response, type: string): boolean {
  // Calls use `redirect: 'manual'`, because the API sends no redirects.
  return kind === 'opaqueredirect' || status === 511 || (type === 'text/html' && status < 500);
}

/** Undefined if the body is not JSON. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Words of a newer server are its own too. Not where they would end the session. */
function isCodeOf(code: string, response: Response): boolean {
  const { status } = response;
  if (!Object.hasOwn(problems, code)) return status !== 401 && status !== 403 && isMarked(response);
  const known = problems[code as ProblemCode].status;
  return known === status || (known >= 500 && status >= 500);
}

function isProblem(body: unknown, response: Response): body is ProblemBody {
  if (typeof body !== 'object' || body === null) return false;
  const { code, detail, errors, retryAfterSeconds } = body as Partial<ProblemBody>;
  return (
    typeof code === 'string' &&
    isCodeOf(code, response) &&
    (detail === undefined || typeof detail === 'string') &&
    // A queued write would wait until then, and a row with another time cannot be read again.
    (retryAfterSeconds === undefined || Number.isFinite(retryAfterSeconds)) &&
    (errors === undefined || (Array.isArray(errors) && errors.every(isFieldError)))
  );
}

function isFieldError(error: unknown): boolean {
  const { path, message } = (error ?? {}) as Record<string, unknown>;
  return typeof path === 'string' && typeof message === 'string';
}
