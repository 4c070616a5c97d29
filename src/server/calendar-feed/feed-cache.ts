// Caches the ETag of each feed, so that a conditional request gets 304 without a render. Each process has its own cache:
// changes are recorded in the database, so every process can invalidate its entries.
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../db/open.ts';
import { EtagAnswer } from '../http/answer/etag-answer.ts';
import { type Feed, type RenderedFeed, renderFeed } from './feed.ts';
import { currentPosition, hasChanged, nextHoldEnd } from './feed-queries.ts';
import type { Publisher } from './rules.ts';

const dayMs = 86_400_000;
/** Longer than any transaction: one that began before the feed existed records no change for it. */
const minAgeMs = 10 * 60_000;
const maxFeeds = 20_000;
/** A feed with more scopes (teams and places) is not cached. */
const maxScopes = 500;

type CacheEntry = { etag: string; ownerKey: string; position: string; scopes: string[]; validUntil: string };

export type StoredFeed = Feed & { id: string; created_at: string };

export type FeedCache = {
  /** The feed's current ETag; null if the feed must be rendered. */
  etagOf(feed: StoredFeed, at: Date): Promise<string | null>;
  /** Renders the feed and caches its ETag. */
  render(feed: StoredFeed, at: Date): Promise<EtagAnswer>;
};

export function createFeedCache(database: Database, publisher: Publisher): FeedCache {
  const entries = new Map<string, CacheEntry>();
  return {
    async etagOf(feed, at) {
      const found = entries.get(feed.id);
      if (!found) return null;
      const isPast = found.ownerKey !== keyOf(feed) || at.toISOString() >= found.validUntil;
      if (!isPast && !(await hasChanged(database, found.scopes, found.position))) return found.etag;
      entries.delete(feed.id);
      return null;
    },

    async render(feed, at) {
      // Taken before the first read, so that writes during the render come after it.
      const position = await currentPosition(database);
      const validUntil = await validityEnd(database, feed.user_id, at);
      const { text, scopes } = await renderFeed(database, feed, { at, publisher });
      await setImmediate();
      const answer = new EtagAnswer(text);
      if (isCacheable(feed, scopes, at)) {
        if (entries.size >= maxFeeds) entries.clear();
        entries.set(feed.id, { etag: answer.etag, ownerKey: keyOf(feed), position, scopes, validUntil });
      }
      return answer;
    },
  };
}

const isCacheable = (feed: StoredFeed, scopes: RenderedFeed['scopes'], at: Date) =>
  scopes.length <= maxScopes && at.getTime() - Date.parse(feed.created_at) > minAgeMs;

/** The owner's fields and the filters, which each request reads. */
const keyOf = ({ name, email, locale, filters }: Feed) => JSON.stringify([name, email, locale, filters]);

/** When the entry expires without a write: the window moves each day, and holds expire. */
async function validityEnd({ db }: Database, userId: string, at: Date): Promise<string> {
  const tomorrow = new Date(at.getTime() - (at.getTime() % dayMs) + dayMs).toISOString();
  const holdEnd = await nextHoldEnd(db, userId, at.toISOString());
  return holdEnd !== null && holdEnd < tomorrow ? holdEnd : tomorrow;
}
