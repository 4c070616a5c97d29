// SQL of the page of one event: the event, its teams, offers and leaders, and the viewer's registration. Prepared statements;
// see db/prepared.ts.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { prepared, type Slot } from '../db/prepared.ts';
import { roleColumns } from './access-queries.ts';
import {
  isListedOrganizer,
  isListedPerson,
  isOwnerInactive,
  isShownLeader,
  myDue,
  myRegistration,
  openSeriesOfEvent,
  type QueryContext,
  selectSummaries,
  seriesOfEvent,
} from './queries.ts';
import type { LeaderRow, SeriesRow } from './rules.ts';

function selectDetails(db: Db, queryContext: QueryContext, id: RawBuilder<string>) {
  return selectSummaries(db, queryContext)
    .where('e.id', '=', id)
    .select([
      'e.version',
      'e.updated_at',
      'e.publication',
      'e.visibility',
      'e.description',
      'e.removed_at',
      isOwnerInactive.as('is_owner_inactive'),
      'e.online_url',
      'p.id as place_id',
      'p.address as place_address',
      'p.country_code as place_country_code',
      'p.latitude as place_latitude',
      'p.longitude as place_longitude',
      'p.directions as place_directions',
      'e.arrive_minutes_before',
      'e.starts_on',
      'e.age_min',
      'e.age_max',
      'e.attendee_instructions',
      'e.meeting_point',
      'e.accessibility_support',
      'e.join_policy',
      'e.roster_visibility',
      'e.registration_opens_at',
      'e.registration_closes_at',
      'e.replies_due_at',
      'e.status_reason',
      sql<
        string | null
      >`(select o.refund_until from offers o where o.event_id = e.id and o.withdrawn_at is null order by o.price_minor limit 1)`.as(
        'refund_until',
      ),
      hasTeams.as('has_teams'),
      confirmedCount.as('confirmed_count'),
      countIn(sql`c.state = 'waitlisted'`).as('waitlisted_count'),
    ]);
}

const countIn = (is: RawBuilder<unknown>) =>
  sql<number>`(select count(*) from registrations c where c.event_id = e.id and ${is})`;

/** Of a cancelled event, those who were going; `was_going` is in no index, so other events do not read it. */
const confirmedCount = sql<number>`case when e.event_status = 'EventCancelled' then ${countIn(sql`(c.state = 'confirmed' or c.was_going = 1)`)} else ${countIn(sql`c.state = 'confirmed'`)} end`;

type DetailQuery = ReturnType<typeof selectDetails>;
export type DetailRow = Awaited<ReturnType<DetailQuery['execute']>>[number];

const publicDetail = prepared<
  { id: string; now: string; bornBy: string },
  DetailRow & SeriesRow & { series_count: number }
>((db, slot) =>
  selectDetails(db, { now: slot('now'), bornBy: slot('bornBy'), names: 'listable' }, slot('id')).select(
    openSeriesOfEvent,
  ),
);

/** An event for a visitor; undefined for an unknown event. The caller checks permissions. */
export async function findEvent(db: Db, values: { id: string; now: string; bornBy: string }) {
  return (await publicDetail(db, values))[0];
}

type MyDetailOf = { id: string; userId: string; now: string; bornBy: string };

function selectMyDetails(db: Db, slot: Slot<MyDetailOf>) {
  return selectDetails(db, { now: slot('now'), bornBy: '', names: 'all' }, slot('id'))
    .leftJoin('registrations as m', (join) =>
      join.onRef('m.event_id', '=', 'e.id').on('m.person_id', '=', slot('userId')),
    )
    .select(myRegistration(slot('userId'), slot('now')))
    .select(myDue.as('my_due'))
    .select(['e.owner_team_id', 'm.offer_id as my_offer_id'])
    .select(
      sql<
        0 | 1
      >`case when exists (select 1 from payments y where y.registration_id = m.id) then 1 else 0 end`.as(
        'has_my_payment',
      ),
    )
    .select(seriesOfEvent)
    .select(hasPeople.as('has_people'))
    .select(roleColumns(slot('userId')))
    .select(isListedOrganizer(slot('bornBy')).as('is_organizer_listed'));
}

/**
 * Whether the event `e` has replies or attendance marks. Answers of absences do not count, except those that must stay: with
 * payments, or of a person who has to ask before they come back.
 */
export const hasPeople = sql<
  0 | 1
>`case when exists (select 1 from registrations r where r.event_id = e.id and (r.absence_id is null or r.must_ask = 1 or exists (select 1 from payments y where y.registration_id = r.id))) or exists (select 1 from attendance a where a.event_id = e.id) then 1 else 0 end`;

/** Whether a team takes part in the event `e`. */
export const hasTeams = sql<
  0 | 1
