// Changes of the last hours in the demo coach's club: a training and a match that moved, so that people are asked to
// confirm their replies, a cancelled date, two members with absences, and the imported matches of the league's calendar.
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../server/db/open.ts';
import type { Tables } from '../../server/db/schema.ts';
import { awakeBefore, dayMs, hourMs, iso, localDay, minuteMs } from '../calendar.ts';
import { type Context, named, stamp, type Team, type World } from '../world.ts';
import { addNotification } from '../write-event.ts';

type EventRow = Selectable<Tables['events']>;

/** Updates rows that are already written. It has its own random generator, so no other part depends on it. */
export async function addRecentChanges(db: Db, context: Context, world: World): Promise<void> {
  const secondXi = named(world.teams, 'KV Rooigem Second XI');
  const trainings = await datesAhead(db, context, secondXi, 'Second XI under the lights');
  if (trainings[0])
    await move(db, context, trainings[0], {
      byMs: 30 * minuteMs,
      agoMs: 2 * hourMs,
      reason: 'The under-seventeens play on until eight.',
      before: world.trainee.id,
    });
  const matches = await datesAhead(db, context, secondXi, 'Second XI v');
  const moved = matches.at(-1);
  if (moved)
    await move(db, context, moved, {
      byMs: hourMs,
      agoMs: 5 * hourMs,
      reason: 'The league moved the match.',
      before: null,
    });
  await addImports(db, context, secondXi, moved?.id ?? '');
  const futsal = named(world.teams, 'KV Rooigem Futsal');
  const [, , off] = await datesAhead(db, context, futsal, 'Monday night futsal');
  if (off) await cancel(db, context, off);
  await addAbsences(db, context, secondXi, world);
}

/** Upcoming dates of a team, soonest first; the next hours are left out. */
function datesAhead(db: Db, { now }: Context, team: Team, name: string): Promise<EventRow[]> {
  return db
    .selectFrom('events')
    .selectAll()
    .where('owner_team_id', '=', team.id)
    .where('name', 'like', `${name}%`)
    .where('event_status', '=', 'EventScheduled')
    .where('starts_at', '>', iso(now + 6 * hourMs))
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
}

type Move = {
  byMs: number;
  agoMs: number;
  reason: string;
  /** A person who replied before the move. */
  before: string | null;
};

async function move(db: Db, context: Context, event: EventRow, { byMs, agoMs, reason, before }: Move) {
  const at = iso(awakeBefore(context.now - agoMs, event.time_zone));
  const later = (instant: string) => iso(Date.parse(instant) + byMs);
  const startsAt = later(event.starts_at);
  await db
    .updateTable('events')
    .set({
      starts_at: startsAt,
      ends_at: later(event.ends_at),
      starts_on: localDay(Date.parse(startsAt), event.time_zone),
      previous_start_dates: JSON.stringify([event.starts_at]),
      moved_at: at,
      moved_starts_at: event.starts_at,
      moved_ends_at: event.ends_at,
      ...changed('EventRescheduled', reason, at),
    })
    .where('id', '=', event.id)
    .execute();
  const answers = await db
    .selectFrom('registrations')
    .select(['id', 'person_id', 'responded_at', 'created_at'])
    .where('event_id', '=', event.id)
    .where('state', 'in', ['confirmed', 'tentative'])
    .orderBy('id')
    .execute();
  for (const answer of answers.filter((one) => one.responded_at < at || one.person_id === before))
    await db
      .updateTable('registrations')
      .set({
        responded_at: answer.responded_at < at ? answer.responded_at : answer.created_at,
        reconfirm_asked_at: at,
        answered_starts_at: event.starts_at,
        answered_ends_at: event.ends_at,
      })
      .where('id', '=', answer.id)
      .execute();
  const changes = [{ field: 'startsAt', before: event.starts_at, after: startsAt }];
  for (const userId of await accountsOf(db, event.id))
    addNotification(context, {
      userId,
      kind: 'eventChanged',
      eventId: event.id,
      changes,
      at: Date.parse(at),
    });
}

