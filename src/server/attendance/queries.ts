// SQL of attendance: the people of an event with their newest marks, one person's marks, who can be marked, and new marks.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { membersOfVisitingTeams, owningOrganization } from '../events/access-queries.ts';
import { holdsSeat } from '../events/queries.ts';
import { isNewestMark } from '../events/roster-queries.ts';
import { memberSince } from '../groups/queries.ts';
import { unanswered } from '../reminders/queries.ts';
import type { MarkRow, NewMark, PersonRow } from './rules.ts';

/** The part of an event's people that someone marks: all, or with `visitingCoachId` that coach's members. */
export type Marking = { eventId: string; visitingCoachId: string | null };

/** The id of the newest mark of the person `who` at an event. */
const newestMark = (eventId: string) =>
  sql<string>`(select b.id from attendance b where b.event_id = ${eventId} and b.person_id = who.id order by b.occurred_at desc, b.received_at desc, b.id desc limit 1)`;

/** People as `who` with their newest mark `a` and their reply `m`. */
function selectPeople(db: Db, { eventId, visitingCoachId }: Marking) {
  const query = db
    .selectFrom('people as who')
    .leftJoin('users as u', 'u.id', 'who.id')
    .leftJoin('profiles as f', 'f.user_id', 'who.id')
    .leftJoin('registrations as m', (join) =>
      join.onRef('m.person_id', '=', 'who.id').on('m.event_id', '=', eventId),
    )
    .leftJoin('attendance as a', (join) => join.on('a.id', '=', newestMark(eventId)))
    .leftJoin('people as marker', 'marker.id', 'a.marked_by')
    .leftJoin('event_guests as guest', (join) =>
      join.onRef('guest.id', '=', 'who.id').on('guest.event_id', '=', eventId),
    )
    .select(['who.id', 'who.name', 'who.sort_name', 'f.file_path', 'm.state', 'm.was_going'])
    .select(sql<0 | 1>`case when u.id is null then 0 else 1 end`.as('has_account'))
    .select(sql<0 | 1>`case when guest.id is null then 0 else 1 end`.as('is_guest'))
    .select(sql<string | null>`coalesce(m.note, m.decline_reason)`.as('note'))
    .select(['a.id as mark_id', 'a.status', 'a.minutes_late', 'a.occurred_at', 'a.source', 'a.reason'])
    .select(['a.marked_by', 'marker.name as marked_by_name']);
  return visitingCoachId === null
    ? query
    : query.where('who.id', 'in', membersOfVisitingTeams(eventId, visitingCoachId));
}

/** Members `g` who are asked to reply, without suspended accounts, and those who joined after an event that was planned before. */
const asked = (eventId: string) => sql`from events e cross join ${unanswered} and e.id = ${eventId}
    and not (${memberSince('g')} > e.ends_at and ${memberSince('g')} > e.created_at)
    and not exists (select 1 from users s where s.id = g.person_id and s.suspended_at is not null)`;

/** Registrations `r` of people who were not rejected or removed. */
const replied = (eventId: string) =>
  sql`from registrations r join events e on e.id = r.event_id where r.event_id = ${eventId} and r.state <> 'rejected' and not (r.state = 'cancelledByOrganizer' and (r.must_ask = 1 or e.event_status <> 'EventCancelled'))`;

/** Everyone who is on the list also without a mark. */
const expected = (eventId: string) =>
  sql`(select g.person_id ${asked(eventId)} union select r.person_id ${replied(eventId)})`;

/** Whether `who` is among `expected`, which PostgreSQL would compute as a whole for the one person of a mark. */
const isExpected = (eventId: string) =>
  sql<0 | 1>`case when exists (select 1 ${replied(eventId)} and r.person_id = who.id)
    or exists (select 1 ${asked(eventId)} and g.person_id = who.id) then 1 else 0 end`.as('is_expected');

/** Sorts people who will probably not come last, because the limit cuts off the end. */
const isOut = sql`case when m.state in ('declined', 'cancelledByAttendee', 'holdExpired', 'offerExpired') or (m.state = 'cancelledByOrganizer' and m.was_going = 0) then 1 else 0 end`;

/** Everyone with a mark, and at most `limit` expected people without one. */
export async function listPeople(db: Db, marking: Marking, limit: number): Promise<PersonRow[]> {
  const marked = selectPeople(db, marking)
    .select(isExpected(marking.eventId))
    .where('a.status', 'is not', null)
    .where(
      sql<boolean>`who.id in (select w.person_id from attendance w where w.event_id = ${marking.eventId})`,
    );
  const unmarked = selectPeople(db, marking)
    .select(sql<0 | 1>`1`.as('is_expected'))
    .where('a.status', 'is', null)
    .where(sql<boolean>`who.id in ${expected(marking.eventId)}`)
    .orderBy(isOut)
    .orderBy('who.sort_name')
    .orderBy('who.id')
    .limit(limit);
  return [...(await marked.execute()), ...(await unmarked.execute())];
}

