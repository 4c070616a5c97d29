// SQL of the search index of events.
import { activities as activityFacts } from '../../contract/values/activities.ts';
import type { Db } from '../db/open.ts';
import { saveSearchDocuments } from '../db/search-documents.ts';
import { forEachYielding } from '../db/yielding.ts';
import { activitiesOf } from '../people/rules.ts';

/** Updates the search index of events. The name of an organizer without a public profile is not indexed. */
export async function indexEvents(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await db
    .selectFrom('events as e')
    .leftJoin('places as p', 'p.id', 'e.place_id')
    .leftJoin('organizations as o', (join) =>
      join.onRef('o.id', '=', 'e.organizer_organization_id').on('o.visibility', '<>', 'private'),
    )
    .select([
      'e.id',
      'e.name',
      'e.kind',
      'e.activities',
      'p.name as place',
      'p.region',
      'o.name as organizer',
    ])
    .where('e.id', 'in', ids)
    .orderBy('e.id')
    .execute();
  const documents = rows.map((row) => {
    const names = activitiesOf(row.activities).map((activity) => activityFacts[activity].name);
    return { objectId: row.id, texts: [row.name, row.organizer, row.place, row.region, ...names, row.kind] };
  });
  await saveSearchDocuments(db, 'event', documents);
}

/** Updates the index of an organization's events, past ones too, after its name or visibility changed. */
export async function indexEventsOf(db: Db, organizationId: string): Promise<void> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('organizer_organization_id', '=', organizationId)
    .execute();
  await forEachYielding(rows, ({ id }) => indexEvents(db, [id]));
}

/** Updates the index of upcoming events at a place, after its name or town changed. */
export async function indexEventsAt(db: Db, placeId: string, now: string): Promise<void> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('place_id', '=', placeId)
    .where('ends_at', '>', now)
    .execute();
  // A place may have a season of events.
  await forEachYielding(rows, ({ id }) => indexEvents(db, [id]));
}
