// SQL of registrations: locks events, and reads an event with one person's registration.
import { type RawBuilder, sql } from 'kysely';
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
