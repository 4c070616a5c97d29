// SQL for one event in full: the event, its teams and leaders, and the registration of whoever asks. Built once; see db/prepared.ts.
import { type RawBuilder, sql } from 'kysely';
import { type Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { isListable } from '../people/queries.ts';
import { type Sight, selectSummaries, waitlistPosition } from './queries.ts';
import type { LeaderRow } from './rules.ts';

function selectDetails(db: Db, sight: Sight, id: RawBuilder<string>) {
  return selectSummaries(db, sight)
    .where('e.id', '=', id)
    .select([
      'e.version',
      'e.updated_at',
      'e.publication',
      'e.visibility',
      'e.description',
      'e.removed_at',
      'e.created_by',
      'e.online_url',
      'p.id as place_id',
      'p.address as place_address',
      'p.country_code as place_country_code',
      'p.latitude as place_latitude',
      'p.longitude as place_longitude',
      'p.directions as place_directions',
      'e.arrive_minutes_before',
      'e.age_min',
      'e.age_max',
      'e.attendee_instructions',
      'e.meeting_point',
      'e.accessibility_support',
      'e.join_policy',
      'e.roster_visibility',
      'e.registration_opens_at',
      'e.registration_closes_at',
      'e.status_reason',
      sql<string | null>`(select o.refund_until from offers o where o.event_id = e.id order by o.price_minor limit 1)`.as(
        'refund_until',
      ),
      countIn('confirmed').as('confirmed_count'),
      countIn('waitlisted').as('waitlisted_count'),
    ]);
}

const countIn = (state: 'confirmed' | 'waitlisted') =>
  sql<number>`(select count(*) from registrations c where c.event_id = e.id and c.state = ${sql.lit(state)})`;

type DetailQuery = ReturnType<typeof selectDetails>;
export type DetailRow = Awaited<ReturnType<DetailQuery['execute']>>[number];

const publicDetail = prepared<{ id: string; now: string; bornBy: string }, DetailRow>((db, slot) =>
  selectDetails(db, { now: slot('now'), bornBy: slot('bornBy'), names: 'listable' }, slot('id')),
);

export type MyDetailRow = DetailRow & {
  my_state: string | null;
};

function selectMyDetails(db: Db, sight: Sight, id: RawBuilder<string>, userId: RawBuilder<string>) {
  return selectDetails(db, sight, id)
    .leftJoin('registrations as m', (join) => join.onRef('m.event_id', '=', 'e.id').on('m.user_id', '=', userId))
    .select([
      'm.state as my_state',
      'm.version as my_version',
      'm.hold_expires_at as my_hold_expires_at',
      waitlistPosition('m').as('my_position'),
    ]);
}
