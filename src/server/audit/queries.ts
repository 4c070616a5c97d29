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
