// HTTP reads of events and series, for visitors and signed-in people, and of rosters.
import type { eventEndpoints } from '../../contract/events/events.ts';
import type { seriesEndpoints } from '../../contract/events/series.ts';
import type { Deps } from '../deps.ts';
import { decodeCursor, encodeCursor, page } from '../http/answer/cursor.ts';
import type { Handlers } from '../http/handler.ts';
import { notFound, Problem } from '../http/problem.ts';
import { adultBornBy } from '../people/rules.ts';
import { t } from '../words/t.ts';
import { findEventFor, findMyEventAnswer, gone } from './answer-queries.ts';
import { eventCan, noRegistration } from './can-rules.ts';
import { findEvent, leadersOfEvent, offersOf, teamsOfEvent } from './detail-queries.ts';
import { detailOf, rosterEntryOf } from './event-mapper.ts';
import { canAnyoneSeeEvent, canSeeNotes, canSeeRoster, canSeeTeamName, rosterScopeOf } from './policy.ts';
import { listRegistrations } from './roster-queries.ts';
import { seriesOf } from './rules.ts';
import { findSeriesAnswer, listSeriesDates } from './series-answers.ts';

export function eventRoutes(
  deps: Deps,
): Handlers<keyof typeof eventEndpoints | keyof typeof seriesEndpoints> {
  const { db } = deps.database;
  return {
    'GET /api/events/public/{id}': async ({ params: { id } }) => {
      const now = deps.now();
      const bornBy = adultBornBy(now);
      const event = await findEvent(db, { id, now: now.toISOString(), bornBy });
      if (!event || !canAnyoneSeeEvent(event)) throw notFound('event');
      if (event.removed_at !== null) throw gone();
      const [leaders, teams, offers] = await Promise.all([
        leadersOfEvent(db, id, bornBy),
        teamsOfEvent(db, event, null),
        offersOf(db, event),
      ]);
      const listed = leaders.filter((leader) => leader.is_listed === 1);
      const shownTeams = teams.filter((team) => canSeeTeamName(team, false, 'guest'));
      const may = eventCan(event, 'guest', noRegistration, now.toISOString());
      return {
        ...(await detailOf(event, { leaders: listed, teams: shownTeams, offers }, may)),
        // A visible date must not reveal the number of hidden dates of its series.
        series: event.series_count > 1 ? seriesOf(event, { count: event.series_count, askedAgain: 0 }) : null,
      };
    },

    'GET /api/events/{id}': ({ params: { id }, viewer: { userId } }) =>
      findMyEventAnswer(db, { id, userId }, deps.now()),

    'GET /api/series/{id}': ({ params: { id }, viewer }) =>
      findSeriesAnswer(db, { id, userId: viewer?.userId ?? null }, deps.now()),

    'GET /api/series/{id}/dates': ({ params: { id }, query: { cursor, limit }, viewer }) =>
      listSeriesDates(
        db,
        { id, userId: viewer?.userId ?? null },
        { after: decodeCursor(cursor, 'instant'), limit },
        deps.now(),
      ),

    'GET /api/events/{id}/registrations': async ({ params: { id }, query: { cursor, limit }, viewer }) => {
      const at = deps.now();
      const { event, role, may } = await findEventFor(db, { id, userId: viewer.userId }, at);
      const { can } = may;
      if (!canSeeRoster(can))
        throw new Problem('not_permitted', t('You cannot see who is coming to this event.'));
      const rows = await listRegistrations(db, {
        eventId: id,
        after: decodeCursor(cursor, 'instant'),
        limit,
        viewerId: viewer.userId,
        scope: rosterScopeOf(event, role, event.my_state),
        at,
      });
      return page(
        rows,
        limit,
        (row) => encodeCursor(row.responded_at, row.id),
        (row) => rosterEntryOf(row, canSeeNotes(can)),
      );
    },
  };
}
