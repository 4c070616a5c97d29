// SQL that updates the search documents of a person and of the events that name them, with public data only.
import type { Kysely } from 'kysely';
import { activities as activityFacts } from '../../contract/values/activities.ts';
import type { Tables } from '../db/schema.ts';
import { saveSearchDocument } from '../db/search-documents.ts';
import { activitiesOf, fieldVisibilityOf } from './rules.ts';

type Db = Kysely<Tables>;

const activityNames = (json: string) => activitiesOf(json).map((name) => activityFacts[name].name);

/** Rewrites a person's search document: the name, and what of activities and region is public. */
export async function indexPerson(db: Db, userId: string): Promise<void> {
  const person = await db
    .selectFrom('people as who')
    .innerJoin('profiles as f', 'f.user_id', 'who.id')
    .select(['who.name', 'f.activities', 'f.region', 'f.field_visibility'])
    .where('who.id', '=', userId)
    .executeTakeFirstOrThrow();
  const { activities, region } = fieldVisibilityOf(person.field_visibility);
  await saveSearchDocument(db, 'user', userId, [
    person.name,
    ...(activities === 'public' ? activityNames(person.activities) : []),
    region === 'public' ? person.region : null,
  ]);
}

/** Rewrites the search documents of the events that a person organizes; a public profile's name is searchable. */
export async function indexEventsOrganizedBy(db: Db, userId: string): Promise<void> {
  const events = await db
    .selectFrom('events as e')
    .innerJoin('people as who', 'who.id', 'e.organizer_user_id')
    .innerJoin('profiles as f', 'f.user_id', 'who.id')
    .leftJoin('places as p', 'p.id', 'e.place_id')
    .select(['e.id', 'e.name', 'e.kind', 'e.activities', 'who.name as organizer', 'f.is_public'])
    .select(['p.name as place', 'p.region'])
    .where('e.organizer_user_id', '=', userId)
    .execute();
  for (const event of events)
    await saveSearchDocument(db, 'event', event.id, [
      event.name,
      event.is_public === 1 ? event.organizer : null,
      event.place,
      event.region,
      ...activityNames(event.activities),
      event.kind,
    ]);
}
