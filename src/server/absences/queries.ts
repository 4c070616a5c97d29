// SQL of absences: their rows, the events on their days, and the replies they caused. The seam for planning.
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Db } from '../db/open.ts';
import { forEachYielding } from '../db/yielding.ts';
import { eventsOfTeamsOf, isInTeamOf } from '../events/access-queries.ts';
import { asks } from '../events/queries.ts';
import type { Tx } from '../registrations/absence-queries.ts';

const columns = [
  'id',
  'version',
  'person_id',
  'from_day',
  'to_day',
  'note',
  'created_at',
  'ended_at',
] as const;

export async function findAbsence(db: Db, id: string) {
  return db.selectFrom('absences').select(columns).where('id', '=', id).executeTakeFirst();
}
export type AbsenceRow = NonNullable<Awaited<ReturnType<typeof findAbsence>>>;

/** Current and future absences by first day, then up to `past` past ones, latest first. `today` is `earliestToday`. */
export async function listAbsences(db: Db, personId: string, today: string, past: number) {
  const mine = db.selectFrom('absences').select(columns).where('person_id', '=', personId);
  const isCurrent = sql<boolean>`(ended_at is null and to_day >= ${today})`;
  const current = await mine.where(isCurrent).orderBy('from_day').orderBy('id').execute();
  const over = await mine
    .where(sql<boolean>`not ${isCurrent}`)
    .orderBy('to_day', 'desc')
    .orderBy('id', 'desc')
    .limit(past)
    .execute();
  return [...current, ...over];
}

export async function countCurrent(db: Db, personId: string, today: string): Promise<number> {
  const { count } = await db
    .selectFrom('absences')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .where('to_day', '>=', today)
    .executeTakeFirstOrThrow();
  return count;
}

type Written = { from: string; to: string; note: string | null };

