// SQL of guests: people without an account who were added at one event.
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
