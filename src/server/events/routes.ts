// HTTP of events as they are read: by anyone, by someone signed in, and what hangs on an event.
import type { eventEndpoints } from '../../contract/events.ts';
import type { Deps } from '../deps.ts';
import { decodeCursor, encodeCursor, page } from '../http/cursor.ts';
import type { Handlers, Viewer } from '../http/handler.ts';
import { notFound, Problem } from '../http/problem.ts';
import { adultBornBy } from '../people/rules.ts';
import { detailOf, rosterEntryOf } from './answers.ts';
import { eventCan, nobody, replyStanding } from './can-rules.ts';
import { findEvent, findMyEvent, leadersOfEvent, offersOf, teamsOfEvent } from './detail-queries.ts';
import {
  canAnyoneSeeEvent,
  canJoinOnline,
  canKnowItsPeople,
  canMarkAttendance,
  canSeeEvent,
  canSeeNotes,
  canSeeRoster,
  canSeeTeamName,
  rosterScopeOf,
  seesOwnMembersOnly,
} from './policy.ts';
import { roleOf } from './role-rules.ts';
import { listAttendance, listRegistrations } from './roster-queries.ts';
import { dueOf, myRegistrationOf, storedInstant } from './rules.ts';

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
        teamsOfEvent(db, id, null),
        offersOf(db, event),
      ]);
      const listed = leaders.filter((leader) => leader.is_listed === 1);
      const shownTeams = teams.filter((team) => canSeeTeamName(team, false, 'guest'));
      const may = eventCan(event, 'guest', nobody, now.toISOString());
      return detailOf(event, { leaders: listed, teams: shownTeams, offers }, may);
    },

    'GET /api/events/{id}': async ({ params: { id }, viewer }) => {
      const { event, role, reply, may } = await eventForViewer(deps, id, viewer);
      const bornBy = adultBornBy(deps.now());
      const [leaders, teams, offers] = await Promise.all([
        leadersOfEvent(db, id, bornBy),
        teamsOfEvent(db, id, viewer.userId),
        offersOf(db, event),
      ]);
      const knowsAll = canKnowItsPeople(role, reply);
      const shown = {
        leaders: leaders.filter((leader) => knowsAll || leader.is_listed === 1),
        teams: teams.filter((team) => canSeeTeamName(team, team.is_mine > 0, role)),
        offers,
      };
      // A stranger who is signed in is told the names that a visitor is.
      const organizer_name = knowsAll || event.is_organizer_listed === 1 ? event.organizer_name : null;
      return {
        ...(await detailOf({ ...event, organizer_name }, shown, may)),
        registration: myRegistrationOf(event),
        due: dueOf(event, deps.now().toISOString()),
        onlineUrl: canJoinOnline(role, event.my_state) ? event.online_url : null,
      };
    },

    'GET /api/events/{id}/registrations': async ({ params: { id }, query: { cursor, limit }, viewer }) => {
      const { event, role, may } = await eventForViewer(deps, id, viewer);
      const { can } = may;
      if (!canSeeRoster(can))
        throw new Problem('not_permitted', 'This event does not show its roster to you.');
      const rows = await listRegistrations(db, {
        eventId: id,
        after: instantCursor(cursor),
        limit,
        viewerId: viewer.userId,
        scope: rosterScopeOf(event, role, event.my_state),
      });
      return page(
        rows,
        limit,
        (row) => encodeCursor(row.responded_at, row.id),
        (row) => rosterEntryOf(row, canSeeNotes(can)),
      );
    },

    'GET /api/events/{id}/attendance': async ({ params: { id }, viewer }) => {
      const { role, may } = await eventForViewer(deps, id, viewer);
      if (!canMarkAttendance(may.can))
        throw new Problem('not_permitted', 'Only coaches and assistants mark attendance.');
      const rows = await listAttendance(db, id, seesOwnMembersOnly(role) ? viewer.userId : null);
      return {
        items: rows.map((row) => ({
          user: { id: row.person_id, name: row.name, avatarSrc: row.file_path },
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
  const at = now();
  const event = await findMyEvent(db, { id, userId, now: at.toISOString(), bornBy: adultBornBy(at) });
  if (!event) throw notFound('event');
  const role = roleOf(event);
  const reply = replyStanding(event, event, at.toISOString());
  if (!canSeeEvent(event, role, reply)) throw notFound('event');
  if (event.removed_at !== null) throw gone();
  return { event, role, reply, may: eventCan(event, role, event, at.toISOString()) };
}

function instantCursor(cursor: string | undefined) {
  const after = decodeCursor(cursor, 'instant');
  return after && { key: storedInstant(after.key), id: after.id };
}

const gone = () => new Problem('gone', 'This event was taken down.');
