// The types of handlers. Each domain's routes.ts exports its handlers; api.ts mounts them all.
import type { Answer, api, Call, ParsedBody, ParsedParams, ParsedQuery } from '../../contract/api.ts';
import type { FieldError } from '../../contract/values/problems.ts';
import type { Db } from '../db/open.ts';
import type { EtagAnswer } from './answer/etag-answer.ts';

/** The person whose session made a request. */
export type Viewer = {
  userId: string;
  sessionId: string;
  username: string;
  avatarSrc: string | null;
  isCoach: boolean;
  /** Instant of the sign-in that began the session. */
  signedInAt: string;
  /** When the access token of the request expires. */
  tokenExpiresAtMs: number;
};

type ViewerOf<K extends Call> = (typeof api)[K]['access'] extends 'session'
  ? Viewer
  : (typeof api)[K]['access'] extends 'optional'
    ? Viewer | null
    : undefined;

export type HandlerContext<K extends Call> = {
  params: ParsedParams<K>;
  query: ParsedQuery<K>;
  body: ParsedBody<K>;
  viewer: ViewerOf<K>;
  headers: Headers;
  /**
   * Only for writes with `offline: 'queued'`: the transaction that also stores the answer. Such a handler must read and write
   * through it alone; on the embedded database another connection would deadlock.
   */
  db: (typeof api)[K]['offline'] extends 'queued' ? Db : undefined;
  /** The client address (`addressOf`); only for limits, never stored. */
  address: string;
  /** See `isPlainLoopback` in `limits/address.ts`. */
  isPlainLoopback: boolean;
  /** Adds a Set-Cookie header to the answer. */
  setCookie(line: string): void;
};

/** Returns the body of a successful response, or throws a Problem. */
export type Handler<K extends Call> = ((context: HandlerContext<K>) => Promise<Body<K>> | Body<K>) & {
  /**
   * Field errors that the schema cannot see, for a body that the schema refuses: so that a form shows all its errors at once.
   * `sent` is the body as it came.
   */
  furtherErrors?(sent: unknown, address: string): Promise<FieldError[]>;
};
type Body<K extends Call> = (typeof api)[K] extends { answerType: 'text/event-stream' }
  ? ReadableStream<Uint8Array>
  : Answer<K> extends undefined
    ? undefined
    : Answer<K> extends string
      ? string | EtagAnswer
      : Answer<K>;

/** Handlers for some calls of the API; those of all domains together must cover it. */
export type Handlers<K extends Call = Call> = { [Key in K]: Handler<Key> };
