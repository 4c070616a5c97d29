// SQL that writes registrations, under their event's lock.
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { RegistrationState } from '../../contract/values/enums.ts';
import { addAudit } from '../audit/queries.ts';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';

/** The fields that a transition writes. */
export type Registered = {
  state: RegistrationState;
  position: number | null;
  holdExpiresAt: string | null;
  /** Written only when the state changes. */
  payReminderAt: string | null;
  offerId: string | null;
  note: string | null;
  declineReason: string | null;
  respondedBy: string | null;
  respondedAt: string;
  mustAsk: 0 | 1;
  unpaidHolds: number;
  onlyMaybe: 0 | 1;
  /** The absence that gave the answer; null for a manual answer. */
  absenceId: string | null;
  /** When "Still coming?" was asked, and the event times that the answer was for; null without that question. */
  reconfirmAskedAt: string | null;
  answeredStartsAt: string | null;
  answeredEndsAt: string | null;
};

type Write = Registered & { id: string; at: string };

const columns = (slot: <N extends keyof Write>(name: N) => RawBuilder<Write[N]>) => ({
  state: slot('state'),
  position: slot('position'),
  hold_expires_at: slot('holdExpiresAt'),
  offer_id: slot('offerId'),
  note: slot('note'),
  decline_reason: slot('declineReason'),
  responded_by: slot('respondedBy'),
  responded_at: slot('respondedAt'),
  must_ask: slot('mustAsk'),
  unpaid_holds: slot('unpaidHolds'),
  only_maybe: slot('onlyMaybe'),
  absence_id: slot('absenceId'),
  reconfirm_asked_at: slot('reconfirmAskedAt'),
  answered_starts_at: slot('answeredStartsAt'),
  answered_ends_at: slot('answeredEndsAt'),
  updated_at: slot('at'),
});

const insertion = prepared<Write & { eventId: string; userId: string }, { version: number }>((db, slot) =>
  db
    .insertInto('registrations')
    .values({
      id: slot('id'),
      event_id: slot('eventId'),
      person_id: slot('userId'),
      created_at: slot('at'),
      pay_reminder_at: slot('payReminderAt'),
      ...columns(slot),
    })
    .returning('version'),
);

const change = prepared<Write, { version: number }>((db, slot) =>
  db
    .updateTable('registrations')
    .set({ ...columns(slot), version: sql`version + 1` })
    .set({
      pay_reminder_at: sql<
        string | null
      >`case when state = ${slot('state')} then pay_reminder_at else ${slot('payReminderAt')} end`,
    })
    .where('id', '=', slot('id'))
    .returning('version'),
);

/** Inserts (`id` null) or updates a registration. Returns its id and new version. */
export async function saveRegistration(
  db: Db,
  { id, eventId, userId }: { id: string | null; eventId: string; userId: string },
  registered: Registered,
  at: string,
): Promise<{ id: string; version: number }> {
  const newId = id ?? uuid();
  const write = { ...registered, id: newId, at };
  const [row] = id === null ? await insertion(db, { ...write, eventId, userId }) : await change(db, write);
  if (!row) throw new Error('A registration went away while its event was locked.');
  return { id: newId, version: row.version };
}

export async function deleteRegistration(db: Db, id: string): Promise<void> {
  await db.deleteFrom('registrations').where('id', '=', id).execute();
}

/**
 * Stores the time of a reply that repeats the current state, so that an older reply is superseded. `personId` is set when the
 * person confirms an answer given for them. A repeated answer is manual and no longer belongs to an absence.
 */
export async function updateReplyTime(
  db: Db,
  id: string,
  { respondedAt, personId }: { respondedAt: string; personId: string | null },
): Promise<void> {
  await db
    .updateTable('registrations')
    .set({
      responded_at: respondedAt,
      absence_id: null,
      ...(personId !== null && { responded_by: personId }),
    })
    .where('id', '=', id)
    .where('responded_at', '<', respondedAt)
    .execute();
}

/** Writes an audit entry of an organizer's action on a registration. */
export async function auditRegistration(
  db: Db,
  entry: {
    actorId: string;
    action: string;
    registrationId: string;
    before: object | null;
    after: object;
    at: string;
  },
): Promise<void> {
  const { registrationId: objectId, action, ...rest } = entry;
  await addAudit(db, { ...rest, action: `registration.${action}`, objectKind: 'registration', objectId });
}
