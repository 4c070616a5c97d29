// SQL of missing replies, reply counts and sent reminders.
import { type RawBuilder, sql } from 'kysely';
import type { MyEventSummary } from '../../contract/events/events.ts';
import type { Dialect } from '../db/dialect.ts';
import type { Db } from '../db/open.ts';
import { preparedForIds } from '../db/prepared.ts';
import { seesEvent } from '../events/access-queries.ts';
import { asks, isAskedAgain } from '../events/queries.ts';
import { countedBeforeMs, manualIntervalMs } from './rules.ts';

/** Members `g` of the teams of event `e` who are asked and have not replied. */
export const unanswered = sql`event_teams et join memberships g on g.team_id = et.team_id
  where et.event_id = e.id and g.status = 'active'
  and not exists (select 1 from registrations r where r.event_id = e.id and r.person_id = g.person_id)
  and ${asks(sql.ref('g.person_id'))}`;

/** People who are asked to confirm their reply to event `e`, as `r.person_id`. */
const askedAgain = (now: string | RawBuilder<string>) => sql`registrations r
  where r.event_id = e.id and ${isAskedAgain('r', 'e', now)} and ${seesEvent(sql.ref('r.person_id'), now)}`;

/** A person with an account; `reminded` narrows the reminders `m` of the event that count as one. */
const isReachable = (
  event: RawBuilder<unknown>,
  person: RawBuilder<unknown>,
  reminded: RawBuilder<unknown>,
) =>
  sql`exists (select 1 from users u where u.id = ${person} and u.suspended_at is null)
    and not exists (select 1 from reminders m where m.event_id = ${event} and m.person_id = ${person} and ${reminded})`;

type ReplyCounts = NonNullable<MyEventSummary['replies']>;
type Near = 'canRemind' | 'noAccount';
type CountsRow = { id: string } & Omit<ReplyCounts, Near | 'byState'> & Record<Near, number | null>;

const counts = preparedForIds<Record<'now' | 'since' | 'soon', string>, CountsRow>((db, slot, ids) => {
  const reachable = (person: string) =>
    isReachable(sql.ref('e.id'), sql.ref(person), sql`m.sent_at > ${slot('since')}`);
  // Few of a page are: to look at every member of every event once more would cost a multiple. As `takesReminders` of routes.ts.
  const isNear = sql`e.publication = 'published' and e.event_status not in ('EventCancelled', 'EventPostponed')
    and e.starts_at > ${slot('now')} and e.starts_at < ${slot('soon')}`;
  const noAccount = sql`(select count(distinct g.person_id) from ${unanswered} and not exists (select 1 from users u where u.id = g.person_id))`;
  // Those asked again have a registration, the others have none: no one is in both.
  const canRemind = sql`(select count(distinct g.person_id) from ${unanswered} and ${reachable('g.person_id')})
    + (select count(*) from ${askedAgain(slot('now'))} and ${reachable('r.person_id')})`;
  return db
    .selectFrom('events as e')
    .select('e.id')
    .select(countOf(sql`r.state = 'confirmed'`).as('going'))
    .select(countOf(sql`r.state in ('declined', 'cancelledByAttendee')`).as('cannot'))
    .select(sql<number>`(select count(distinct g.person_id) from ${unanswered})`.as('noAnswer'))
    .select(sql<number>`(select count(*) from ${askedAgain(slot('now'))})`.as('askedAgain'))
    .select(sql<number | null>`case when ${isNear} then ${noAccount} end`.as('noAccount'))
    .select(sql<number | null>`case when ${isNear} then ${canRemind} end`.as('canRemind'))
    .where(sql<boolean>`e.id in (${ids})`);
});

/** Reply counts by event. */
export async function replyCountsOf(
  db: Db,
  eventIds: readonly string[],
  now: string,
): Promise<Map<string, ReplyCounts>> {
  const at = (ms: number) => new Date(Date.parse(now) + ms).toISOString();
  const rows = await counts(db, eventIds, { now, since: at(-manualIntervalMs), soon: at(countedBeforeMs) });
  return new Map(
    rows.map(({ id, canRemind, noAccount, ...counted }) => [
      id,
      canRemind === null || noAccount === null ? counted : { ...counted, canRemind, noAccount },
    ]),
  );
}

