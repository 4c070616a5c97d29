// SQL of people's names. Names belong to people, with or without an account.
import type { Db } from '../db/open.ts';
import { sortName } from '../db/search-words.ts';

export async function renamePerson(db: Db, id: string, name: string, at: string): Promise<void> {
  await db
    .updateTable('people')
    .set((set) => ({ name, sort_name: sortName(name), updated_at: at, version: set('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
