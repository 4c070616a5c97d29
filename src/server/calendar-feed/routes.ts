// HTTP of iCalendar: a person's feeds, their content, and single events as files.
import { hash, randomBytes } from 'node:crypto';
import type { calendarFeedEndpoints } from '../../contract/people/calendar-feeds.ts';
import { limits } from '../../contract/values/limits.ts';
import type { Deps } from '../deps.ts';
import { replyStatus } from '../events/can-rules.ts';
import { findMyEvent } from '../events/detail-queries.ts';
import { canKnowItsPeople, canSeeEvent } from '../events/policy.ts';
import { type EventRole, roleOf } from '../events/role-rules.ts';
import { groupRolesOf } from '../groups/queries.ts';
import { EtagAnswer, isUnchanged } from '../http/answer/etag-answer.ts';
import type { Handlers } from '../http/handler.ts';
import { invalid, notFound, Problem } from '../http/problem.ts';
import { adultBornBy } from '../people/rules.ts';
import { plainTextOf } from '../text/descriptions.ts';
import { calendarText, createZoneWriter, type Line, type ZoneWriter } from '../text/icalendar.ts';
import { t } from '../words/t.ts';
import { createFeedCache } from './feed-cache.ts';
import {
  filtersOf,
  findEventWithReply,
  findFeed,
  findPublicEvent,
  insertFeed,
  listFeeds,
  noteFetched,
  revokeFeed,
} from './queries.ts';
import { calendarLines, ownEventLines, type Publisher, publicEventLines } from './rules.ts';

/** Precision of a feed's last fetch: a request within it costs no write. */
const fetchedPrecisionMs = 60 * 60_000;

const runsEvent = (role: EventRole) => role === 'coach' || role === 'assistant';

const hashOf = (token: string) => hash('sha256', token, 'base64url');

export function calendarFeedRoutes(deps: Deps): Handlers<keyof typeof calendarFeedEndpoints> {
  const { config, database, now } = deps;
  const { db } = database;
  const { publicOrigin, instanceName } = config;
  const publisher: Publisher = { publicOrigin, instanceName };
  const cache = createFeedCache(database, publisher);
  return {
    'POST /api/users/me/calendar-feed': async ({ body: filters, viewer: { userId } }) => {
      const { teams } = await groupRolesOf(db, userId);
      if (!filters.teams.every((id) => teams.has(id)))
        throw invalid({
          path: 'teams',
          code: 'not_a_member',
          message: t('You are not in all of these teams'),
        });
      if ((await listFeeds(db, userId)).length >= limits.calendarFeedsMax)
        throw new Problem(
          'not_permitted',
          t("You have a lot of calendar links. Remove one that you don't use first."),
        );
      const token = randomBytes(32).toString('base64url');
      const at = now().toISOString();
      const id = await insertFeed(db, { userId, tokenHash: hashOf(token), filters, at });
      return { id, url: `${publicOrigin}/api/calendar/${token}.ics` };
    },

    'GET /api/users/me/calendar-feeds': async ({ viewer: { userId } }) => ({
      items: (await listFeeds(db, userId)).map((feed) => ({
        id: feed.id,
        createdAt: feed.created_at,
        lastFetchedAt: feed.last_fetched_at,
        ...filtersOf(feed.filters),
      })),
    }),

    'DELETE /api/users/me/calendar-feeds/{id}': async ({ params: { id }, viewer: { userId } }) => {
      if (!(await revokeFeed(db, userId, id, now().toISOString()))) throw notFound('calendarLink');
    },

    'GET /api/calendar/{token}.ics': async ({ params: { token }, headers }) => {
      const feed = await findFeed(db, hashOf(token));
      if (!feed) throw notFound('calendar');
      const at = now();
      await noteFetchedIfDue(deps, feed);
      const stored = { ...feed, filters: filtersOf(feed.filters) };
      const etag = await cache.etagOf(stored, at);
      // The client has this version: the empty body becomes a 304.
      if (etag !== null && isUnchanged({ headers }, etag)) return new EtagAnswer('', etag);
      return cache.render(stored, at);
    },

    'GET /api/events/public/{id}/calendar.ics': async ({ params: { id } }) => {
      const event = await findPublicEvent(db, id);
      if (!event) throw notFound('event');
      if (event.removed_at !== null) throw new Problem('gone', t('This event was taken down.'));
      const shown = { ...event, description: await plainTextOf(event.description) };
      return renderCalendar((zones) => publicEventLines(shown, zones, publicOrigin), publisher);
    },

    'GET /api/events/{id}/calendar.ics': async ({ params: { id }, viewer: { userId } }) => {
      const at = now();
      const reader = { userId, bornBy: adultBornBy(at) };
      const seen = await findMyEvent(db, { id, now: at.toISOString(), ...reader });
      const row = seen && (await findEventWithReply(db, reader, id));
      if (!row) throw notFound('event');
      const role = roleOf(seen);
      const reply = replyStatus(seen, seen, at.toISOString());
      if (!canSeeEvent(seen, role, reply)) throw notFound('event');
      if (seen.removed_at !== null) throw new Problem('gone', t('This event was taken down.'));
      const description = await plainTextOf(row.description);
      const own = { ...row, description, is_coaching: runsEvent(role) ? (1 as const) : (0 as const) };
      return renderCalendar(
        (zones) =>
          canKnowItsPeople(role, reply)
            ? ownEventLines(own, zones, { owner: null, ...publisher })
            : publicEventLines(own, zones, publicOrigin),
        publisher,
      );
    },
  };
}

/** Renders an .ics file with these events. */
async function renderCalendar(
  eventLines: (zones: ZoneWriter) => Line[],
  publisher: Publisher,
): Promise<string> {
  const zones = await createZoneWriter();
  return calendarText(calendarLines(eventLines(zones), zones, { ...publisher, isLive: false }));
}

/** A failure is only logged: a full disk must not stop reads. */
async function noteFetchedIfDue(
  { database, log, now }: Deps,
  feed: { id: string; last_fetched_at: string | null },
): Promise<void> {
  const at = now();
  const before = new Date(at.getTime() - fetchedPrecisionMs).toISOString();
  if (feed.last_fetched_at !== null && feed.last_fetched_at >= before) return;
  await noteFetched(database.db, feed.id, { at: at.toISOString(), before }).catch((error: unknown) =>
    log.warn({ err: error }, 'The time a calendar was fetched could not be saved'),
  );
}
