// SQL of busy times: the other events `o` that take the places and leaders of the events `e`.
import { sql } from 'kysely';
import { limits } from '../../contract/values/limits.ts';
import { preparedForIds, type Slot } from '../db/prepared.ts';
import { owningOrganization } from '../events/access-queries.ts';

type Span = { from: string; to: string };
export type BusyRow = { id: string; taken_id: string; starts_at: string; ends_at: string };

/** The organization where there is one, as in `countAtPlace` of planning/change/effect-queries.ts. */
const isOfSameOwner = sql<boolean>`case when ${owningOrganization} is not null then o.organizer_organization_id = ${owningOrganization} when e.owner_team_id is not null then o.owner_team_id = e.owner_team_id else o.organizer_user_id = e.organizer_user_id end`;

const isInTheWay = (slot: Slot<Span>) =>
  sql<boolean>`o.starts_at < ${slot('to')} and o.ends_at > ${slot('from')} and o.event_status not in ('EventCancelled', 'EventPostponed') and o.removed_at is null and ${isOfSameOwner}`;

/** What the warning `placeTaken` of a change counts: drafts too. */
export const listTakenPlaces = preparedForIds<Span, BusyRow>((db, slot, ids) =>
  db
    .selectFrom('events as e')
    .innerJoin('events as o', 'o.place_id', 'e.place_id')
    .select(['o.id', sql<string>`o.place_id`.as('taken_id'), 'o.starts_at', 'o.ends_at'])
    .distinct()
    .where(sql<boolean>`e.id in (${ids})`)
    .where(isInTheWay(slot))
    .orderBy('o.starts_at')
    .orderBy('o.id')
    .limit(limits.busyTimesMax),
);

/** Published events only: a draft names leaders whom no one has asked yet. */
export const listBusyLeaders = preparedForIds<Span, BusyRow>((db, slot, ids) =>
  db
    .selectFrom('events as e')
    .innerJoin('event_leaders as l', 'l.event_id', 'e.id')
    .innerJoin('event_leaders as m', 'm.person_id', 'l.person_id')
    .innerJoin('events as o', 'o.id', 'm.event_id')
    .select(['o.id', 'm.person_id as taken_id', 'o.starts_at', 'o.ends_at'])
    .distinct()
    .where(sql<boolean>`e.id in (${ids})`)
    .where('o.publication', '=', 'published')
    .where(isInTheWay(slot))
    .orderBy('o.starts_at')
    .orderBy('o.id')
    .orderBy('m.person_id')
    .limit(limits.busyTimesMax),
);
