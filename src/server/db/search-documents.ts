// What a search finds an object by; written with the object, in its transaction.
import { type SearchKind, searchBody } from './dialect.ts';
import type { Db } from './open.ts';

/** Makes an object be found by the words of these texts, and no longer by others. */
export async function saveSearchDocument(
  db: Db,
  kind: SearchKind,
  objectId: string,
  texts: (string | null | undefined)[],
): Promise<void> {
  await saveSearchDocuments(db, kind, [{ objectId, texts }]);
}

/** The same for several, at most some hundred. */
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
