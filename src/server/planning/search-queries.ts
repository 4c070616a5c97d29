// SQL of what a search finds events by.
import { activities as activityFacts } from '../../contract/activities.ts';
import type { Db } from '../db/open.ts';
import { saveSearchDocument } from '../db/search-documents.ts';
import { activitiesOf } from '../people/rules.ts';

/** What a search finds an event by. A private organizer's name is not among it. */
export async function indexEvent(db: Db, id: string): Promise<void> {
  const row = await db
    .selectFrom('events as e')
    .leftJoin('places as p', 'p.id', 'e.place_id')
    .leftJoin('organizations as o', (join) =>
      join.onRef('o.id', '=', 'e.organizer_organization_id').on('o.visibility', '<>', 'private'),
    )
    .select(['e.name', 'e.kind', 'e.activities', 'p.name as place', 'p.region', 'o.name as organizer'])
    .where('e.id', '=', id)
    .executeTakeFirstOrThrow();
  const names = activitiesOf(row.activities).map((activity) => activityFacts[activity].name);
  await saveSearchDocument(db, 'event', id, [
    row.name,
    row.organizer,
    row.place,
    row.region,
    ...names,
    row.kind,
  ]);
}

/** After a place has another name or town: its events to come are found by it. */
export async function indexEventsAt(db: Db, placeId: string, now: string): Promise<void> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('place_id', '=', placeId)
    .where('ends_at', '>', now)
    .execute();
  for (const { id } of rows) await indexEvent(db, id);
}
