// SQL about events: the select that every list of events shares, who leads them, and one event in full.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { isListable } from '../people/queries.ts';
import type { LeaderRow } from './rules.ts';

type Text = string | RawBuilder<string>;

/** What a read depends on beside its filters. */
export type Sight = {
  /** The instant of the request, ISO 8601 with milliseconds. */
  now: Text;
  /** `adultBornBy` of people/rules.ts. */
  bornBy: Text;
  /** `listable`: only people with a public profile are named. `all`: organizer and leaders always are. */
  names: 'listable' | 'all';
};

/** Confirmed, and held by a payment or an offer that has not run out (PRODUCT invariant 1). Reads the alias `e`. */
export function seatsHeld(now: Text): RawBuilder<number> {
  return sql<number>`(select count(*) from registrations r where r.event_id = e.id and (r.state = 'confirmed' or (r.state in ('pendingPayment', 'offered') and r.hold_expires_at > ${now})))`;
}

/** Amount and currency of the cheapest offer as one text, `1250 EUR`; null without an offer. Reads the alias `e`. */
export const lowestOffer = sql<string | null>`(select cast(o.price_minor as text) || ' ' || o.currency from offers o where o.event_id = e.id order by o.price_minor limit 1)`;

/**
 * Place on the waitlist of the registration with this alias, 1 is next; null for one that does not wait. Counted, so
 * that there is no gap where someone left.
 */
export function waitlistPosition(registration: string): RawBuilder<number | null> {
  const m = (column: string) => sql.ref(`${registration}.${column}`);
  const last = sql.lit(2_147_483_647);
  return sql<
    number | null
  >`case when ${m('state')} = 'waitlisted' then (select count(*) from registrations w where w.event_id = ${m('event_id')} and w.state = 'waitlisted' and (coalesce(w.position, ${last}), w.id) <= (coalesce(${m('position')}, ${last}), ${m('id')})) end`;
}

/**
 * Published, public, not taken down: what everybody may find. Literals, because SQLite uses a partial index only when
 * the text of the query implies its condition.
 */
export const isListed = sql<boolean>`e.publication = 'published' and e.visibility = 'public' and e.removed_at is null`;

/** Listed and not over. `unended` is `earliestStartOfUnended` of rules.ts, for the index. */
export function isUpcomingListed({ now, unended }: { now: Text; unended: Text }): RawBuilder<boolean> {
  return sql<boolean>`${isListed} and e.starts_at > ${unended} and e.ends_at > ${now}`;
}

/** Events as `e` with their place, organizer, seats and price: the columns of `SummaryRow`. */
export function selectSummaries(db: Db, { now, bornBy, names }: Sight) {
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
      sql<string | null>`coalesce(oo.name, ou.name)`.as('organizer_name'),
      lowestOffer.as('lowest_offer'),
      'e.maximum_attendee_capacity',
      sql<number>`case when e.maximum_attendee_capacity is null then 0 else ${seatsHeld(now)} end`.as('seats_held'),
      'e.waitlist_enabled',
      'e.event_status',
      'e.previous_start_dates',
      'e.image',
      'e.published_at',
    ]);
}

type LeadersQuery = (db: Db, values: Record<string, string>) => Promise<LeaderRow[]>;
const leaderQueries = new Map<string, LeadersQuery>();

/** Who leads these events, in the order their pages name them. */
export async function leadersOf(
  db: Db,
  eventIds: readonly string[],
  { bornBy, names }: { bornBy: string; names: Sight['names'] },
): Promise<LeaderRow[]> {
  const [first] = eventIds;
  if (first === undefined) return [];
  // The text of the query holds one mark per id, so ids are filled up to a few lengths: each is built once.
  const length = [1, 7, 21, 51, 101].find((size) => size >= eventIds.length) ?? eventIds.length;
  const shape = `${names} ${length}`;
  const query = leaderQueries.get(shape) ?? leadersQuery(length, names);
  leaderQueries.set(shape, query);
  const ids = Array.from({ length }, (_, index) => [`id${index}`, eventIds[index] ?? first]);
  return query(db, { ...Object.fromEntries(ids), bornBy });
}

function leadersQuery(length: number, names: Sight['names']): LeadersQuery {
  return prepared<Record<string, string>, LeaderRow>((db, slot) => {
    const ids = Array.from({ length }, (_, index) => slot(`id${index}`));
    const query = db
      .selectFrom('event_leaders as l')
      .innerJoin('users as u', 'u.id', 'l.user_id')
      .innerJoin('profiles as f', 'f.user_id', 'l.user_id')
      .select(['l.event_id', 'u.id', 'u.name', 'f.file_path as avatarSrc'])
      .where(sql<boolean>`l.event_id in (${sql.join(ids)})`)
      .orderBy('l.event_id')
      .orderBy('l.position')
      .orderBy('u.id');
    return names === 'listable' ? query.where(isListable('u', slot('bornBy'))) : query;
  });
}

/** The columns of the registration `m` that `myRegistrationOf` of rules.ts reads. */
export const myRegistration = [
  'm.state as my_state',
  'm.version as my_version',
  'm.hold_expires_at as my_hold_expires_at',
  waitlistPosition('m').as('my_position'),
] as const;