const changed = (status: 'EventRescheduled' | 'EventCancelled', reason: string, at: string) => ({
  event_status: status,
  status_reason: reason,
  version: 2,
  sequence: 1,
  updated_at: at,
});

/** People with an account who are going, maybe going or on the waitlist. */
async function accountsOf(db: Db, eventId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('registrations as r')
    .innerJoin('users as u', 'u.id', 'r.person_id')
    .select('u.id')
    .where('r.event_id', '=', eventId)
    .where('r.state', 'in', ['confirmed', 'tentative', 'waitlisted'])
    .orderBy('u.id')
    .execute();
  return rows.map(({ id }) => id);
}

async function cancel(db: Db, context: Context, event: EventRow): Promise<void> {
  const at = iso(awakeBefore(context.now - 26 * hourMs, event.time_zone));
  const concerned = await accountsOf(db, event.id);
  await db
    .updateTable('events')
    .set(changed('EventCancelled', 'The school needs the hall for its exams.', at))
    .where('id', '=', event.id)
    .execute();
  await db
    .updateTable('registrations')
    .set({ was_going: sql`case when state = 'confirmed' then 1 else 0 end` })
    .set({ state: 'cancelledByOrganizer', position: null, hold_expires_at: null, updated_at: at, version: 2 })
    .where('event_id', '=', event.id)
    .where('state', 'in', ['confirmed', 'waitlisted', 'offered', 'pendingPayment', 'pendingApproval'])
    .execute();
  const changes = [{ field: 'eventStatus', before: 'EventScheduled', after: 'EventCancelled' }];
  for (const userId of concerned)
    addNotification(context, {
      userId,
      kind: 'eventCancelled',
      eventId: event.id,
      changes,
      at: Date.parse(at),
    });
}

/** The matches were imported from a file, and again after one had moved. No calendar URL is followed. */
async function addImports(db: Db, { now, random }: Context, team: Team, movedId: string): Promise<void> {
  const matches = await db
    .selectFrom('events')
    .selectAll()
    .where('owner_team_id', '=', team.id)
    .where('name', 'like', 'Second XI v%')
    .orderBy('starts_at')
    .execute();
  const coach = team.coaches[0]?.id ?? null;
  const imports = [
    { at: now - 30 * dayMs, created_count: matches.length, changed_count: 0 },
    { at: now - 5 * hourMs, created_count: 0, changed_count: 1 },
  ].map(({ at, ...counts }) => ({ id: random.id(at), created_at: iso(at), ...counts }));
  await db
    .insertInto('fixture_imports')
    .values(imports.map((one) => ({ ...one, team_id: team.id, created_by: coach, undone_at: null })))
    .execute();
  for (const [index, match] of matches.entries())
    await db
      .insertInto('fixtures')
      .values({
        ...stamp(random, now - 30 * dayMs, match.id === movedId ? now - 5 * hourMs : now - 30 * dayMs),
        team_id: team.id,
        source_id: null,
        import_id: imports[0]?.id ?? null,
        event_id: match.id,
        uid: `second-xi-${index + 1}@league.sideline.example`,
        name: match.name,
        starts_at: match.starts_at,
        ends_at: match.ends_at,
        place: 'Rooigem sports park',
        gone_at: null,
      })
      .execute();
}

/** The job of absences adds the replies within a second of the server's start. */
async function addAbsences(db: Db, context: Context, team: Team, { trainee }: World): Promise<void> {
  const { now, random, calendar } = context;
  const today = calendar.today(team.city.timeZone);
  const away = team.trainees.filter((person) => person !== trainee).slice(0, 2);
  const notes = ['Skiing with the family', null];
  for (const [index, person] of away.entries())
    await db
      .insertInto('absences')
      .values({
        ...stamp(random, now - (index + 1) * dayMs),
        person_id: person.id,
        from_day: today.add({ days: 1 + index }).toString(),
        to_day: today.add({ days: 9 + 5 * index }).toString(),
        note: notes[index] ?? null,
      })
      .execute();
}
