// Renders a feed by chunks of events and yields to the event loop between them.
import { setImmediate } from 'node:timers/promises';
import { limits } from '../../contract/values/limits.ts';
import type { Database } from '../db/open.ts';
import { adultBornBy } from '../people/rules.ts';
import { plainTextOf } from '../text/descriptions.ts';
import { createZoneWriter, foldedText } from '../text/icalendar.ts';
import { inLanguageOf } from '../words/t.ts';
import {
  eventsAtOnce,
  eventsLedBy,
  eventsOfTeam,
  eventsOwnedBy,
  eventsRepliedTo,
  listFeedEvents,
  teamsOf,
  type Window,
} from './feed-queries.ts';
import type { FeedFilters } from './queries.ts';
import { calendarLines, isInFeed, type Owner, ownEventLines, type Publisher } from './rules.ts';

const dayMs = 86_400_000;

/** A feed with its owner's locale, which sets its language. */
export type Feed = Owner & { locale: string; filters: FeedFilters };

/** The iCalendar text, and the scopes of `calendar_changes` that it depends on. */
export type RenderedFeed = { text: string; scopes: string[] };

/** The window of a feed's events, in UTC days, so that it moves once a day. */
export function windowAt(at: Date): Window {
  const today = at.getTime() - (at.getTime() % dayMs);
  return {
    from: new Date(today - limits.calendarFeedPastDays * dayMs).toISOString(),
    to: new Date(today + limits.calendarFeedAheadDays * dayMs).toISOString(),
  };
}

export function renderFeed(
  database: Pick<Database, 'db'>,
  feed: Feed,
  given: { at: Date; publisher: Publisher },
): Promise<RenderedFeed> {
  return inLanguageOf(feed, () => writeFeed(database, feed, given));
}

async function writeFeed(
  { db }: Pick<Database, 'db'>,
  feed: Feed,
  { at, publisher }: { at: Date; publisher: Publisher },
): Promise<RenderedFeed> {
  const { user_id: userId, filters } = feed;
  const window = windowAt(at);
  const teams = await teamsOf(db, userId);
  const replied = await eventsRepliedTo(db, userId, window);
  const ofTeams = new Set<string>();
  const coached = new Set<string>();
  for (const { id, isCoach } of teams) {
    add(ofTeams, await eventsOfTeam(db, id, window));
    if (isCoach) add(coached, await eventsOwnedBy(db, 'owner_team_id', id, window));
  }
  // Events that the person leads, created or organizes are in the feed only if they also run them.
  const named = new Set(await eventsLedBy(db, userId, window));
  add(named, await eventsOwnedBy(db, 'created_by', userId, window));
  add(named, await eventsOwnedBy(db, 'organizer_user_id', userId, window));
  const chosen = filters.teams.length === 0 ? null : new Set<string>();
  const chosenTeams = new Set(filters.teams);
  // A filter by a team goes on with its next season.
  for (const { id, previousId } of teams) if (previousId && chosenTeams.has(previousId)) chosenTeams.add(id);
  for (const id of chosenTeams) if (chosen) add(chosen, await eventsOfTeam(db, id, window));

  const zones = await createZoneWriter();
  const events: { startsAt: string; id: string; text: string }[] = [];
  const places = new Set<string>();
  const ids = [...new Set([...replied, ...ofTeams, ...coached, ...named])].filter(
    (id) => chosen?.has(id) ?? true,
  );
  for (let first = 0; first < ids.length; first += eventsAtOnce) {
    const part = ids.slice(first, first + eventsAtOnce);
    const asksRuns = part.some((id) => named.has(id));
    const given = { userId, bornBy: adultBornBy(at), window, now: at.toISOString(), asksRuns };
    for (const row of await listFeedEvents(db, part, given)) {
      const isCoaching = coached.has(row.id) || (named.has(row.id) && row.runs === 1);
      if (row.place_id !== null) places.add(row.place_id);
      if (!isInFeed({ ...row, isCoaching, isOfTeams: ofTeams.has(row.id) }, filters)) continue;
      const description = await plainTextOf(row.description);
      const shown = { ...row, description, is_coaching: isCoaching ? (1 as const) : (0 as const) };
      const text = foldedText(ownEventLines(shown, zones, { owner: feed, ...publisher }));
      events.push({ startsAt: row.starts_at, id: row.id, text });
    }
    await setImmediate();
  }
  await setImmediate();
  events.sort((a, b) => (a.startsAt < b.startsAt || (a.startsAt === b.startsAt && a.id < b.id) ? -1 : 1));
  const around = calendarLines([], zones, { ...publisher, isLive: true });
  return {
    text: [foldedText(around.slice(0, -1)), ...events.map(({ text }) => text), around.at(-1), ''].join(
      '\r\n',
    ),
    scopes: [userId, ...teams.map(({ id }) => id), ...places],
  };
}

function add(set: Set<string>, ids: readonly string[]) {
  for (const id of ids) set.add(id);
}
