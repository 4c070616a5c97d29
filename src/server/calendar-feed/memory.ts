// Remembers which ETag each feed has, so that a program which has the newest one is answered without making the feed. Kept per
// process: notes of changes are in the database, so each process is right by itself.
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../db/open.ts';
import { MadeAnswer } from '../http/answer/made-answer.ts';
import { type Feed, type MadeFeed, makeFeed } from './feed.ts';
import { hasChanged, markNow, nextHoldEnd } from './feed-queries.ts';
import type { Publisher } from './rules.ts';

const dayMs = 86_400_000;
/** Longer than any transaction lasts: one that began before a feed was there notes nothing for it. */
const youngMs = 10 * 60_000;
const mostFeeds = 20_000;
/** A feed that hangs on more than so many teams and places is made each time. */
const mostScopes = 500;

type Remembered = { etag: string; madeFor: string; mark: string; scopes: string[]; validUntil: string };

export type StoredFeed = Feed & { id: string; created_at: string };

export type FeedMemory = {
  /** The ETag that the feed has now; null where it has to be made to know. */
  etagOf(feed: StoredFeed, at: Date): Promise<string | null>;
  /** Makes the feed, and remembers its ETag. */
  make(feed: StoredFeed, at: Date): Promise<MadeAnswer>;
};

export function createFeedMemory(database: Database, publisher: Publisher): FeedMemory {
  const known = new Map<string, Remembered>();
  return {
    async etagOf(feed, at) {
      const found = known.get(feed.id);
      if (!found) return null;
      const isPast = found.madeFor !== keyOf(feed) || at.toISOString() >= found.validUntil;
      if (!isPast && !(await hasChanged(database, found.scopes, found.mark))) return found.etag;
      known.delete(feed.id);
      return null;
    },

    async make(feed, at) {
      // Before the first read: what is written while the feed is made comes after it.
      const mark = await markNow(database);
      const validUntil = await endOf(database, feed.user_id, at);
      const { text, scopes } = await makeFeed(database, feed, { at, publisher });
      await setImmediate();
      const answer = new MadeAnswer(text);
      if (isRemembered(feed, scopes, at)) {
        if (known.size >= mostFeeds) known.clear();
        known.set(feed.id, { etag: answer.etag, madeFor: keyOf(feed), mark, scopes, validUntil });
      }
      return answer;
    },
  };
}

const isRemembered = (feed: StoredFeed, scopes: MadeFeed['scopes'], at: Date) =>
  scopes.length <= mostScopes && at.getTime() - Date.parse(feed.created_at) > youngMs;

/** What is read of the owner with each request. */
const keyOf = ({ name, email, locale, filters }: Feed) => JSON.stringify([name, email, locale, filters]);

/** Until when the clock alone changes nothing: the window moves with the day, and holds run out. */
async function endOf({ db }: Database, userId: string, at: Date): Promise<string> {
  const tomorrow = new Date(at.getTime() - (at.getTime() % dayMs) + dayMs).toISOString();
  const holdEnd = await nextHoldEnd(db, userId, at.toISOString());
  return holdEnd !== null && holdEnd < tomorrow ? holdEnd : tomorrow;
}
