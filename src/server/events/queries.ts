// SQL of events: the select that all lists share, leaders, registrations, amounts due and series.
import { type RawBuilder, sql } from 'kysely';
import type { EventSummary } from '../../contract/events/events.ts';
import type { Db } from '../db/open.ts';
import { isListable } from '../people/queries.ts';
import { adultBornBy } from '../people/rules.ts';
import { coachRoles, eventsOfTeamsOf } from './access-queries.ts';
import { earliestStartOfUnended, listedSummaryOf } from './rules.ts';

type Text = string | RawBuilder<string>;

/** The parameters of a read beside its filters. */
export type QueryContext = {
  /** The instant of the request, ISO 8601 with milliseconds. */
  now: Text;
  /** `adultBornBy` of people/rules.ts. */
  bornBy: Text;
  /** `listable`: only people with a public profile are named. `all`: organizer and leaders always are. */
  names: 'listable' | 'all';
};

/** Whether the registration `r` is confirmed, or held by a payment or offer that has not lapsed (docs/product.md, "Invariants" 1). */
export const holdsSeat = (now: Text) =>
  sql<boolean>`(r.state = 'confirmed' or (r.state in ('pendingPayment', 'offered') and r.hold_expires_at > ${now}))`;

/** The seats of the event `e` that are in use. */
export const seatsHeld = (now: Text) =>
  sql<number>`(select count(*) from registrations r where r.event_id = e.id and ${holdsSeat(now)})`;

/** Amount and currency of the cheapest offer as one text, `1250 EUR`; null without an offer. Of alias `e`. */
export const lowestOffer = sql<
  string | null
>`(select cast(o.price_minor as text) || ' ' || o.currency from offers o where o.event_id = e.id and o.withdrawn_at is null order by o.price_minor limit 1)`;

/**
 * Position on the waitlist of the registration with this alias, 1 is next; null if it does not wait. Counted, so that it has
 * no gaps.
 */
export function waitlistPosition(registration: string): RawBuilder<number | null> {
  const m = (column: string) => sql.ref(`${registration}.${column}`);
  const last = sql.lit(2_147_483_647);
  return sql<
    number | null
  >`case when ${m('state')} = 'waitlisted' then (select count(*) from registrations w where w.event_id = ${m('event_id')} and w.state = 'waitlisted' and (coalesce(w.position, ${last}), w.id) <= (coalesce(${m('position')}, ${last}), ${m('id')})) end`;
}

/** The positions of an event's whole waitlist, by registration: one window function, fast for thousands. */
export function waitlistPositions(eventId: string): RawBuilder<{ id: string; position: number }> {
  return sql`(select w.id, row_number() over (order by coalesce(w.position, ${sql.lit(2_147_483_647)}), w.id) as position from registrations w where w.event_id = ${eventId} and w.state = 'waitlisted')`;
}

/** Literals, because SQLite uses a partial index only if the text of the query implies its condition. */
const isPublic = (event: 'd' | 'e') =>
  sql.raw(
    `${event}.publication = 'published' and ${event}.visibility = 'public' and ${event}.removed_at is null`,
  );

/** Whether someone can run the event: no suspended person owns it. */
const isOwned = (event: 'd' | 'e') =>
  sql.raw(
    `(${event}.owner_team_id is not null or not exists (select 1 from users host where host.id = ${event}.organizer_user_id and host.suspended_at is not null))`,
  );
/** The same for whole lists: reads the set of owners once. */
const isOwnedInList = sql`(e.owner_team_id is not null or e.organizer_user_id is null or e.organizer_user_id not in (select host.id from users host where host.suspended_at is not null))`;

/** Published, public, not taken down, and with someone who can run it. */
export const isListed = sql<boolean>`${isPublic('e')} and ${isOwned('e')}`;
/** The same of another date `d`. */
export const isListedDate = sql<boolean>`${isPublic('d')} and ${isOwned('d')}`;

