// Search documents: the texts that a search finds an object by, written in the transaction of the object.
import type { Db } from './open.ts';
import { type SearchKind, searchBody } from './search-words.ts';

/** Replaces the search document of an object with these texts. */
export async function saveSearchDocument(
  db: Db,
  kind: SearchKind,
  objectId: string,
  texts: (string | null | undefined)[],
): Promise<void> {
  await saveSearchDocuments(db, kind, [{ objectId, texts }]);
}

/** The same for several objects, at most a few hundred. */
export async function saveSearchDocuments(
  db: Db,
  kind: SearchKind,
  objects: readonly { objectId: string; texts: (string | null | undefined)[] }[],
): Promise<void> {
  if (objects.length === 0) return;
  await db
    .insertInto('search_documents')
    .values(
      objects.map(({ objectId, texts }) => ({ kind, object_id: objectId, body: searchBody(kind, texts) })),
    )
    .onConflict((conflict) =>
      conflict.columns(['kind', 'object_id']).doUpdateSet((set) => ({ body: set.ref('excluded.body') })),
    )
    .execute();
}
