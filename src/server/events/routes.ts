// HTTP of events as they are read: by anyone, by someone signed in, and what hangs on an event.
import type { eventEndpoints } from '../../contract/events.ts';
import type { Deps } from '../deps.ts';
import { standingOf } from '../groups/queries.ts';
import { decodeCursor, encodeCursor, page } from '../http/cursor.ts';
import type { Handlers, Viewer } from '../http/handler.ts';
import { notFound, Problem } from '../http/problem.ts';
import { adultBornBy } from '../people/rules.ts';
import { detailOf, rosterEntryOf } from './answers.ts';
import { eventCan, nobody, roleAt } from './can-rules.ts';
import { findEvent, findMyEvent, leadersOfEvent, offersOf, teamsOfEvent } from './detail-queries.ts';
import {
  canAnyoneSeeEvent,
  canJoinOnline,
  canKnowItsPeople,
  canMarkAttendance,
  canSeeEvent,
  canSeeEveryReply,
  canSeeNotes,
  canSeeRoster,
  canSeeTeamName,
} from './policy.ts';
import { listAttendance, listRegistrations } from './roster-queries.ts';
import { myRegistrationOf, storedInstant } from './rules.ts';

export function eventRoutes(deps: Deps): Handlers<keyof typeof eventEndpoints> {
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
        teamsOfEvent(db, id),
        offersOf(db, event),
      ]);
      const shownTeams = teams.filter((team) => canSeeTeamName(team, false, 'guest'));
      const may = eventCan(event, 'guest', nobody, now.toISOString());
      return detailOf(event, { leaders, teams: shownTeams, offers }, may);
    },

    'GET /api/events/{id}': async ({ params: { id }, viewer }) => {
      const { event, leaders, teams, role, may, standing } = await eventForViewer(deps, id, viewer);
      const shownTeams = teams.filter((team) => canSeeTeamName(team, standing.teams.has(team.id), role));
      const offers = await offersOf(db, event);
      return {
        ...detailOf(event, { leaders, teams: shownTeams, offers }, may),
        registration: myRegistrationOf(event),
        onlineUrl: canJoinOnline(role, event.my_state) ? event.online_url : null,
      };
    },

    'GET /api/events/{id}/registrations': async ({ params: { id }, query: { cursor, limit }, viewer }) => {
      const { can } = (await eventForViewer(deps, id, viewer)).may;
      if (!canSeeRoster(can))
        throw new Problem('not_permitted', 'This event does not show its roster to you.');
      const seesAll = canSeeEveryReply(can);
      const after = instantCursor(cursor);
      const rows = await listRegistrations(db, { eventId: id, after, limit, onlyConfirmed: !seesAll });
      return page(
        rows,
        limit,
        (row) => encodeCursor(row.responded_at, row.id),
        (row) => rosterEntryOf(row, canSeeNotes(can)),
      );
    },

    'GET /api/events/{id}/attendance': async ({ params: { id }, viewer }) => {
      const { can } = (await eventForViewer(deps, id, viewer)).may;
      if (!canMarkAttendance(can))
        throw new Problem('not_permitted', 'Only those who run this event mark attendance.');
      const rows = await listAttendance(db, id);
      return {
        items: rows.map((row) => ({
          user: { id: row.user_id, name: row.name, avatarSrc: row.file_path },
          status: row.status,
          minutesLate: row.minutes_late,
          occurredAt: row.occurred_at,
        })),
      };
    },
  };
}

/** An event that this viewer may see, with what they are there and may do. Throws not_found, or gone for one taken down. */
async function eventForViewer({ database: { db }, now }: Deps, id: string, { userId }: Viewer) {
  const at = now().toISOString();
  const [event, leaders, teams, standing] = await Promise.all([
    findMyEvent(db, { id, userId, now: at }),
    leadersOfEvent(db, id, null),
    teamsOfEvent(db, id),
    standingOf(db, userId),
  ]);
  if (!event) throw notFound('event');
  const role = roleAt({ ...event, leaderIds: leaders.map((leader) => leader.id), teams }, standing);
  const hasReplied = event.my_state !== null;
  if (!canSeeEvent(event, role, hasReplied)) throw notFound('event');
  if (event.removed_at !== null) throw gone();
  const may = eventCan(event, role, event, at);
  if (canKnowItsPeople(role, hasReplied)) return { event, leaders, teams, standing, role, may };
  // A stranger who is signed in is told the names that a visitor is.
  const bornBy = adultBornBy(now());
  const [shown, listed] = await Promise.all([
    findEvent(db, { id, now: at, bornBy }),
    leadersOfEvent(db, id, bornBy),
  ]);
  const organizer_name = shown?.organizer_name ?? null;
  return { event: { ...event, organizer_name }, leaders: listed, teams, standing, role, may };
}

function instantCursor(cursor: string | undefined) {
  const after = decodeCursor(cursor, 'instant');
  return after && { key: storedInstant(after.key), id: after.id };
}

const gone = () => new Problem('gone', 'This event was taken down.');
