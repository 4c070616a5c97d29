// SQL of registrations: locks events, reads an event with one person's registration, and writes registrations.
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { RegistrationState } from '../../contract/values/enums.ts';
import { addAudit } from '../audit/queries.ts';
import type { Dialect, LockMode } from '../db/dialect.ts';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { roleColumns } from '../events/access-queries.ts';
import { noRegistration } from '../events/can-rules.ts';
import { eventTerms, lowestOffer, myRegistration, seatsHeld } from '../events/queries.ts';

/** Locks an event's registrations until the transaction ends. Read the data for a decision after it. */
export async function lockEventRow(db: Db, dialect: Dialect, eventId: string): Promise<void> {
  await lockEventRows(db, dialect, [eventId]);
}

/** Locks several events, in the order of their ids to avoid deadlocks. `mode` as in dialect.ts. */
export async function lockEventRows(
  db: Db,
  dialect: Dialect,
  ids: readonly string[],
  mode: LockMode = 'change',
): Promise<void> {
  if (ids.length === 0) return;
  const rows = db.selectFrom('events').select('id').where('id', 'in', ids).orderBy('id');
  await dialect.lockRows(rows, mode);
}

/** Locks an event for a job; false if another transaction has locked it, and the job then skips it. */
export async function claimEvent(db: Db, dialect: Dialect, eventId: string): Promise<boolean> {
  const rows = db.selectFrom('events').select('id').where('id', '=', eventId);
  return (await dialect.skipLocked(rows).executeTakeFirst()) !== undefined;
}

const waitingCount = sql<number>`(select count(*) from registrations w where w.event_id = e.id and w.state = 'waitlisted')`;

/** Whether the event has a lapsed hold or offer that is not expired yet. */
function hasLapsed(now: RawBuilder<string>): RawBuilder<0 | 1> {
  return sql`(select count(*) from (select 1 from registrations x where x.event_id = e.id and x.state in ('pendingPayment', 'offered') and x.hold_expires_at <= ${now} limit 1) as found)`;
}

/** Whether the person has an account; only organizers can reply for a managed member. */
function hasAccount(person: RawBuilder<string>): RawBuilder<0 | 1> {
  return sql`(select count(*) from users a where a.id = ${person})`;
}

type ContextKeys = {
  id: string;
  /** Whose registration. */
  userId: string;
  /** Whose role. */
  actorId: string;
  now: string;
};

function selectContext(
  db: Db,
  { id, userId, actorId, now }: { [Name in keyof ContextKeys]: RawBuilder<ContextKeys[Name]> },
) {
  return db
    .selectFrom('events as e')
    .leftJoin('registrations as m', (join) =>
      join.onRef('m.event_id', '=', 'e.id').on('m.person_id', '=', userId),
    )
    .where('e.id', '=', id)
    .select(eventTerms)
    .select([
      'e.id',
      'e.removed_at',
      'e.organizer_user_id',
      'e.organizer_organization_id',
      'e.owner_team_id',
      'e.starts_at',
      'e.ends_at',
      'e.time_zone',
      'e.event_status',
      'e.version as event_version',
      'e.moved_at',
      'e.moved_starts_at',
      'e.moved_ends_at',
      'e.maximum_attendee_capacity',
      'e.waitlist_enabled',
      seatsHeld(now).as('seats_held'),
      lowestOffer.as('lowest_offer'),
      waitingCount.as('waiting_count'),
      hasLapsed(now).as('has_lapsed'),
    ])
    .select(myRegistration(userId, now))
    .select(hasAccount(userId).as('has_account'))
    .select(roleColumns(actorId))
    .select([
      'm.id as my_id',
      'm.offer_id as my_offer_id',
      'm.position as my_order',
      'm.note as my_note',
      'm.decline_reason as my_decline_reason',
      'm.responded_at as my_responded_at',
      'm.responded_by as my_responded_by',
      'm.only_maybe as my_only_maybe',
      'm.unpaid_holds as my_unpaid_holds',
    ]);
}

export type RegistrationContext = Awaited<ReturnType<ReturnType<typeof selectContext>['execute']>>[number];

const findContext = prepared<ContextKeys, RegistrationContext>((db, slot) =>
  selectContext(db, {
    id: slot('id'),
    userId: slot('userId'),
    actorId: slot('actorId'),
    now: slot('now'),
  }),
);

/** An event with its terms, a person's registration and the actor's role; undefined for an unknown event. */
export async function findRegistrationContext(db: Db, values: ContextKeys) {
  return (await findContext(db, values))[0];
}

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

type OfferKeys = {
  eventId: string;
  /** Null for the cheapest. */
  offerId: string | null;
  /** An offer that is found even if withdrawn. */
  held: string | null;
  /** 1 prefers offers that need no online payment. */
  onSite: 0 | 1;
};

const offers = prepared<OfferKeys, { id: string; price_minor: number; accepts_offline: 0 | 1 }>((db, slot) =>
  db
    .selectFrom('offers')
    .select(['id', 'price_minor', 'accepts_offline'])
    .where('event_id', '=', slot('eventId'))
    .where(sql<boolean>`(withdrawn_at is null or id = ${slot('held')})`)
    .where(sql<boolean>`id = coalesce(${slot('offerId')}, id)`)
    .orderBy(sql`case when ${slot('onSite')} = 0 or price_minor = 0 or accepts_offline = 1 then 0 else 1 end`)
    .orderBy('price_minor')
    .orderBy('id')
    .limit(1),
);

/**
 * An offer of this event, the cheapest without an id. The offer `held` is found even if withdrawn. `onSite` prefers offers
 * that need no online payment.
 */
export async function findOffer(
  db: Db,
  eventId: string,
  offerId: string | null,
  held: string | null,
  { onSite = false } = {},
) {
  return (await offers(db, { eventId, offerId, held, onSite: onSite ? 1 : 0 }))[0];
}

/** Whether a person is an active member of a team of the event or of its organizer, so that organizers may reply for them. */
export async function belongsTo(db: Db, event: RegistrationContext, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('memberships as g')
    .select('g.id')
    .where('g.person_id', '=', userId)
    .where('g.status', '=', 'active')
    .where((where) =>
      where.or([
        where(
          'g.team_id',
          'in',
          db.selectFrom('event_teams').select('team_id').where('event_id', '=', event.id),
        ),
        where('g.organization_id', '=', event.organizer_organization_id),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A person's reply to an event, for `replyStatus` of can-rules.ts. */
export async function findOwnReply(db: Db, eventId: string, userId: string) {
  const row = await db
    .selectFrom('registrations')
    .select(['state as my_state', 'hold_expires_at as my_hold_expires_at', 'must_ask as my_must_ask'])
    .where('event_id', '=', eventId)
    .where('person_id', '=', userId)
    .executeTakeFirst();
  return row ?? noRegistration;
}

/** The registration of a person for an event, whatever its state; null without one. */
export async function registrationIdOf(db: Db, eventId: string, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('registrations')
    .select('id')
    .where('event_id', '=', eventId)
    .where('person_id', '=', userId)
    .executeTakeFirst();
  return row?.id ?? null;
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
