// SQL of the tabs of my events. Each tab is ordered by start and id; past events newest first.
import { type RawBuilder, sql } from 'kysely';
import type { MyEventList } from '../../contract/values/enums.ts';
import { eventsOfOwnRolesToMark } from '../attendance/ahead-queries.ts';
import type { Db } from '../db/open.ts';
import { prepared, preparedForIds } from '../db/prepared.ts';
import {
  eventsCoachedBy,
  eventsOfTeamsOf,
  holdingStates,
  isNotOver,
  runsEvent,
  seesEvent,
} from '../events/access-queries.ts';
import { awaitsReply, isAskedAgain, selectMySummaries } from '../events/queries.ts';
import { isNewestMark } from '../events/roster-queries.ts';
import { earliestStartOfUnended } from '../events/rules.ts';

/** `weekEnd`: seven days from `now`. */
type Mine = Record<'userId' | 'now' | 'bornBy' | 'unended' | 'weekEnd', RawBuilder<string>> & {
  /** Only events that start after this; null for all. */
  since: RawBuilder<string> | null;
  /** Only events that start before this; null for all. */
  until: RawBuilder<string> | null;
};

/** A join, because `in` would first copy the ids of all of the person's registrations. */
const fromMineIn = (userId: Mine['userId'], states: RawBuilder<unknown>) =>
  sql`registrations own join events e on e.id = own.event_id where own.person_id = ${userId} and own.state in ${states}`;
const isAhead = ({ userId, now }: Mine) =>
  sql`${isNotOver(now)} and e.removed_at is null and ${seesEvent(userId, now)}`;

/** Ids of the events that asked the person to confirm their reply. */
const askedIds = (userId: Mine['userId']) =>
  sql`select r.event_id from registrations r where r.person_id = ${userId} and r.reconfirm_asked_at is not null`;
const rootOf = (event: string) =>
  sql`(select s.root_series_id from event_series s where s.id = ${sql.ref(`${event}.series_id`)})`;
const askedOn = ({ userId, now }: Mine, event: string) =>
  sql`registrations r join events ${sql.raw(event)} on ${sql.ref(`${event}.id`)} = r.event_id
    where r.person_id = ${userId} and r.reconfirm_asked_at is not null and ${isAskedAgain('r', event, now)}`;

/**
 * Whether event `e` asks the person to confirm their reply. A series is listed with its next such date only, because one
 * tap answers all: the dates of a changed season would otherwise hide events without a reply.
 */
const isAskedOf = (mine: Mine) =>
  sql`e.id in (select d.id from ${askedOn(mine, 'd')}) and e.removed_at is null and ${seesEvent(mine.userId, mine.now)}
    and not exists (select 1 from ${askedOn(mine, 'd')} and ${rootOf('d')} = ${rootOf('e')} and (d.starts_at, d.id) < (e.starts_at, e.id))`;

const startsAfter = (since: Mine['since']) => (event: string) =>
  since === null ? sql<boolean>`1 = 1` : sql<boolean>`${sql.ref(`${event}.starts_at`)} > ${since}`;
/** Narrows to few events before the permissions of each are checked; on columns of the indexes. */
const mayBeAhead =
  ({ unended, until }: Pick<Mine, 'unended' | 'until'>) =>
  (event: string) => {
    const starts = sql.ref(`${event}.starts_at`);
    const isAfter = sql<boolean>`(${starts} > ${unended} or ${sql.ref(`${event}.event_status`)} = 'EventPostponed')`;
    return until === null ? isAfter : sql<boolean>`(${isAfter} and ${starts} < ${until})`;
  };

/** A place is held for the person, until they pay or accept it. */
const isHeld = (mine: Mine) =>
  sql`(e.event_status not in ('EventCancelled', 'EventPostponed') and ${isAhead(mine)} and exists (select 1 from registrations h
    where h.event_id = e.id and h.person_id = ${mine.userId} and h.state in ('pendingPayment', 'offered') and h.hold_expires_at > ${mine.now}))`;

