// SQL of the audit log: who did what to which object, and when.
import { v7 as uuid } from 'uuid';
import type { Db } from '../db/open.ts';

export type AuditEntry = {
  /** Null for the operator. */
  actorId: string | null;
  /** Object and action, as in `membership.removed`. */
  action: string;
  objectKind: string;
  objectId: string;
  /** What changed, as plain values; never a secret. */
  before?: object | null;
  after?: object | null;
  at: string;
};

/** Adds an entry, in the transaction of the action. */
export async function addAudit(db: Db, entry: AuditEntry): Promise<void> {
  await addAudits(db, [entry]);
}

/** Databases limit the parameters of one statement. */
const rowsAtOnce = 1000;

/** Adds several entries, in the transaction of the actions. */
export async function addAudits(db: Db, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({
    id: uuid(),
    actor_id: entry.actorId,
    action: entry.action,
    object_kind: entry.objectKind,
    object_id: entry.objectId,
    before: entry.before ? JSON.stringify(entry.before) : null,
    after: entry.after ? JSON.stringify(entry.after) : null,
    at: entry.at,
  }));
  for (let first = 0; first < rows.length; first += rowsAtOnce)
    await db
      .insertInto('audit_log')
      .values(rows.slice(first, first + rowsAtOnce))
      .execute();
}

/** Removes the reasons that people typed about a person, whose account is being deleted. The entries stay. */
export async function removeReasonsAbout(db: Db, personId: string): Promise<void> {
  const own = db.selectFrom('registrations as m').where('m.person_id', '=', personId);
  const objects = {
    registration: own.select('m.id'),
    payment: own.innerJoin('payments as y', 'y.registration_id', 'm.id').select('y.id'),
    event: db.selectFrom('attendance as a').select('a.event_id as id').where('a.person_id', '=', personId),
  };
  for (const [kind, ids] of Object.entries(objects)) {
    let entries = db
      .selectFrom('audit_log')
      .select(['id', 'after'])
      .where('object_kind', '=', kind)
      .where('object_id', 'in', ids)
      .where((where) =>
        where.or([where('after', 'like', '%"reason":"%'), where('after', 'like', '%"askedFor":"%')]),
      );
    // Entries about attendance are of the event, and name the person.
    if (kind === 'event') entries = entries.where('after', 'like', `%"personId":"${personId}"%`);
    for (const { id, after } of await entries.execute()) {
      const { reason: _, askedFor: __, ...facts } = JSON.parse(after ?? '{}') as Record<string, unknown>;
      await db
        .updateTable('audit_log')
        .set({ after: JSON.stringify(facts) })
        .where('id', '=', id)
        .execute();
    }
  }
}
