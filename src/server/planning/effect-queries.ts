// SQL of what a change of an event touches: replies to it, and other events at the same place.
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { storedInstant } from '../events/rules.ts';
import type { Planned } from './rules.ts';

/** How many other events of the same owner take place at the same place at the same time. */
export async function countAtPlace(db: Db, id: string | null, event: Planned): Promise<number> {
  if (event.placeId === null) return 0;
  const { owner } = event;
  let query = db
    .selectFrom('events as e')
    .select(({ fn }) => fn.countAll<number>().as('count'))
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
  if (id !== null) query = query.where('e.id', '<>', id);
  return (await query.executeTakeFirstOrThrow()).count;
}

/** Everyone with a registration for an event, with the payment that is paid or open. */
export function repliesTo(db: Db, eventId: string) {
  return db
    .selectFrom('registrations as m')
    .select(['m.id', 'm.person_id', 'm.state as my_state', 'm.hold_expires_at as my_hold_expires_at'])
    .select(['m.must_ask as my_must_ask', 'm.offer_id'])
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
    .where('m.event_id', '=', eventId)
    .orderBy('m.id')
    .execute();
}