>`case when exists (select 1 from event_teams et where et.event_id = e.id) then 1 else 0 end`;

export type MyDetailRow = Awaited<ReturnType<ReturnType<typeof selectMyDetails>['execute']>>[number];

const myDetail = prepared<MyDetailOf, MyDetailRow>(selectMyDetails);

/**
 * An event with the viewer's registration and role. Includes all names: the caller removes those that the viewer may not see.
 * `is_organizer_listed`: whether everyone may see the organizer's name.
 */
export async function findMyEvent(db: Db, values: MyDetailOf) {
  return (await myDetail(db, values))[0];
}

export type EventTeamRow = {
  id: string;
  name: string;
  visibility: 'public' | 'unlisted' | 'private';
  is_mine: number;
};

const teams = prepared<{ id: string; userId: string | null }, EventTeamRow>((db, slot) =>
  db
    .selectFrom('event_teams as et')
    .innerJoin('teams as t', 't.id', 'et.team_id')
    .select(['t.id', 't.name', 't.visibility'])
    .select(
      sql<number>`(select count(*) from memberships g where g.person_id = ${slot('userId')} and g.status = 'active' and (g.team_id = t.id or (g.organization_id = t.organization_id and g.role in ('owner', 'admin'))))`.as(
        'is_mine',
      ),
    )
    .where('et.event_id', '=', slot('id'))
    .orderBy('t.sort_name')
    .orderBy('t.id'),
);

/**
 * The teams of an event by name, and whether this person is a member or runs their organization; null is a visitor. Skips the
 * query if the event's row has no team.
 */
export async function teamsOfEvent(
  db: Db,
  { id, has_teams }: Pick<DetailRow, 'id' | 'has_teams'>,
  userId: string | null,
): Promise<EventTeamRow[]> {
  return has_teams === 0 ? [] : teams(db, { id, userId });
}

const payments = prepared<{ id: string }, { id: string }>((db, slot) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('payments as y', 'y.registration_id', 'r.id')
    .select('y.id')
    .where('r.event_id', '=', slot('id'))
    .limit(1),
);

/** Whether anyone has a payment for the event. */
export const hasPayments = async (db: Db, id: string): Promise<boolean> =>
  (await payments(db, { id })).length > 0;

const selectOffers = (db: Db) =>
  db
    .selectFrom('offers as o')
    .select(['o.id', 'o.name', 'o.price_minor', 'o.currency', 'o.eligibility', 'o.refund_until'])
    .select('o.accepts_offline');

const offers = prepared<{ id: string }, OfferRow>((db, slot) =>
  selectOffers(db)
    .where('o.event_id', '=', slot('id'))
    .where('o.withdrawn_at', 'is', null)
    .orderBy('o.price_minor')
    .orderBy('o.id'),
);
export type OfferRow = {
  id: string;
  name: string;
  price_minor: number;
  currency: string;
  eligibility: string | null;
  refund_until: string | null;
  accepts_offline: 0 | 1;
};

/** The offers of an event, the cheapest first. Skips the query if the event's row has no offer. */
export async function offersOf(db: Db, event: Pick<DetailRow, 'id' | 'lowest_offer'>): Promise<OfferRow[]> {
  return event.lowest_offer === null ? [] : offers(db, { id: event.id });
}

const offerById = prepared<{ id: string }, OfferRow>((db, slot) =>
  selectOffers(db).where('o.id', '=', slot('id')),
);

/** The offer of the viewer's registration, withdrawn or not; null without one. Skips the query without an offer. */
export async function heldOfferOf(
  db: Db,
  { my_offer_id: id }: Pick<MyDetailRow, 'my_offer_id'>,
): Promise<OfferRow | null> {
  return id === null ? null : ((await offerById(db, { id }))[0] ?? null);
}

export type LeaderDetailRow = LeaderRow & { avatarSrc: string | null };

const leaders = prepared<{ id: string; bornBy: string }, LeaderDetailRow>((db, slot) =>
  db
    .selectFrom('event_leaders as l')
    .innerJoin('people as who', 'who.id', 'l.person_id')
    .leftJoin('users as u', 'u.id', 'l.person_id')
    .leftJoin('profiles as f', 'f.user_id', 'l.person_id')
    .select(['l.event_id', 'who.id', 'who.name', 'f.file_path as avatarSrc'])
    .select(isListedPerson('u', slot('bornBy')).as('is_listed'))
    .where('l.event_id', '=', slot('id'))
    .where(isShownLeader)
    .orderBy('l.position')
    .orderBy('who.id'),
);

/** The leaders of an event without suspended ones, and whether everyone may see their names; `bornBy` as in people/rules.ts. */
export const leadersOfEvent = (db: Db, id: string, bornBy: string) => leaders(db, { id, bornBy });
