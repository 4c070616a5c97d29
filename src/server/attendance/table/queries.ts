// SQL of a team's attendance over time.
import { type RawBuilder, sql } from 'kysely';
import type { TableDate } from '../../../contract/events/attendance-table.ts';
import type { AttendanceStatus, MembershipRole } from '../../../contract/values/enums.ts';
import { limits } from '../../../contract/values/limits.ts';
import type { Db } from '../../db/open.ts';
import { prepared, preparedForIds } from '../../db/prepared.ts';
import { isNoShow } from '../../events/roster-queries.ts';
import { memberSince } from '../../groups/queries.ts';
import type { Period } from '../period.ts';

type DateRow = Omit<TableDate, 'eventId'> & { id: string };

type Days = Omit<Period, 'to' | 'now'>;

const dates = prepared<Days & { teamId: string }, DateRow>((db, slot) =>
  db
    .selectFrom('event_teams as et')
    .innerJoin('events as e', 'e.id', 'et.event_id')
    .select(['e.id', 'e.name', 'e.kind', 'e.starts_at as startsAt', 'e.time_zone as timeZone'])
    .where('et.team_id', '=', slot('teamId'))
    .where('e.starts_at', '>', slot('since'))
    .where('e.starts_at', '<=', slot('until'))
    .where('e.starts_on', '>=', slot('from'))
    .where('e.starts_on', '<=', slot('last'))
    .where('e.publication', '<>', 'draft')
    .where('e.event_status', 'not in', ['EventCancelled', 'EventPostponed'])
    .where('e.removed_at', 'is', null)
    .orderBy('e.starts_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limits.tableDatesMax + 1),
);

/** The dates of a team in a period, the newest first; one extra row means that there are earlier ones. */
export const listDates = (db: Db, teamId: string, { from, last, since, until }: Days) =>
  dates(db, { from, last, since, until, teamId });

export type CellRow = {
  event_id: string;
  person_id: string;
  status: AttendanceStatus | null;
  occurred_at: string;
  received_at: string;
  id: string;
  /** Whether someone who is absent had a place. */
  had_place: 0 | 1;
};

/** All marks at these events. Choosing the newest in SQL takes twice as long. */
const selectCells = (db: Db, ids: RawBuilder<string>) =>
  db
    .selectFrom('attendance as a')
    .select(['a.event_id', 'a.person_id', 'a.status', 'a.occurred_at', 'a.received_at', 'a.id'])
    .select(sql<0 | 1>`case when ${isNoShow} then 1 else 0 end`.as('had_place'))
    .where(sql<boolean>`a.event_id in (${ids})`);

const cells = preparedForIds<Record<never, never>, CellRow>((db, _slot, ids) => selectCells(db, ids));
const ownCells = preparedForIds<{ personId: string }, CellRow>((db, slot, ids) =>
  selectCells(db, ids).where('a.person_id', '=', slot('personId')),
);

/** Marks at these events, of everyone or of one person. */
export const listCells = (db: Db, eventIds: readonly string[], personId: string | null) =>
  personId === null ? cells(db, eventIds, {}) : ownCells(db, eventIds, { personId });

export type TablePersonRow = {
  id: string;
  name: string;
  file_path: string | null;
  role: MembershipRole;
  /** When they last became a member. */
  since: string;
  has_account: 0 | 1;
};

/** Active members of a team who are not suspended, by name, or one of them; one extra row means that there are more. */
export function listTablePeople(db: Db, teamId: string, personId: string | null): Promise<TablePersonRow[]> {
  const query = db
    .selectFrom('memberships as g')
    .innerJoin('people as who', 'who.id', 'g.person_id')
    .leftJoin('users as u', 'u.id', 'g.person_id')
    .leftJoin('profiles as f', 'f.user_id', 'g.person_id')
    .select(['who.id', 'who.name', 'f.file_path', 'g.role', memberSince('g').as('since')])
    .select(sql<0 | 1>`case when u.id is null then 0 else 1 end`.as('has_account'))
    .where('g.team_id', '=', teamId)
    .where('g.status', '=', 'active')
    .where('u.suspended_at', 'is', null)
    .orderBy('who.sort_name')
    .orderBy('who.id')
    .limit(limits.teamMembersMax + 1);
  return (personId === null ? query : query.where('g.person_id', '=', personId)).execute();
}
