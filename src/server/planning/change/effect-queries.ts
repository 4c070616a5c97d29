// SQL of the effects of a change: replies to the event, other events at the same place, and cancellations.
import { sql } from 'kysely';
import type { EventStatus } from '../../../contract/values/enums.ts';
import type { Db } from '../../db/open.ts';
import { forEachYielding } from '../../db/yielding.ts';
import { replyStatus } from '../../events/can-rules.ts';
import { storedInstant } from '../../events/rules.ts';
import { filterWithAccount } from '../../notifications/queries.ts';
import { leftMinor } from '../../payments/refunds/refund-queries.ts';
import { paidStates } from '../../payments/rules.ts';
import { peopleCountingOn, type Tx } from '../../registrations/change-queries.ts';
import { atStart, type Planned } from '../rules.ts';
import { type Effect, noEffect } from './effects.ts';

/** How many events of the same owner, other than these ids, take place at the same place at the same time. */
export async function countAtPlace(db: Db, ids: ReadonlySet<string>, event: Planned): Promise<number> {
  if (event.placeId === null) return 0;
  const { owner } = event;
  let query = db
    .selectFrom('events as e')
    .select('e.id')
    .where('e.place_id', '=', event.placeId)
    .where('e.starts_at', '<', storedInstant(event.endsAt))
    .where('e.ends_at', '>', storedInstant(event.startsAt))
    .where('e.event_status', 'not in', ['EventCancelled', 'EventPostponed'])
    .where('e.removed_at', 'is', null);
  query =
    owner.organizationId !== null
      ? query.where('e.organizer_organization_id', '=', owner.organizationId)
      : owner.kind === 'team'
        ? query.where('e.owner_team_id', '=', owner.id)
        : query.where('e.organizer_user_id', '=', owner.id);
  return (await query.execute()).filter(({ id }) => !ids.has(id)).length;
}

/** The same for the dates of a template. */
export async function countDatesAtPlace(
  db: Db,
  ids: ReadonlySet<string>,
  { template, slots }: { template: Planned; slots: readonly { startsAt: string }[] },
): Promise<number> {
  let count = 0;
  await forEachYielding(slots, async ({ startsAt }) => {
    count += await countAtPlace(db, ids, atStart(template, startsAt));
  });
  return count;
}

/** Everyone with a registration for an event, with the payment that is paid or open. */
export function repliesTo(db: Db, eventId: string) {
  return db
    .selectFrom('registrations as m')
    .select(['m.id', 'm.person_id', 'm.state as my_state', 'm.hold_expires_at as my_hold_expires_at'])
    .select(['m.must_ask as my_must_ask', 'm.offer_id'])
    .select(['m.reconfirm_asked_at', 'm.answered_starts_at', 'm.answered_ends_at'])
    .select(
      sql<number>`(select count(*) from payments y where y.registration_id = m.id and y.state in ('succeeded', 'offlineReceived', 'offlineDue', 'requiresPayment', 'requiresAction', 'processing'))`.as(
        'payments',
      ),
    )
    .select(
      sql<number>`(select count(*) from payments y where y.registration_id = m.id and y.state = 'processing')`.as(
        'processing',
      ),
    )
    .select(
      sql<number>`(select count(*) from payments y where y.registration_id = m.id and y.state in (${sql.join(paidStates)}) and ${leftMinor} > 0)`.as(
        'refundable',
      ),
    )
    .where('m.event_id', '=', eventId)
    .orderBy('m.id')
    .execute();
}

export type Reply = Awaited<ReturnType<typeof repliesTo>>[number];

/** The effects of cancelling locked events, for a preview; registrations/ending/cancel-event.ts cancels. */
export async function cancelEffect(
  { db, at }: Tx,
  dates: readonly { id: string; event_status: EventStatus }[],
  actorId: string | null,
): Promise<Effect> {
  const people = { concerned: new Set<string>(), holding: new Set<string>(), paying: new Set<string>() };
  await forEachYielding(dates, async (date) => {
    for (const userId of await peopleCountingOn(db, date.id, at)) people.concerned.add(userId);
    for (const reply of await repliesTo(db, date.id)) {
      if (replyStatus(date, reply, at) === 'holds') people.holding.add(reply.person_id);
      // Only money that goes back: what is still owed is no refund.
      if (reply.refundable > 0) people.paying.add(reply.person_id);
    }
  });
  const notified = await filterWithAccount(db, [...people.concerned]);
  if (actorId !== null) notified.delete(actorId);
  return { ...noEffect, notified, holding: people.holding, paying: people.paying };
}
