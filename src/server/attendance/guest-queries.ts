// SQL of guests: people without an account who were added at one event.
import type { Dialect } from '../db/dialect.ts';
import type { Db } from '../db/open.ts';

export function findGuest(db: Db, id: string) {
  return db
    .selectFrom('event_guests as g')
    .leftJoin('people as who', 'who.id', 'g.id')
    .select(['g.id', 'g.event_id', 'g.joined_id', 'who.name'])
    .where('g.id', '=', id)
    .executeTakeFirst();
}

export async function countGuests(db: Db, eventId: string): Promise<number> {
  const { count } = await db
    .selectFrom('event_guests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertGuest(
  db: Db,
  { id, eventId, addedBy, at }: { id: string; eventId: string; addedBy: string; at: string },
): Promise<void> {
  await db
    .insertInto('event_guests')
    .values({ id, event_id: eventId, added_by: addedBy, created_at: at })
    .execute();
}

/** The first mark of a person that was received at an event. */
export function firstMarkOf(db: Db, eventId: string, personId: string) {
  return db
    .selectFrom('attendance')
    .select('id')
    .where('event_id', '=', eventId)
    .where('person_id', '=', personId)
    .orderBy('received_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Locks the guests among these people: marks of a guest are written before or after the guest is joined with a member, and
 * never into a person who is about to go.
 */
export async function lockGuests(
  db: Db,
  dialect: Dialect,
  ids: readonly string[],
  mode: 'change' | 'share',
): Promise<void> {
  await dialect.lockRows(
    db.selectFrom('event_guests').select('id').where('id', 'in', ids).orderBy('id'),
    mode,
  );
}

/** Gives a guest's marks to a member. The guest's id stays, as one of the member. */
export async function moveGuest(db: Db, { id, memberId }: { id: string; memberId: string }): Promise<void> {
  await db.updateTable('attendance').set({ person_id: memberId }).where('person_id', '=', id).execute();
  await db.updateTable('event_guests').set({ joined_id: memberId }).where('id', '=', id).execute();
  await db.deleteFrom('people').where('id', '=', id).execute();
}
