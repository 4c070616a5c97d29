// SQL that updates the search document of a person, with public data only. Documents of events hold no names: decision 099.
import { activities as activityFacts } from '../../contract/values/activities.ts';
import type { Db } from '../db/open.ts';
import { saveSearchDocument } from '../db/search-documents.ts';
import { activitiesOf, fieldVisibilityOf } from './rules.ts';

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
