// SQL of the effects of a change: replies to the event, other events at the same place, and cancellations.
import { sql } from 'kysely';
import type { EventStatus } from '../../../contract/values/enums.ts';
import type { Db } from '../../db/open.ts';
import { forEachYielding } from '../../db/yielding.ts';
import { replyStatus } from '../../events/can-rules.ts';
import { earliestStartOfUnended, storedInstant } from '../../events/rules.ts';
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

/** These events with their local days, by start. */
export function daysOf(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('events')
    .select(['id', 'starts_at as startsAt', 'starts_on as day'])
    .where('id', 'in', ids)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
}

/** Warnings about dates of a template that are about to be added, which are no conflict for each other. */
export async function warningsOfAdded(
  db: Db,
  ids: ReadonlySet<string>,
  { template, slots }: { template: Planned; slots: readonly { startsAt: string }[] },
): Promise<Effect['events']> {
  const dates = slots.map(({ startsAt }) => atStart(template, startsAt));
  let placeTaken = 0;
  await forEachYielding(dates, async (date) => {
    placeTaken += await countAtPlace(db, ids, date);
  });
  const others = (await eventsOfTeams(db, dates)).filter(({ id }) => !ids.has(id));
  const isOverlapping = (date: Planned) => {
    const [startsAt, endsAt] = [storedInstant(date.startsAt), storedInstant(date.endsAt)];
    return others.some(({ starts_at, ends_at }) => starts_at < endsAt && ends_at > startsAt);
  };
  return { datesAdded: dates.length, datesOverlap: dates.filter(isOverlapping).length, placeTaken };
}

/** The events of the teams of these dates between the first and the last of them. */
async function eventsOfTeams(db: Db, dates: readonly Planned[]) {
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last || first.teamIds.length === 0) return [];
  return db
    .selectFrom('events as e')
    .select(['e.id', 'e.starts_at', 'e.ends_at'])
    .where('e.starts_at', '>', earliestStartOfUnended(new Date(first.startsAt)))
    .where('e.starts_at', '<', storedInstant(last.endsAt))
    .where('e.ends_at', '>', storedInstant(first.startsAt))
    .where('e.event_status', 'not in', ['EventCancelled', 'EventPostponed'])
    .where('e.removed_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('event_teams as o')
          .select('o.event_id')
          .whereRef('o.event_id', '=', 'e.id')
          .where('o.team_id', 'in', first.teamIds),
      ),
    )
    .execute();
}

/** Everyone with a registration for an event, with their open payments and those of which money is left to refund. */
export function repliesTo(db: Db, eventId: string) {
  return db
    .selectFrom('registrations as m')
    .select(['m.id', 'm.person_id', 'm.state as my_state', 'm.hold_expires_at as my_hold_expires_at'])
    .select(['m.must_ask as my_must_ask', 'm.offer_id'])
    .select(['m.reconfirm_asked_at', 'm.answered_starts_at', 'm.answered_ends_at'])
    .select(
      sql<number>`(select count(*) from payments y where y.registration_id = m.id and y.state in ('offlineDue', 'requiresPayment', 'requiresAction', 'processing'))`.as(
        'open',
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

/** Whether money that was paid is left, which goes back if an organizer ends the reply. */
export const isRefunded = ({ refundable }: Reply): boolean => refundable > 0;
export const isPaying = ({ open, refundable }: Reply): boolean => open > 0 || refundable > 0;

/** The people of these replies. */
export const idsOf = (replies: readonly Reply[]): Set<string> =>
  new Set(replies.map(({ person_id }) => person_id));

type LockedDate = { id: string; event_status: EventStatus };

/** The people whose replies to these dates hold, and those with payments that count. */
export async function peopleOn(
  { db, at }: Tx,
  dates: readonly LockedDate[],
  isCounted: (reply: Reply) => boolean = isPaying,
): Promise<Pick<Effect, 'holding' | 'paying'>> {
  const people = { holding: new Set<string>(), paying: new Set<string>() };
  await forEachYielding(dates, async (date) => {
    for (const reply of await repliesTo(db, date.id)) {
      if (replyStatus(date, reply, at) === 'holds') people.holding.add(reply.person_id);
      if (isCounted(reply)) people.paying.add(reply.person_id);
    }
  });
  return people;
}

/** The effects of cancelling locked events, for a preview; registrations/ending/cancel-event.ts cancels. */
export async function cancelEffect(
  tx: Tx,
  dates: readonly LockedDate[],
  actorId: string | null,
): Promise<Effect> {
  const { db, at } = tx;
  const concerned = new Set<string>();
  await forEachYielding(dates, async ({ id }) => {
    for (const userId of await peopleCountingOn(db, id, at)) concerned.add(userId);
  });
  const notified = await filterWithAccount(db, [...concerned]);
  if (actorId !== null) notified.delete(actorId);
  // Only money that goes back: what is still owed is no refund.
  return { ...noEffect, notified, ...(await peopleOn(tx, dates, isRefunded)) };
}