/** 1 if a suspended person owns the event `e`, so that no one can run it; else 0. */
export const isOwnerInactive = sql<0 | 1>`case when ${isOwned('e')} then 0 else 1 end`;

type Ahead = { now: Text; unended: Text };

/**
 * Public and not over, of an organizer who is known to be listed: then an index is enough. `unended` is `earliestStartOfUnended` of
 * rules.ts, for the index.
 */
export function isUpcomingPublic({ now, unended }: Ahead): RawBuilder<boolean> {
  return sql<boolean>`${isPublic('e')} and e.starts_at > ${unended} and e.ends_at > ${now}`;
}

/** Listed and not over, for counts and groups of all. */
export function isUpcomingListed(moment: Ahead): RawBuilder<boolean> {
  return sql<boolean>`${isUpcomingPublic(moment)} and ${isOwnedInList}`;
}

/** Events as `e` with their place, organizer, seats and price: the columns of `SummaryRow`. */
export function selectSummaries(db: Db, { now, bornBy, names }: QueryContext) {
  return db
    .selectFrom('events as e')
    .leftJoin('places as p', 'p.id', 'e.place_id')
    .leftJoin('organizations as oo', (join) =>
      join
        .onRef('oo.id', '=', 'e.organizer_organization_id')
        .on(names === 'all' ? sql<boolean>`1 = 1` : sql<boolean>`oo.visibility <> 'private'`),
    )
    .leftJoin('users as ou', (join) =>
      join
        .onRef('ou.id', '=', 'e.organizer_user_id')
        .on(names === 'all' ? sql<boolean>`1 = 1` : isListable('ou', bornBy)),
    )
    .leftJoin('people as op', 'op.id', 'ou.id')
    .select([
      'e.id',
      'e.slug',
      'e.name',
      'e.kind',
      'e.activities',
      'e.level',
      'e.starts_at',
      'e.ends_at',
      'e.time_zone',
      'e.attendance_mode',
      'p.name as place_name',
      'p.region as place_region',
      'e.organizer_user_id',
      'e.organizer_organization_id',
      sql<string | null>`coalesce(oo.name, op.name)`.as('organizer_name'),
      lowestOffer.as('lowest_offer'),
      'e.maximum_attendee_capacity',
      sql<number>`case when e.maximum_attendee_capacity is null then 0 else ${seatsHeld(now)} end`.as(
        'seats_held',
      ),
      'e.waitlist_enabled',
      'e.event_status',
      'e.previous_start_dates',
      'e.image',
      'e.published_at',
    ]);
}

/** 1 if everyone may see the name of the person of this `users` alias, else 0. */
export const isListedPerson = (users: string, bornBy: Text) =>
  sql<0 | 1>`case when ${isListable(users, bornBy)} then 1 else 0 end`;

/** 1 if everyone may see the organizer of `selectSummaries` with `names: 'all'`, else 0. */
export const isListedOrganizer = (bornBy: Text) =>
  sql<0 | 1>`case when oo.visibility <> 'private' or ${isListable('ou', bornBy)} then 1 else 0 end`;

/** Whether the leader `who` with the account `u` is shown: suspended accounts are not, deleted ones are former members. */
export const isShownLeader = sql<boolean>`(u.suspended_at is null or who.name = '')`;

/** Separates the parts of a text that a query puts together; no name has it. */
const separator = sql.lit('\u001f');

/** The leaders of `e` without suspended ones, in the order of the event's page, as a text; see `leadersIn` of rules.ts. */
const leadersText = ({ bornBy, names }: QueryContext) =>
  sql<
    string | null
  >`(select string_agg(cast(who.id as text) || ' ' || cast(${names === 'listable' ? sql`1` : isListedPerson('u', bornBy)} as text) || ' ' || replace(who.name, ${separator}, ' '), ${separator} order by l.position, who.id)
    from event_leaders l join people who on who.id = l.person_id left join users u on u.id = l.person_id
    where l.event_id = e.id and ${isShownLeader}${names === 'listable' ? sql` and ${isListable('u', bornBy)}` : sql``})`;

