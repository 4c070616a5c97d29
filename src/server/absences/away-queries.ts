// SQL of the days on which people are away, for planning and for lists of people.
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { preparedForIds } from '../db/prepared.ts';

/** The days of all current and future absences of the members whom an absence declined this event. */
export async function absencesOfAway(db: Db, eventId: string) {
  return db
    .selectFrom('registrations as r')
    .innerJoin('absences as a', 'a.person_id', 'r.person_id')
    .select(['a.person_id', 'a.from_day', 'a.to_day'])
    .where('r.event_id', '=', eventId)
    .where('r.absence_id', 'is not', null)
    .where('a.ended_at', 'is', null)
    .orderBy('a.person_id')
    .execute();
}

const awayPeople = preparedForIds<{ today: string }, { person_id: string; from_day: string; to_day: string }>(
  (db, slot, ids) =>
    db
      .selectFrom('absences')
      .select(['person_id', 'from_day', 'to_day'])
      .where(sql<boolean>`person_id in (${ids})`)
      .where('ended_at', 'is', null)
      .where('to_day', '>=', slot('today'))
      .orderBy('from_day', 'desc')
      .orderBy('id'),
);

/** The current or next absence of each person. `today` is `earliestToday`. */
export async function nextAbsencesOf(db: Db, people: readonly string[], today: string) {
  const rows = await awayPeople(db, people, { today });
  return new Map(rows.map((row) => [row.person_id, { from: row.from_day, to: row.to_day }]));
}
