// A client for API tests: calls the app in process and keeps cookies like a browser.
import type { Answer, Call } from '../../src/contract/api.ts';
import type { ProblemBody } from '../../src/contract/values/problems.ts';
import { isAnswerOf } from '../../src/offline/answer-shapes.ts';
import { startSession } from '../../src/server/accounts/session/sessions.ts';
import type { TestServer } from './server.ts';

type CallOptions = {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  /** Sent as JSON. Untyped, so that tests can send invalid bodies. */
  body?: unknown;
  headers?: Record<string, string>;
};

/** The fields of an answer or of a problem. A missing field is undefined at run time. */
type CallAnswer<K extends Call> = {
  status: number;
  body: AnswerOrProblem<Answer<K>>;
  headers: Headers;
};

type AnswerOrProblem<A> = A extends undefined
  ? Partial<ProblemBody>
  : A & Omit<Partial<ProblemBody>, keyof A>;

export type Client = {
  /** The stored cookies, by name. */
  cookies: Map<string, string>;
  call<K extends Call>(call: K, options?: CallOptions): Promise<CallAnswer<K>>;
  /** Any request, with the cookies; for requests that `call` cannot express. */
  request(path: string, init?: RequestInit): Promise<Response>;
};

/** A device without cookies. */
export function createClient(server: Pick<TestServer, 'app'>): Client {
  const cookies = new Map<string, string>();
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const held = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (held && !headers.has('cookie')) headers.set('Cookie', held);
    const response = await server.app.request(path, { ...init, headers });
    keepCookies(cookies, response.headers.getSetCookie());
    return response;
  };
  return {
    cookies,
    request,
    async call(call, { params = {}, query = {}, body, headers = {} } = {}) {
      const [method = '', template = ''] = call.split(' ');
      const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(params[name] ?? ''),
      );
      const given = Object.entries(query).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      );
      const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
      const response = await request(path + search, {
        method,
        headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await textOf(response);
      const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
      const parsed = isJson ? JSON.parse(text) : text || undefined;
      // The page's validators must accept what the server's schemas accept.
      if (isJson && response.ok && !isAnswerOf(call, parsed))
        throw new Error(`The page would not take this answer to ${call}: ${text.slice(0, 400)}`);
      return { status: response.status, body: parsed, headers: response.headers };
    },
  };
}

/** A device on which this person is signed in; no password is hashed. */
export async function signIn(server: TestServer, user: { id: string }, userAgent = 'test'): Promise<Client> {
  const client = createClient(server);
  const { cookies } = await startSession(server, user.id, userAgent);
  keepCookies(client.cookies, cookies);
  return client;
}

/** The body of a response; of an event stream what comes first, as it has no end. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.text();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

function keepCookies(jar: Map<string, string>, lines: string[]) {
  for (const line of lines) {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=');
    if (attributes.includes('Max-Age=0')) jar.delete(name);
    else jar.set(name, value);
  }
}