/** The teams of `e` as a text; see `teamsIn` of rules.ts. */
const teamsText = sql<
  string | null
>`(select string_agg(cast(t.id as text) || ' ' || coalesce(cast(t.organization_id as text), ''), ${separator}) from event_teams et join teams t on t.id = et.team_id where et.event_id = e.id)`;

/** The columns of `ListRow` of rules.ts. */
export const selectListRows = (db: Db, queryContext: QueryContext) =>
  selectSummaries(db, queryContext).select(leadersText(queryContext).as('leaders'));

/**
 * Whether the registration with this alias has an open question "Still coming?". It is open only while the event is upcoming
 * and takes place, so it needs no cleanup.
 */
export function isAskedAgain(registration: string, event: string, now: Text): RawBuilder<boolean> {
  const [m, e] = [registration, event].map((alias) => (column: string) => sql.ref(`${alias}.${column}`)) as [
    Column,
    Column,
  ];
  return sql<boolean>`(${m('reconfirm_asked_at')} is not null and ${m('state')} in ('confirmed', 'tentative') and ${e('publication')} = 'published' and ${e('event_status')} not in ('EventCancelled', 'EventPostponed') and ${e('starts_at')} > ${now})`;
}
type Column = (name: string) => RawBuilder<unknown>;

/** When the registration `m` of the event `e` was asked "Still coming?"; null without an open question. */
export const reconfirmAskedAt = (now: Text) =>
  sql<string | null>`case when ${isAskedAgain('m', 'e', now)} then m.reconfirm_asked_at end`;

/** The columns of `MyRegistrationRow` of rules.ts, from the person's registration `m` of the event `e`. */
export function myRegistration(userId: Text, now: Text) {
  return [
    'm.state as my_state',
    'm.version as my_version',
    'm.hold_expires_at as my_hold_expires_at',
    'm.must_ask as my_must_ask',
    sql<number | null>`(select o.price_minor from offers o where o.id = m.offer_id)`.as('my_price'),
    waitlistPosition('m').as('my_position'),
    reconfirmAskedAt(now).as('my_reconfirm_asked_at'),
    'm.answered_starts_at as my_answered_starts_at',
    'm.answered_ends_at as my_answered_ends_at',
    sql<string | null>`(select me.birth_date from users me where me.id = ${userId})`.as('my_birth_date'),
  ] as const;
}

/**
 * The amount due of the registration `m` as one text, `1250 EUR offlineDue <offer>`: the open payment, else, while a seat is
 * held, the price of its offer (`1250 EUR offer <offer>`). Null if nothing is due. Reads `e` too.
 */
export const myDue = sql<
  string | null
>`case when m.state in ('pendingPayment', 'confirmed') then coalesce((select cast(y.amount_minor as text) || ' ' || y.currency || ' ' || y.state || ' ' || coalesce(cast(m.offer_id as text), '') from payments y where y.registration_id = m.id and (y.state = 'offlineDue' or (m.state = 'pendingPayment' and y.state in ('requiresPayment', 'requiresAction', 'processing', 'failed'))) limit 1), case when m.state = 'pendingPayment' then (select cast(o.price_minor as text) || ' ' || o.currency || ' offer ' || cast(o.id as text) from offers o where o.event_id = e.id and o.price_minor > 0 and o.id = coalesce(m.offer_id, o.id) order by o.price_minor, o.id limit 1) end) end`;

/** The columns of `e` that `EventTerms` of can-rules.ts and `Seen` of policy.ts have beyond those of a summary. */
export const eventTerms = [
  isOwnerInactive.as('is_owner_inactive'),
  'e.publication',
  'e.visibility',
  'e.starts_on',
  'e.age_min',
  'e.age_max',
  'e.join_policy',
  'e.roster_visibility',
  'e.registration_opens_at',
  'e.registration_closes_at',
] as const;

