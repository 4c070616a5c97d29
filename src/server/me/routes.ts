// HTTP of the signed-in user: profile, settings, events, calendar, teams.

import type { busyEndpoints } from '../../contract/people/busy.ts';
import type { meEndpoints } from '../../contract/people/me.ts';
import { limits } from '../../contract/values/limits.ts';
import type { Deps } from '../deps.ts';
import { ownMarksOf } from '../events/roster-queries.ts';
import { mySummaries } from '../events/summary-queries.ts';
import { listValidTeamInvitations } from '../groups/invitations/valid-invitation-queries.ts';
import { groupRolesOf } from '../groups/queries.ts';
import { decodeCursor, encodeCursor, page } from '../http/answer/cursor.ts';
import type { Handlers } from '../http/handler.ts';
import { invalid } from '../http/problem.ts';
import { adultBornBy } from '../people/rules.ts';
import { t } from '../words/t.ts';
import { findBusyTimes } from './busy.ts';
import { listCalendar, listCalendarLeaders, listCalendarTeams } from './calendar-queries.ts';
import { editProfile, editSettings, readProfile, readSettings } from './edits.ts';
import { listAskingTeams, listMyEvents } from './event-queries.ts';
import { exportHandler } from './export.ts';
import { calendarEntryOf, myOrganizationOf, myTeamOf } from './me-mapper.ts';
import { listMyOrganizations, listMyTeams } from './queries.ts';
import { spanOf } from './rules.ts';

/** U9 comes before U10. */
const teamOrder = new Intl.Collator('en', { numeric: true });

type Calls = keyof typeof meEndpoints | keyof typeof busyEndpoints | 'GET /api/users/me/export';

function validSpan(from: string, to: string, max: number) {
  const span = spanOf(from, to, max);
  if (!span)
    throw invalid({
      path: 'to',
      code: 'invalid_span',
      message: t('Later than the start, by {max} days at most', { max }),
    });
  return span;
}

export function meRoutes(deps: Deps): Handlers<Calls> {
  const { database, now } = deps;
  const { db } = database;
  return {
    'GET /api/users/me/profile': ({ viewer }) => readProfile(db, viewer.userId),
    'GET /api/users/me/settings': ({ viewer }) => readSettings(db, viewer, now()),
    'PATCH /api/users/me/profile': ({ body, viewer, db: trx }) =>
      editProfile(trx, viewer.userId, body, now()),
    'PATCH /api/users/me/settings': ({ body, viewer, db: trx }) => editSettings(trx, viewer, body, now()),
    'GET /api/users/me/export': exportHandler(deps),

    'GET /api/users/me/events': async ({ query: { tab, cursor, limit }, viewer: { userId } }) => {
      const at = now().toISOString();
      const bornBy = adultBornBy(now());
      const after = decodeCursor(cursor, 'instant');
      const rows = await listMyEvents(db, tab, { userId, now: at, bornBy }, { after, limit });
      const toSummary = await mySummaries(
        db,
        rows.slice(0, limit),
        { userId, now: at },
        {
          replies: tab === 'coaching' || tab === 'past',
          attendance: tab === 'past',
        },
      );
      if (tab !== 'needsReply')
        return page(rows, limit, (row) => encodeCursor(row.starts_at, row.id), toSummary);
      const ids = rows.slice(0, limit).map(({ id }) => id);
      const teams = Map.groupBy(await listAskingTeams(db, ids, { userId }), (row) => row.event_id);
      return page(
        rows,
        limit,
        (row) => encodeCursor(row.starts_at, row.id),
        (row) => ({
          ...toSummary(row),
          askingTeams: teams.get(row.id)?.map(({ id, name }) => ({ id, name })) ?? [],
        }),
      );
    },

    'GET /api/users/me/calendar': async ({ query: { from, to }, viewer: { userId } }) => {
      const span = validSpan(from, to, limits.calendarSpanDays);
      const mine = { userId, now: now().toISOString(), ...span };
      const rows = await listCalendar(db, mine);
      const teams = Map.groupBy(await listCalendarTeams(db, userId, rows), (row) => row.event_id);
      const leaders = Map.groupBy(await listCalendarLeaders(db, userId, rows), (row) => row.event_id);
      const past = rows.filter(({ ends_at }) => ends_at <= mine.now).map(({ id }) => id);
      const ownMarks = await ownMarksOf(db, userId, past);
      return {
        items: rows.map((row) =>
          calendarEntryOf(row, {
            teamIds: teams.get(row.id)?.map((team) => team.team_id),
            leaderIds: leaders.get(row.id)?.map((leader) => leader.person_id),
            userId,
            ownMark: ownMarks.get(row.id),
          }),
        ),
      };
    },

    'GET /api/users/me/busy': ({ query: { from, to }, viewer: { userId } }) =>
      findBusyTimes(db, {
        userId,
        now: now().toISOString(),
        ...validSpan(from, to, limits.busySpanDays),
      }),

    'GET /api/users/me/organizations': async ({ viewer: { userId } }) => {
      const groupRoles = await groupRolesOf(db, userId);
      const rows = await listMyOrganizations(db, [...groupRoles.organizations.keys()], now());
      return { items: rows.flatMap((row) => myOrganizationOf(row, groupRoles)) };
    },

    'GET /api/users/me/teams': async ({ viewer: { userId } }) => {
      const at = now().toISOString();
      const groupRoles = await groupRolesOf(db, userId);
      const invited = await listValidTeamInvitations(db, userId, at);
      const rows = await listMyTeams(db, userId, [...invited.keys()], at);
      return {
        items: rows
          .toSorted((one, other) => teamOrder.compare(one.name, other.name))
          .flatMap((row) => myTeamOf(row, groupRoles, invited.get(row.id))),
      };
    },
  };
}