/** The people in each state of their registration at an event. */
export async function countsByState(db: Db, eventId: string): Promise<NonNullable<ReplyCounts['byState']>> {
  const rows = await db
    .selectFrom('registrations')
    .select(['state', sql<number>`count(*)`.as('count')])
    .where('event_id', '=', eventId)
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

const countOf = (is: RawBuilder<unknown>) =>
  sql<number>`(select count(*) from registrations r where r.event_id = e.id and ${is})`;

/** A page of people without a reply or asked again, by name; one extra row means that there is a next page. */
export async function listUnanswered(
  db: Db,
  eventId: string,
  { after, limit, now }: { after: { key: string; id: string } | null; limit: number; now: string },
) {
  let query = db
    .selectFrom('people as who')
    .leftJoin('users as u', 'u.id', 'who.id')
    .leftJoin('profiles as f', 'f.user_id', 'who.id')
    .leftJoin('reminders as m', (join) =>
      join.onRef('m.person_id', '=', 'who.id').on('m.event_id', '=', eventId),
    )
    .select(['who.id', 'who.name', 'who.sort_name', 'f.file_path', 'm.sent_at'])
    .select(sql<0 | 1>`case when u.id is null then 0 else 1 end`.as('has_account'))
    .select('u.suspended_at')
    .select(
      sql<
        0 | 1
      >`case when exists (select 1 from registrations r where r.event_id = ${eventId} and r.person_id = who.id) then 1 else 0 end`.as(
        'has_answered',
      ),
    )
    .where(
      sql<boolean>`who.id in (select g.person_id from events e cross join ${unanswered} and e.id = ${eventId}
        union select r.person_id from events e cross join ${askedAgain(now)} and e.id = ${eventId})`,
    );
  if (after) query = query.where(sql<boolean>`(who.sort_name, who.id) > (${after.key}, ${after.id})`);
  return query
    .orderBy('who.sort_name')
    .orderBy('who.id')
    .limit(limit + 1)
    .execute();
}

/** People whom an upcoming event asks, and who have not replied; also those without an account. */
export async function listPeopleAsked(db: Db, eventId: string, now: string): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select distinct g.person_id from events e cross join ${unanswered} and e.id = ${eventId} and e.starts_at > ${now} order by g.person_id`.execute(
    db,
  );
  return rows.map((row) => row.person_id);
}

/**
 * People without a reply, or asked again until `askedBy`, with an account and no reminder after `since`. With null, for the
 * job: no manual one for the current date, and no first reply after registration has closed, as they could only decline. A
 * later question is left out, because the notification of the change has just asked it.
 */
export async function listPeopleToRemind(
  db: Db,
  eventId: string,
  { since, now, askedBy }: { since: string | null; now: string; askedBy: string },
): Promise<string[]> {
  const isJob = since === null;
  const counts = isJob ? sql`m.sent_by is not null` : sql`m.sent_at > ${since}`;
  const canJoin = isJob
    ? sql`(e.registration_closes_at is null or e.registration_closes_at > ${now})`
    : sql`1 = 1`;
  const { rows } = await sql<{ person_id: string }>`
    select w.person_id from (
      select g.person_id from events e cross join ${unanswered} and e.id = ${eventId} and ${canJoin}
      union select r.person_id from events e cross join ${askedAgain(now)} and e.id = ${eventId} and r.reconfirm_asked_at <= ${askedBy}
    ) w
    where ${isReachable(sql`${eventId}`, sql.ref('w.person_id'), counts)}
    order by w.person_id`.execute(db);
  return rows.map((row) => row.person_id);
}

/** Records reminders; `by` is null for the job. */
export async function saveReminders(
  db: Db,
  eventId: string,
  { people, by, at }: { people: readonly string[]; by: string | null; at: string },
): Promise<void> {
  for (let first = 0; first < people.length; first += rowsAtOnce)
    await db
      .insertInto('reminders')
      .values(
        people
          .slice(first, first + rowsAtOnce)
          .map((person_id) => ({ event_id: eventId, person_id, sent_at: at, sent_by: by })),
      )
      .onConflict((conflict) =>
        conflict.columns(['event_id', 'person_id']).doUpdateSet({ sent_at: at, sent_by: by }),
      )
      .execute();
}

/** After a move to a later date: the job reminds again, also people with a manual reminder. `sent_at` stays for the 12 hours. */
export async function resetReminders(db: Db, eventId: string): Promise<void> {
  await db.updateTable('events').set({ reminded_at: null }).where('id', '=', eventId).execute();
  await db.updateTable('reminders').set({ sent_by: null }).where('event_id', '=', eventId).execute();
}

/** Databases limit the parameters of one statement. */
const rowsAtOnce = 1000;

/** Time of the last reminder of an event; null without one. */
export async function lastReminderOf(db: Db, eventId: string): Promise<string | null> {
  const row = await db
    .selectFrom('reminders')
    .select(({ fn }) => fn.max<string | null>('sent_at').as('at'))
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row?.at ?? null;
}

type Due = { now: string; until: string; askedBefore: string };

/**
 * Whether the job reminds of the event `e`: replies are due before `until`, people were asked before `askedBefore`, and
 * registration has opened: until then no one can say yes.
 */
const isDue = ({ now, until, askedBefore }: Due) =>
  sql<boolean>`(e.reminded_at is null and e.publication = 'published' and e.removed_at is null
    and e.starts_at > ${now} and e.event_status not in ('EventCancelled', 'EventPostponed') and e.published_at <= ${askedBefore}
    and (e.registration_opens_at is null or e.registration_opens_at <= ${now})
    and (e.starts_at <= ${until} or e.replies_due_at <= ${until}))`;

/** Events for the job. */
export async function eventsToRemind(db: Db, due: Due, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('events as e')
    .select('e.id')
    .where(isDue(due))
    .orderBy('e.starts_at')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Claims an event's reminder; false if it is no longer due, or another process has claimed it or locks the event. */
export async function claimReminder(db: Db, dialect: Dialect, eventId: string, due: Due): Promise<boolean> {
  const free = db.selectFrom('events as e').select('e.id').where('e.id', '=', eventId).where(isDue(due));
  const claimed = await db
    .updateTable('events')
    .set({ reminded_at: due.now })
    .where('id', '=', dialect.skipLocked(free))
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}