/** These people, expected or not. */
export async function findPeople(
  db: Db,
  marking: Marking,
  ids: readonly string[],
): Promise<Map<string, PersonRow>> {
  const rows = await selectPeople(db, marking)
    .select(isExpected(marking.eventId))
    .where('who.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The newest marks of a person, the one that counts first. */
export function listMarksOf(db: Db, eventId: string, personId: string, limit: number): Promise<MarkRow[]> {
  return db
    .selectFrom('attendance as a')
    .leftJoin('people as marker', 'marker.id', 'a.marked_by')
    .select(['a.status', 'a.minutes_late', 'a.occurred_at', 'a.source', 'a.reason'])
    .select(['a.marked_by', 'marker.name as marked_by_name'])
    .where('a.event_id', '=', eventId)
    .where('a.person_id', '=', personId)
    .orderBy('a.occurred_at', 'desc')
    .orderBy('a.received_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute();
}

/** How often someone has marked each of these people at an event; people whom they never marked are left out. */
export async function countMarksBy(
  db: Db,
  { eventId, markedBy }: { eventId: string; markedBy: string },
  personIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('attendance')
    .select(({ fn }) => ['person_id', fn.countAll<number>().as('count')])
    .where('event_id', '=', eventId)
    .where('marked_by', '=', markedBy)
    .where('person_id', 'in', personIds)
    .groupBy('person_id')
    .execute();
  return new Map(rows.map(({ person_id: personId, count }) => [personId, count]));
}

/** How many people came without a place, and without one that is held for them. */
export async function countWalkIns(db: Db, eventId: string, now: string): Promise<number> {
  const { count } = await db
    .selectFrom('attendance as a')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('a.event_id', '=', eventId)
    .where('a.status', 'in', ['present', 'late'])
    .where(isNewestMark)
    .where(
      sql<boolean>`not exists (select 1 from registrations r where r.event_id = a.event_id and r.person_id = a.person_id and ${holdsSeat(now)})`,
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** A membership that is active, or was until after an instant: a mark without signal may arrive after someone has left. */
const wasMember = (since: string) => sql`(g.status = 'active' or g.ended_at > ${since})`;

/** Whether `who` is a member of the event's teams, of its owning or organizing club, or of the teams of that. */
const isMemberOf = (eventId: string, since: string) => sql`exists (
  select 1 from memberships g left join teams t on t.id = g.team_id where g.person_id = who.id and ${wasMember(since)}
  and (g.team_id in (select et.team_id from event_teams et where et.event_id = ${eventId})
    or coalesce(g.organization_id, t.organization_id) in (
      select ${owningOrganization} from events e where e.id = ${eventId}
      union select e.organizer_organization_id from events e where e.id = ${eventId})))`;

/**
 * The people among `ids` who can be marked, by the id that was given: members since `since`, people with a reply or a mark, and
 * guests, also by the id that they had before they were joined with a member. Accounts that are gone have no membership any
 * more, and a mark of them changes no one's data.
 */
export async function markablePeople(
  db: Db,
  { eventId, visitingCoachId }: Marking,
  ids: readonly string[],
  since: string,
): Promise<Map<string, string>> {
  const isMarkable: RawBuilder<boolean> =
    visitingCoachId === null
      ? sql<boolean>`(who.name = '' or ${isMemberOf(eventId, since)}
          or exists (select 1 from registrations r where r.event_id = ${eventId} and r.person_id = who.id)
          or exists (select 1 from attendance a where a.event_id = ${eventId} and a.person_id = who.id))`
      : sql<boolean>`who.id in ${membersOfVisitingTeams(eventId, visitingCoachId, since)}`;
  const rows = await db
    .selectFrom('people as who')
    .select('who.id')
    .where('who.id', 'in', ids)
    .where(isMarkable)
    .execute();
  const people = new Map(rows.map(({ id }) => [id, id]));
  if (people.size === new Set(ids).size || visitingCoachId !== null) return people;
  const joined = await db
    .selectFrom('event_guests')
    .select(['id', 'joined_id'])
    .where('event_id', '=', eventId)
    .where('id', 'in', ids)
    .execute();
  for (const { id, joined_id: memberId } of joined) people.set(id, memberId ?? id);
  return people;
}

/** Databases limit the parameters of one statement. */
const rowsAtOnce = 1000;

export async function insertMarks(
  db: Db,
  marks: readonly NewMark[],
  by: { eventId: string; markedBy: string | null; source: MarkRow['source']; at: string },
): Promise<void> {
  const rows = marks.map((mark) => ({
    id: mark.id,
    event_id: by.eventId,
    person_id: mark.personId,
    status: mark.status,
    minutes_late: mark.minutesLate,
    reason: mark.reason,
    marked_by: by.markedBy,
    occurred_at: mark.occurredAt,
    received_at: by.at,
    source: by.source,
  }));
  for (let first = 0; first < rows.length; first += rowsAtOnce)
    await db
      .insertInto('attendance')
      .values(rows.slice(first, first + rowsAtOnce))
      .execute();
}
