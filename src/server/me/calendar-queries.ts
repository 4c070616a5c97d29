// SQL of my calendar: the events of a time span, their teams and leaders.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { preparedForIds } from '../db/prepared.ts';
import {
  eventsCoachedBy,
  eventsOfTeamsOf,
  holdingStates,
  runsEvent,
  seesEvent,
} from '../events/access-queries.ts';
import { reconfirmAskedAt } from '../events/queries.ts';
import { earliestStartOfUnended } from '../events/rules.ts';

type Span = { userId: string; from: string; to: string; now: string };

/** My visible events that overlap a span, by start: with my reply, of my teams, or that I coach. */
export function listCalendar(db: Db, { userId, from, to, now }: Span) {
  const earliest = earliestStartOfUnended(new Date(from));
  const startsInSpan = (event: string): RawBuilder<boolean> =>
    sql`${sql.ref(`${event}.starts_at`)} < ${to} and ${sql.ref(`${event}.starts_at`)} > ${earliest}`;
  const coached = eventsCoachedBy(userId, startsInSpan);
  return db
    .selectFrom('events as e')
    .leftJoin('places as p', 'p.id', 'e.place_id')
    .leftJoin('registrations as m', (join) =>
      join.onRef('m.event_id', '=', 'e.id').on('m.person_id', '=', userId),
    )
    .select([
      'e.id',
      'e.name',
      'e.starts_at',
      'e.ends_at',
      'e.time_zone',
      'e.place_id',
      'p.name as place_name',
      'p.region as place_region',
      'e.activities',
      'e.event_status',
      'e.previous_start_dates',
      'm.state',
      sql<0 | 1>`case when ${runsEvent(userId)} then 1 else 0 end`.as('can_edit'),
      reconfirmAskedAt(now).as('reconfirm_asked_at'),
      sql<0 | 1>`case when e.id in ${coached} then 1 else 0 end`.as('is_coaching'),
    ])
    .where(startsInSpan('e'))
    .where('e.ends_at', '>', from)
    .where(sql<boolean>`e.publication <> 'draft' and e.removed_at is null`)
    .where(
      sql<boolean>`e.id in (select r.event_id from registrations r where r.person_id = ${userId} and r.state in ${holdingStates} union ${cancelledFor(userId)} union select * from ${eventsOfTeamsOf(userId)} t union select * from ${coached} c)`,
    )
    .where(seesEvent(userId, now))
    .orderBy('e.starts_at')
    .orderBy('e.id')
    .execute();
}
export type CalendarRow = Awaited<ReturnType<typeof listCalendar>>[number];

/** Ids of the events that were cancelled while the person had replied; not of those that they were removed from before. */
const cancelledFor = (userId: string) =>
  sql`select r.event_id from registrations r join events c on c.id = r.event_id where r.person_id = ${userId} and r.state = 'cancelledByOrganizer' and r.must_ask = 0 and c.event_status = 'EventCancelled'`;

/** The visible teams of calendar events: public ones, the user's own, and all teams of events that they coach. */
export async function listCalendarTeams(db: Db, userId: string, events: readonly CalendarRow[]) {
  const coached = idsOf(events, (event) => event.is_coaching === 1);
  const rows = await teamsOfEvents(
    db,
    events.map(({ id }) => id),
    { userId },
  );
  return rows.filter((row) => row.is_known === 1 || coached.has(row.event_id));
}

const teamsOfEvents = preparedForIds<
  { userId: string },
  { event_id: string; team_id: string; is_known: 0 | 1 }
>((db, slot, ids) =>
  db
    .selectFrom('event_teams as et')
    .innerJoin('teams as t', 't.id', 'et.team_id')
    .select(['et.event_id', 'et.team_id'])
    .select(
      sql<
        0 | 1
      >`case when t.visibility <> 'private' or exists (select 1 from memberships g where g.team_id = t.id and g.person_id = ${slot('userId')} and g.status = 'active') then 1 else 0 end`.as(
        'is_known',
      ),
    )
    .where(sql<boolean>`et.event_id in (${ids})`)
    .orderBy('t.sort_name')
    .orderBy('t.id'),
);

/** The leaders of calendar events that the user runs, and the user's own leads; other leaders may be hidden. */
export async function listCalendarLeaders(db: Db, userId: string, events: readonly CalendarRow[]) {
  const run = idsOf(events, (event) => event.can_edit === 1);
  const rows = await leadersOfEvents(
    db,
    events.map(({ id }) => id),
    {},
  );
  return rows.filter((row) => row.person_id === userId || run.has(row.event_id));
}

const leadersOfEvents = preparedForIds<Record<never, never>, { event_id: string; person_id: string }>(
  (db, _slot, ids) =>
    db
      .selectFrom('event_leaders as l')
      .select(['l.event_id', 'l.person_id'])
      .where(sql<boolean>`l.event_id in (${ids})`)
      .orderBy('l.event_id')
      .orderBy('l.person_id'),
);

const idsOf = (events: readonly CalendarRow[], isMeant: (event: CalendarRow) => boolean) =>
  new Set(events.filter(isMeant).map(({ id }) => id));
