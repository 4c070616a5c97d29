// SQL of archiving: archived events are listed only under Past.
import type { Db } from '../db/open.ts';

/** Archives or restores an event. */
export async function setArchived(db: Db, id: string, isArchived: boolean, at: string): Promise<void> {
  await db
    .updateTable('events')
    .set({ publication: isArchived ? 'archived' : 'published', updated_at: at })
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