/** Adds an absence; undefined if another one has its id. */
export function insertAbsence(
  db: Db,
  { id, personId, from, to, note }: Written & { id: string; personId: string },
  at: string,
) {
  return db
    .insertInto('absences')
    .values({
      id,
      person_id: personId,
      from_day: from,
      to_day: to,
      note,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
}

export function updateAbsence(
  db: Db,
  id: string,
  { from, to, note, endedAt }: Written & { endedAt: string | null },
  at: string,
) {
  return db
    .updateTable('absences')
    .set({ from_day: from, to_day: to, note, ended_at: endedAt, updated_at: at })
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteAbsence(db: Db, id: string): Promise<void> {
  await db.deleteFrom('absences').where('id', '=', id).execute();
}

/** The time zone of a person's days. */
export async function zoneOf(db: Db, personId: string): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select('time_zone')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  return user.time_zone;
}

/** Upcoming events `e` that take replies. */
const isAhead = (at: string): RawBuilder<boolean> =>
  sql`(e.publication = 'published' and e.removed_at is null and e.event_status not in ('EventCancelled', 'EventPostponed') and e.starts_at > ${at})`;

/**
 * Upcoming events of a person's teams on these days that ask them for a reply, and those that they have replied to unasked, as a
 * coach may; not those that they lead.
 */
export function eventsAsking(
  db: Db,
  personId: string,
  { from, to }: { from: string; to: string },
  at: string,
) {
  return db
    .selectFrom('events as e')
    .select(['e.id', 'e.name', 'e.starts_at', 'e.starts_on', 'e.time_zone'])
    .where('e.starts_on', '>=', from)
    .where('e.starts_on', '<=', to)
    .where(isAhead(at))
    .where('e.id', 'in', eventsOfTeamsOf(personId))
    .where(
      sql<boolean>`(${asks(personId)} or (exists (select 1 from registrations r where r.event_id = e.id and r.person_id = ${personId}) and not exists (select 1 from event_leaders l where l.event_id = e.id and l.person_id = ${personId})))`,
    )
    .orderBy('e.starts_at')
    .orderBy('e.id')
    .execute();
}

/** Absences `a` of members `g` that cover the day of event `e`, if the member is asked and has not replied. */
const unanswered = (at: string) => sql`events e
  join event_teams et on et.event_id = e.id
  join memberships g on g.team_id = et.team_id and g.status = 'active'
  join absences a on a.person_id = g.person_id and a.ended_at is null and a.from_day <= e.starts_on and a.to_day >= e.starts_on
  where ${isAhead(at)}
  and not exists (select 1 from registrations r where r.event_id = e.id and r.person_id = g.person_id)
  and ${asks(sql.ref('g.person_id'))}`;

/** Databases limit the parameters of one statement. */
const rowsAtOnce = 500;

async function inChunks<T>(all: readonly T[], work: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < all.length; first += rowsAtOnce)
    await work(all.slice(first, first + rowsAtOnce));
}

/**
 * Declines these locked events for members who are away on their day and have not replied. No seats change: a member
 * without a reply has none. The answer is as old as its absence, so that a reply that was decided after it and arrives later
 * wins.
 */
export async function answerForMembersAway(
  { db, dialect, at }: Tx,
  eventIds: readonly string[],
): Promise<void> {
  await inChunks(eventIds, async (part) => {
    const found = await listAway(db, part, at);
    if (found.length === 0) return;
    const absences = [...new Set(found.map((row) => row.absence_id))];
    // The lock waits for a concurrent end of an absence; the second read then leaves it out.
    const rows = db.selectFrom('absences').select('id').where('id', 'in', absences).orderBy('id');
    await dialect.lockRows(rows, 'share');
    await inChunks(await listAway(db, part, at), (some) => insertAnswers(db, some, at));
  });
}

type Away = { event_id: string; person_id: string; absence_id: string; entered_at: string };

async function listAway(db: Db, eventIds: readonly string[], at: string): Promise<Away[]> {
  const { rows } = await sql<Away>`
    select e.id as event_id, a.person_id, a.id as absence_id, a.created_at as entered_at
    from ${unanswered(at)} and e.id in (${sql.join(eventIds)})
    order by e.id, a.person_id, a.created_at, a.id`.execute(db);
  // Removes duplicates: members of several teams, and days that two absences cover.
  return [...new Map(rows.toReversed().map((row) => [`${row.event_id} ${row.person_id}`, row])).values()];
}

function insertAnswers(db: Db, rows: readonly Away[], at: string) {
  return db
    .insertInto('registrations')
    .values(
      rows.map(({ event_id, person_id, absence_id, entered_at }) => ({
        id: uuid(),
        event_id,
        person_id,
        absence_id,
        state: 'declined' as const,
        responded_by: person_id,
        responded_at: entered_at,
        created_at: at,
        updated_at: at,
        offer_id: null,
        position: null,
        hold_expires_at: null,
        note: null,
        decline_reason: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Events without a reply of a member who is away: added to a series by the job, or of a team joined since. */
export async function eventsToAnswer(db: Db, { at, today }: { at: string; today: string }, most: number) {
  const { rows } = await sql<{ id: string }>`
    select distinct e.id from ${unanswered(at)} and a.to_day >= ${today}
    order by e.id limit cast(${most} as bigint)`.execute(db);
  return rows.map(({ id }) => id);
}

const isStillInTeam = isInTeamOf(sql.ref('r.person_id'));
/** Replies `r` to an upcoming event `e` caused by an absence `a` that does not cover its day, or of people who left its teams. */
const uncovered = (at: string) => sql`registrations r
  join absences a on a.id = r.absence_id
  join events e on e.id = r.event_id
  where (a.ended_at is not null or e.starts_on < a.from_day or e.starts_on > a.to_day or not ${isStillInTeam})
  and (e.starts_at > ${at} or e.event_status = 'EventPostponed') and e.event_status <> 'EventCancelled'`;

/** An absence of the person that covers the day. */
const otherAbsence = sql`(select b.id from absences b where b.person_id = r.person_id and b.ended_at is null and ${isStillInTeam}
  and b.from_day <= e.starts_on and b.to_day >= e.starts_on order by b.created_at, b.id limit 1)`;

/** A registration that must stay: it has payments, its person needs approval to return, or it counts unpaid holds. */
const isNeeded = sql`(r.must_ask = 1 or r.unpaid_holds > 0 or exists (select 1 from payments y where y.registration_id = r.id))`;

type Uncovered = { id: string; other: string | null; is_needed: 0 | 1 };

/**
 * Removes replies that an absence caused and no longer covers: to `eventIds` (at least one), or all of one absence. The events
 * are locked. A reply that another absence covers is assigned to it; a row that must stay becomes a manual `declined`.
 * Returns the number of dates without a reply again.
 */
export async function reopenUncovered(
  { db, at }: Tx,
  of: { eventIds: readonly string[] } | { absenceId: string },
): Promise<number> {
  const isMeant =
    'absenceId' in of ? sql`a.id = ${of.absenceId}` : sql`e.id in (${sql.join([...of.eventIds])})`;
  const { rows } = await sql<Uncovered>`
    select r.id, ${otherAbsence} as other, case when ${isNeeded} then 1 else 0 end as is_needed
    from ${uncovered(at)} and ${isMeant} order by r.id`.execute(db);
  const stays = ({ other, is_needed }: Uncovered) => other !== null || is_needed === 1;
  await forEachYielding(rows.filter(stays), async ({ id, other }) => {
    await db.updateTable('registrations').set({ absence_id: other }).where('id', '=', id).execute();
  });
  const reopened = rows.filter((row) => !stays(row)).map(({ id }) => id);
  await inChunks(reopened, (part) => db.deleteFrom('registrations').where('id', 'in', part).execute());
  return reopened.length;
}

/** Ids of the upcoming events that an absence declined. */
export async function eventsAnsweredBy(db: Db, absenceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('registrations')
    .select('event_id')
    .where('absence_id', '=', absenceId)
    .orderBy('event_id')
    .execute();
  return rows.map((row) => row.event_id);
}

/** Members of an event's teams whose absence declined it, but does not cover `day`: they are asked again. */
export async function listBackOn(db: Db, eventId: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select r.person_id from registrations r join events e on e.id = r.event_id
    where r.event_id = ${eventId} and r.absence_id is not null and ${isStillInTeam}
    and not exists (select 1 from absences b where b.person_id = r.person_id and b.ended_at is null
      and b.from_day <= ${day} and b.to_day >= ${day})
    order by r.person_id`.execute(db);
  return rows.map((row) => row.person_id);
}

/** Updates the replies caused by absences after the day or the teams of a locked event changed. */
export async function syncAbsenceAnswers(work: Tx, eventId: string): Promise<void> {
  await reopenUncovered(work, { eventIds: [eventId] });
  await answerForMembersAway(work, [eventId]);
}
