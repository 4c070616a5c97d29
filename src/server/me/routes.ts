// HTTP of what belongs to the person signed in: profile, settings, events, calendar, teams.

import { limits } from '../../contract/limits.ts';
import type { meEndpoints } from '../../contract/me.ts';
import type { Deps } from '../deps.ts';
import { leadersOf, teamsOfEvents } from '../events/queries.ts';
import { groupedBy, mySummaryOf, storedInstant } from '../events/rules.ts';
import { standingOf } from '../groups/queries.ts';
import { decodeCursor, encodeCursor, page } from '../http/cursor.ts';
import type { Handlers } from '../http/handler.ts';
import { invalid, Problem } from '../http/problem.ts';
import { calendarEntryOf, myTeamOf, profileOf } from './answers.ts';
import { listMyEvents } from './event-queries.ts';
import { findProfile, listCalendar, listCalendarTeams, listMyTeams, listSessions } from './queries.ts';
import { calendarSpan, deviceOf } from './rules.ts';

export function meRoutes({ database: { db }, now }: Deps): Handlers<keyof typeof meEndpoints> {
  const ownProfile = async (userId: string) => {
    const row = await findProfile(db, userId);
    // The account went away after the session was checked.
    if (!row) throw new Problem('session_ended', 'This account is no longer here.');
    return row;
  };
  return {
    'GET /api/users/me/profile': async ({ viewer }) => profileOf(await ownProfile(viewer.userId)),

    'GET /api/users/me/settings': async ({ viewer }) => {
      const own = await ownProfile(viewer.userId);
      const sessions = await listSessions(db, viewer.userId, viewer.sessionId);
      return {
        isCoach: own.is_coach === 1,
        locale: own.locale,
        timeZone: own.time_zone,
        email: own.email,
        emailVerifiedAt: own.email_verified_at,
        version: own.version,
        sessions: sessions.map((session) => ({
          id: session.id,
          device: deviceOf(session.user_agent),
          signedInAt: session.created_at,
          lastSeenAt: session.last_seen_at,
          isCurrent: session.id === viewer.sessionId,
        })),
      };
    },

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