/** Cancelled or postponed in the coming week, with the person's place or reply, or asked in a team that they do not run. */
const isOff = ({ userId, now, weekEnd }: Mine) =>
  sql`(e.event_status in ('EventCancelled', 'EventPostponed') and e.publication = 'published' and e.removed_at is null and e.starts_at < ${weekEnd} and e.ends_at > ${now}
    and ${seesEvent(userId, now)} and not ${runsEvent(userId)}
    and not exists (select 1 from registrations r where r.event_id = e.id and r.person_id = ${userId} and r.state not in ${holdingStates} and (r.state <> 'cancelledByOrganizer' or r.must_ask = 1)))`;

/** Of the events to mark only the soonest are listed, so that what else is to do stays on the first page. */
const toMarkMax = 10;
/**
 * Ids of the events of the coming week at which the person marks attendance. A device has them before their time, because there
 * may be no connection then. Without those that ask the person to confirm their reply: `isAskedOf` lists them.
 */
const idsToMark = (mine: Mine) =>
  sql`(select e.id from ${eventsOfOwnRolesToMark({ userId: mine.userId, from: mine.now, until: mine.weekEnd, unended: mine.unended })} m join events e on e.id = m.id
    where e.event_status not in ('EventCancelled', 'EventPostponed') and e.id not in (select d.id from ${askedOn(mine, 'd')})
    order by e.starts_at, e.id limit ${sql.lit(toMarkMax)})`;

/** Ids of the events where the mark of the person that counts says that they came. */
const cameTo = (userId: Mine['userId']) =>
  sql`select a.event_id from attendance a where a.person_id = ${userId} and a.status in ('present', 'late') and ${isNewestMark}`;

/** What follows `from`: the events `e` of each tab. */
const tabs: Record<MyEventList, (mine: Mine) => RawBuilder<unknown>> = {
  needsReply: (mine) =>
    sql`events e where e.id in (select * from ${eventsOfTeamsOf(mine.userId)} t union ${askedIds(mine.userId)})
      and ((e.id in ${eventsOfTeamsOf(mine.userId)} and ${awaitsReply(mine.userId, mine.now)}) or (${isAskedOf(mine)}))`,
  doNow: (mine) =>
    sql`events e where e.id in (
      select e.id from events e where e.id in (select * from ${eventsOfTeamsOf(mine.userId)} t union select r.event_id from registrations r where r.person_id = ${mine.userId})
        and (${isHeld(mine)} or ${isOff(mine)} or (${isAskedOf(mine)} and e.starts_at < ${mine.weekEnd}))
      union select * from ${idsToMark(mine)} m)`,
  upcoming: (mine) =>
    sql`${fromMineIn(mine.userId, sql`('tentative', 'pendingApproval', 'pendingPayment', 'confirmed', 'offered')`)} and ${isAhead(mine)}`,
  waitlisted: (mine) => sql`${fromMineIn(mine.userId, sql`('waitlisted', 'offered')`)} and ${isAhead(mine)}`,
  // Events with the person's reply, that they came to, or that they coached, also ones that are no longer visible to them: `mySummaryOf` limits
  // the fields. Organizers also see a cancelled event that was archived before its date.
  past: ({ userId, now, since }) =>
    sql`events e where e.id in (select r.event_id from registrations r where r.person_id = ${userId} union ${cameTo(userId)} union select * from ${eventsCoachedBy(userId, startsAfter(since))} c) and ${startsAfter(since)('e')} and (not ${isNotOver(now)} or (e.publication = 'archived' and ${runsEvent(userId)})) and e.publication <> 'draft' and e.removed_at is null`,
  coaching: ({ userId, now, unended, until }) =>
    sql`events e where e.id in ${eventsCoachedBy(userId, mayBeAhead({ unended, until }))} and ${isNotOver(now)} and e.publication <> 'archived' and e.removed_at is null`,
};

type Values = {
  userId: string;
  now: string;
  bornBy: string;
  unended: string;
  since: string;
  until: string;
  weekEnd: string;
  afterKey: string;
  afterId: string;
};
type MyEventRow = Awaited<ReturnType<ReturnType<typeof selectMySummaries>['execute']>>[number];

type PageShape = { tab: MyEventList; hasCursor: boolean; isNear: boolean; limit: number };