const rootSeries = sql<string | null>`(select s.root_series_id from event_series s where s.id = e.series_id)`;
const seriesRule = sql<string | null>`(select s.rrule from event_series s where s.id = e.series_id)`;
const openSeriesCount = sql<number>`(select count(*) from events d join event_series s on s.id = d.series_id
    where s.root_series_id = ${rootSeries} and d.removed_at is null and d.publication = 'published' and d.visibility in ('public', 'unlisted'))`;

/** The series of the event `e`; the parts of a split series count as one. `seenSeries` counts its dates for a person. */
export const seriesOfEvent = [rootSeries.as('series_id'), seriesRule.as('series_rrule')] as const;

/** The same with the dates that anyone may open. */
export const openSeriesOfEvent = [...seriesOfEvent, openSeriesCount.as('series_count')] as const;

/** Events with a person's registration as `m`, and the columns that `mySummaryOf` of rules.ts needs. */
export function selectMySummaries(
  db: Db,
  { now, userId, bornBy }: { now: Text; userId: Text; bornBy: Text },
) {
  return selectListRows(db, { now, bornBy, names: 'all' })
    .leftJoin('registrations as m', (join) =>
      join.onRef('m.event_id', '=', 'e.id').on('m.person_id', '=', userId),
    )
    .select(myRegistration(userId, now))
    .select(myDue.as('my_due'))
    .select(isListedOrganizer(bornBy).as('is_organizer_listed'))
    .select(['e.owner_team_id', teamsText.as('teams')])
    .select(seriesOfEvent)
    .select(eventTerms);
}

/**
 * Whether event `e` asks this member of its teams for a reply: its leaders, and the coaches and managers of the team that owns
 * it, are not asked (docs/decisions/068). Publishing, reminders, lists and notifications all ask the same people. The caller
 * checks that the person is in a team of the event.
 */
export const asks = (person: Text) =>
  sql<boolean>`(not exists (select 1 from event_leaders lead where lead.event_id = e.id and lead.person_id = ${person}) and not exists (select 1 from memberships c where c.person_id = ${person} and c.team_id = e.owner_team_id and c.status = 'active' and c.role in ${coachRoles}))`;

/** Whether the upcoming event `e` of a person's teams asks the person, who has not replied. */
export function awaitsReply(userId: Text, now: Text): RawBuilder<boolean> {
  return sql<boolean>`e.publication = 'published' and e.removed_at is null and e.event_status not in ('EventCancelled', 'EventPostponed') and e.starts_at > ${now} and not exists (select 1 from registrations mine where mine.event_id = e.id and mine.person_id = ${userId}) and ${asks(userId)}`;
}

/** Those of some events that ask a person of their teams for a first reply. */
export async function idsAwaitingReply(
  db: Db,
  events: readonly { id: string }[],
  userId: string,
  now: string,
): Promise<Set<string>> {
  const ids = events.map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('events as e')
    .select('e.id')
    .where('e.id', 'in', ids)
    .where(sql<boolean>`e.id in ${eventsOfTeamsOf(userId)}`)
    .where(awaitsReply(userId, now))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The next public events that a person leads or organizes, for visitors. */
export async function listUpcomingOf(
  db: Db,
  userId: string,
  at: Date,
  limit: number,
): Promise<EventSummary[]> {
  const now = at.toISOString();
  const bornBy = adultBornBy(at);
  const rows = await selectListRows(db, { now, bornBy, names: 'listable' })
    .where(isListed)
    .where(sql<boolean>`e.starts_at > ${earliestStartOfUnended(at)} and e.ends_at > ${now}`)
    .where(
      sql<boolean>`e.id in (select l.event_id from event_leaders l where l.person_id = ${userId} union select c.id from events c where c.organizer_user_id = ${userId})`,
    )
    .orderBy('e.starts_at')
    .orderBy('e.id')
    .limit(limit)
    .execute();
  return rows.map(listedSummaryOf);
}
