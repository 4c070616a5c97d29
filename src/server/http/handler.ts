// What a handler is given and must return. Each domain's routes.ts exports some; api.ts mounts them all.
import type { Answer, api, Call, ParsedBody, ParsedParams, ParsedQuery } from '../../contract/api.ts';
import type { Db } from '../db/open.ts';
import type { MadeAnswer } from './answer/made-answer.ts';

/** The person whose session made a request. */
export type Viewer = {
  userId: string;
  sessionId: string;
  username: string;
  avatarSrc: string | null;
  isCoach: boolean;
  /** Instant of the sign-in that began the session. */
  signedInAt: string;
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
   * In a write that may be queued: the transaction that its answer is kept in. All that such a handler reads and writes
   * goes through it; on the embedded database, asking another connection from inside it would wait for ever.
   */
  db: (typeof api)[K]['offline'] extends 'queued' ? Db : undefined;
  /** The network address that the request came from; only for limits, never stored. */
  address: string;
  /** Whether it came over plain HTTP from this machine itself, past no proxy: see `isPlainLoopback` in `address.ts`. */
  isPlainLoopback: boolean;
  /** Adds a Set-Cookie header to the answer. */
  setCookie(line: string): void;
};

/** Returns the body of the success answer, or throws a Problem. */
export type Handler<K extends Call> = (context: HandlerContext<K>) => Promise<Body<K>> | Body<K>;
type Body<K extends Call> =
  Answer<K> extends undefined ? undefined : Answer<K> extends string ? string | MadeAnswer : Answer<K>;

/** Handlers for some of the API; the union of all domains' must cover it. */
export type Handlers<K extends Call = Call> = { [Key in K]: Handler<Key> };