function pageOf({ tab, hasCursor, isNear, limit }: PageShape) {
  return prepared<Values, MyEventRow>((db, slot) => {
    const mine = {
      userId: slot('userId'),
      now: slot('now'),
      bornBy: slot('bornBy'),
      unended: slot('unended'),
      since: isNear ? slot('since') : null,
      until: isNear ? slot('until') : null,
      weekEnd: slot('weekEnd'),
    };
    const isDescending = tab === 'past';
    const order = isDescending ? sql`e.starts_at desc, e.id desc` : sql`e.starts_at, e.id`;
    const beyond = isDescending ? sql`<` : sql`>`;
    const isOnPage = hasCursor
      ? sql`(e.starts_at, e.id) ${beyond} (${slot('afterKey')}, ${slot('afterId')})`
      : sql`1 = 1`;
    // Selects the page first, on few columns: sorting would otherwise count the seats of every candidate. The limit is
    // a literal, because SQLite plans better for a known limit.
    const chosen = sql`(select e.id from ${tabs[tab](mine)} and ${isOnPage} order by ${order} limit ${sql.lit(limit)})`;
    return selectMySummaries(db, mine).where(sql<boolean>`e.id in ${chosen}`).orderBy(order);
  });
}

const weekMs = 7 * 86_400_000;

const pages = new Map<string, ReturnType<typeof pageOf>>();
/** How far a page of a coach's events, who may have thousands, looks first. */
const nearMs = { past: 90 * 86_400_000, coaching: 30 * 86_400_000 };

/** A page of one tab; one extra row means that there is a next page. */
export async function listMyEvents(
  db: Db,
  tab: MyEventList,
  mine: { userId: string; now: string; bornBy: string },
  { after, limit }: { after: { key: string; id: string } | null; limit: number },
): Promise<MyEventRow[]> {
  const from = Date.parse(after?.key ?? mine.now);
  const values = {
    ...mine,
    weekEnd: new Date(Date.parse(mine.now) + weekMs).toISOString(),
    unended: earliestStartOfUnended(new Date(mine.now)),
    since: new Date(from - nearMs.past).toISOString(),
    until: new Date(from + nearMs.coaching).toISOString(),
    afterKey: after?.key ?? '',
    afterId: after?.id ?? '',
  };
  const rowsOf = (isNear: boolean) => {
    const shape = { tab, hasCursor: after !== null, isNear, limit: limit + 1 };
    const key = Object.values(shape).join(' ');
    const run = pages.get(key) ?? pageOf(shape);
    pages.set(key, run);
    return run(db, values);
  };
  if (tab !== 'past' && tab !== 'coaching') return rowsOf(false);
  // A coach with years of events finds a page among those near the date; only people with few events need all of theirs.
  const near = await rowsOf(true);
  return near.length > limit ? near : rowsOf(false);
}

/** The user's own teams of events, by name. */
export const listAskingTeams = preparedForIds<
  { userId: string },
  { event_id: string; id: string; name: string }
>((db, slot, ids) =>
  db
    .selectFrom('event_teams as et')
    .innerJoin('teams as t', 't.id', 'et.team_id')
    .select(['et.event_id', 't.id', 't.name'])
    .where(sql<boolean>`et.event_id in (${ids})`)
    .where(
      sql<boolean>`exists (select 1 from memberships g where g.team_id = t.id and g.person_id = ${slot('userId')} and g.status = 'active')`,
    )
    .orderBy('t.sort_name')
    .orderBy('t.id'),
);

/** Number of published events that the user organizes and runs, not over, cancelled or taken down. */
export async function countOwnUpcomingEvents(db: Db, userId: string, now: string): Promise<number> {
  const { count } = await db
    .selectFrom('events as e')
    .select(sql<number>`count(*)`.as('count'))
    .where('e.organizer_user_id', '=', userId)
    .where(runsEvent(userId))
    .where('e.publication', '=', 'published')
    .where('e.event_status', '<>', 'EventCancelled')
    .where('e.removed_at', 'is', null)
    .where(isNotOver(now))
    .executeTakeFirstOrThrow();
  return count;
}
