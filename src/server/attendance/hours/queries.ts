// SQL of the events that coaches have led.
import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../../contract/values/limits.ts';
import type { Db } from '../../db/open.ts';
import type { Period } from '../period.ts';

export type LedEvent = Awaited<ReturnType<typeof listOwnLedEvents>>[number];

/** Past events that were led and took place, the newest first; one extra row means that there are earlier ones. */
function selectLedEvents(db: Db, { from, last, since, until, now }: Period) {
  return db
    .selectFrom('event_leaders as l')
    .innerJoin('events as e', 'e.id', 'l.event_id')
    .innerJoin('people as who', 'who.id', 'l.person_id')
    .leftJoin('users as u', 'u.id', 'l.person_id')
    .leftJoin('profiles as f', 'f.user_id', 'l.person_id')
    .select(['e.id', 'e.name', 'e.kind', 'e.starts_at', 'e.ends_at', 'e.starts_on', 'e.time_zone'])
    .select(['l.person_id', 'who.name as person_name', 'who.sort_name', 'f.file_path'])
    .select(sql<0 | 1>`case when u.id is null then 0 else 1 end`.as('has_account'))
    .where('e.starts_at', '>', since)
    .where('e.starts_at', '<=', until)
    .where('e.ends_at', '<=', now)
    .where('e.starts_on', '>=', from)
    .where('e.starts_on', '<=', last)
    .where('e.publication', '<>', 'draft')
    .where('e.event_status', 'not in', ['EventCancelled', 'EventPostponed'])
    .where('e.removed_at', 'is', null)
    .orderBy('e.starts_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limits.hoursDatesMax + 1);
}

/** The events that this person led. */
export const listOwnLedEvents = (db: Db, personId: string, period: Period) =>
  selectLedEvents(db, period).where('l.person_id', '=', personId).execute();

/** The events that others led for the groups of which this person is owner or admin, teams of their organizations included. */
export const listLedEventsOfOthers = (db: Db, personId: string, period: Period): Promise<LedEvent[]> =>
  selectLedEvents(db, period)
    .where('l.person_id', '<>', personId)
    .where(sql<boolean>`l.event_id in ${eventsOfGroupsRunBy(personId, period)}`)
    .execute();

/** One branch per way to own an event, because each has its own index. */
function eventsOfGroupsRunBy(personId: string, { since, until }: Period): RawBuilder<string> {
  const isRun = sql`g.person_id = ${personId} and g.status = 'active' and g.role in ('owner', 'admin')`;
  const isIn = sql`c.starts_at > ${since} and c.starts_at <= ${until}`;
  return sql`(
    select c.id from memberships g join events c on c.owner_team_id = g.team_id where ${isRun} and ${isIn}
    union select c.id from memberships g join teams o on o.organization_id = g.organization_id join events c on c.owner_team_id = o.id where ${isRun} and ${isIn}
    union select c.id from memberships g join events c on c.organizer_organization_id = g.organization_id where ${isRun} and c.owner_team_id is null and ${isIn})`;
}
