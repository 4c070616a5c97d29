// SQL of putting events away: archived ones are in no list of events to come and are found under Past.
import type { Db } from '../db/open.ts';

/** Archives an event, or brings it back as it was. */
export async function setArchived(db: Db, id: string, isArchived: boolean, at: string): Promise<void> {
  await db
    .updateTable('events')
    .set({ publication: isArchived ? 'archived' : 'published', updated_at: at })
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
