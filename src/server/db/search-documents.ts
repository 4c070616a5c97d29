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
  const body = searchBody(kind, texts);
  await db
    .insertInto('search_documents')
    .values({ kind, object_id: objectId, body })
    .onConflict((conflict) => conflict.columns(['kind', 'object_id']).doUpdateSet({ body }))
    .execute();
}
