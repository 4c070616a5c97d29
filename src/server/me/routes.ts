// HTTP of what belongs to the person signed in: profile, settings, events, calendar, teams.

import { limits } from '../../contract/limits.ts';
import type { meEndpoints } from '../../contract/me.ts';
import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { leadersOf, teamsOfEvents } from '../events/queries.ts';
import { groupedBy, mySummaryOf, storedInstant } from '../events/rules.ts';
import { standingOf } from '../groups/queries.ts';
import { decodeCursor, encodeCursor, page } from '../http/cursor.ts';
import type { Handlers, Viewer } from '../http/handler.ts';
import { invalid, Problem, staleVersion } from '../http/problem.ts';
import { chosenFrequencies } from '../notifications/preference-queries.ts';
import { calendarEntryOf, myTeamOf, profileOf, settingsOf } from './answers.ts';
import { changeProfile, changeSettings } from './change-queries.ts';
import { profileColumns } from './change-rules.ts';
import { countOwnEventsToCome, listMyEvents } from './event-queries.ts';
import { exportHandler } from './export.ts';
import { findProfile, listCalendar, listCalendarTeams, listMyTeams, listSessions } from './queries.ts';
import { calendarSpan } from './rules.ts';

export function meRoutes(deps: Deps): Handlers<keyof typeof meEndpoints | 'GET /api/users/me/export'> {
  const { database, now } = deps;
  const { db } = database;
  const ownProfile = async (userId: string, from: Db = db) => {
    const row = await findProfile(from, userId);
    // The account went away after the session was checked.
    if (!row) throw new Problem('session_ended', 'This account is no longer here.');
    return row;
  };
  const profile = async (userId: string, from?: Db) => profileOf(await ownProfile(userId, from));
  const settings = async ({ userId, sessionId }: Viewer, from: Db = db) =>
    settingsOf(await ownProfile(userId, from), {
      chosen: await chosenFrequencies(from, userId),
      sessions: await listSessions(from, userId, sessionId, now()),
      currentSessionId: sessionId,
    });
  return {
    'GET /api/users/me/profile': ({ viewer }) => profile(viewer.userId),
    'GET /api/users/me/settings': ({ viewer }) => settings(viewer),

    'PATCH /api/users/me/profile': async ({ body: { version, ...given }, viewer: { userId }, db: trx }) => {
      const columns = profileColumns(await ownProfile(userId, trx), given, now());
      if ('errors' in columns) throw invalid(...columns.errors);
      const isChanged = await changeProfile(trx, { userId, version, columns, at: now().toISOString() });
      if (!isChanged) throw staleVersion(await profile(userId, trx));
      return profile(userId, trx);
    },

    'PATCH /api/users/me/settings': async ({ body: { version, ...given }, viewer, db: trx }) => {
      const { userId } = viewer;
      const at = now().toISOString();
      if (given.isCoach === false && (await countOwnEventsToCome(trx, userId, at)) > 0)
        throw new Problem(
          'not_permitted',
          'You own a published event to come. Cancel it, or wait until it is over, before you stop coaching.',
        );
      const isChanged = await changeSettings(trx, { userId, version, change: given, at });
      if (!isChanged) throw staleVersion(await settings(viewer, trx));
      return settings(viewer, trx);
    },

    'GET /api/users/me/export': exportHandler(deps),

    'GET /api/users/me/events': async ({ query: { tab, cursor, limit }, viewer: { userId } }) => {
      const at = now().toISOString();
      const given = decodeCursor(cursor, 'instant');
      const after = given && { key: storedInstant(given.key), id: given.id };
      const rows = await listMyEvents(db, tab, { userId, now: at }, { after, limit });
      const ids = rows.slice(0, limit).map((row) => row.id);
      const leaders = groupedBy(
        await leadersOf(db, ids, { bornBy: '', names: 'all' }),
        (row) => row.event_id,
      );
      const teams = groupedBy(await teamsOfEvents(db, ids), (row) => row.event_id);
      const standing = await standingOf(db, userId);
      return page(
        rows,
        limit,
        (row) => encodeCursor(row.starts_at, row.id),
        (row) => mySummaryOf(row, leaders.get(row.id), teams.get(row.id), standing, at),
      );
    },

    'GET /api/users/me/calendar': async ({ query: { from, to }, viewer: { userId } }) => {
      const span = calendarSpan(from, to);
      if (!span)
        throw invalid({
          path: 'to',
          code: 'invalid_span',
          message: `Later than \`from\`, by ${limits.calendarSpanDays} days at most`,
        });
      const rows = await listCalendar(db, { userId, ...span });
      const teams = groupedBy(await listCalendarTeams(db, { userId, ...span }), (row) => row.event_id);
      return {
        items: rows.map((row) =>
          calendarEntryOf(
            row,
            teams.get(row.id)?.map((team) => team.team_id),
          ),
        ),
      };
    },

    'GET /api/users/me/teams': async ({ viewer: { userId } }) => {
      const standing = await standingOf(db, userId);
      const rows = await listMyTeams(db, userId, now().toISOString());
      return { items: rows.map((row) => myTeamOf(row, standing)) };
    },
  };
}
