// SQL of events as they are planned: the stored event in the form of rules.ts, and writing it.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { activities as activityFacts } from '../../contract/activities.ts';
import { fold } from '../db/dialect.ts';
import type { Db } from '../db/open.ts';
import { saveSearchDocument } from '../db/search-documents.ts';
import { dayIn, storedInstant } from '../events/rules.ts';
import { activitiesOf, textsOf } from '../people/rules.ts';
import { slugOf } from '../text/slug.ts';
import type { Planned, PlannedOffer } from './rules.ts';

/** An event as it is stored, beside what planning decides. */
export type StoredEvent = Awaited<ReturnType<typeof findStored>>;

const stored = [
  'e.id',
  'e.version',
  'e.publication',
  'e.published_at',
  'e.removed_at',
  'e.event_status',
  'e.previous_start_dates',
  'e.status_reason',
  'e.organizer_user_id',
  'e.organizer_organization_id',
  'e.created_by',
  'e.image',
] as const;

/** An event with its teams, leaders and offers; the caller has locked it. */
export async function findStored(db: Db, id: string) {
  const row = await db
    .selectFrom('events as e')
    .leftJoin('teams as t', 't.id', 'e.owner_team_id')
    .leftJoin('places as p', 'p.id', 'e.place_id')
    .select(stored)
    .select(['e.name', 'e.kind', 'e.activities', 'e.level', 'e.starts_at', 'e.ends_at', 'e.time_zone'])
    .select(['e.attendance_mode', 'e.online_url', 'e.place_id', 'p.name as place_name', 'e.description'])
    .select(['e.arrive_minutes_before', 'e.age_min', 'e.age_max', 'e.attendee_instructions'])
    .select(['e.meeting_point', 'e.accessibility_support', 'e.visibility', 'e.join_policy'])
    .select(['e.roster_visibility', 'e.maximum_attendee_capacity', 'e.waitlist_enabled'])
    .select(['e.registration_opens_at', 'e.registration_closes_at', 'e.replies_due_at', 'e.owner_team_id'])
    .select('t.organization_id as owner_organization_id')
    .where('e.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const [teams, leaders, offers] = await Promise.all([
    db.selectFrom('event_teams').select('team_id').where('event_id', '=', id).orderBy('team_id').execute(),
    db
      .selectFrom('event_leaders')
      .select('person_id')
      .where('event_id', '=', id)
      .orderBy('position')
      .orderBy('person_id')
      .execute(),
    offersToPlan(db, id),
  ]);
  const { owner_team_id: teamId, organizer_organization_id: organizationId, organizer_user_id: userId } = row;
  const owner: Planned['owner'] =
    teamId !== null
      ? { kind: 'team', id: teamId, organizationId: row.owner_organization_id }
      : organizationId !== null
        ? { kind: 'organization', id: organizationId, organizationId }
        : { kind: 'person', id: userId ?? '', organizationId: null };
  const planned: Planned = {
    name: row.name,
    kind: row.kind,
    activities: activitiesOf(row.activities),
    level: row.level,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    timeZone: row.time_zone,
    attendanceMode: row.attendance_mode,
    placeId: row.place_id,
    onlineUrl: row.online_url,
    owner,
    teamIds: teams.map(({ team_id }) => team_id),
    leaderIds: leaders.map(({ person_id }) => person_id),
    description: row.description,
    arriveMinutesBefore: row.arrive_minutes_before,
    ageMin: row.age_min,
    ageMax: row.age_max,
    attendeeInstructions: row.attendee_instructions,
    meetingPoint: row.meeting_point,
    accessibilitySupport: textsOf(row.accessibility_support),
    visibility: row.visibility,
    joinPolicy: row.join_policy,
    rosterVisibility: row.roster_visibility,
    maximumAttendeeCapacity: row.maximum_attendee_capacity,
    waitlistEnabled: row.waitlist_enabled === 1,
    registrationOpensAt: row.registration_opens_at,
    registrationClosesAt: row.registration_closes_at,
    repliesDueAt: row.replies_due_at,
    offers,
  };
  return { row, planned, offers };
}

/** The offers that can be replied with. `isUsed`: someone has. `isPaid`: someone has paid a place with it. */
async function offersToPlan(db: Db, eventId: string) {
  const rows = await db
    .selectFrom('offers as o')
    .select(['o.id', 'o.name', 'o.price_minor', 'o.currency', 'o.eligibility', 'o.refund_until'])
    .select('o.accepts_offline')
    .select(
      sql<number>`(select count(*) from registrations r where r.event_id = o.event_id and r.offer_id = o.id)`.as(
        'uses',
      ),
    )
    .select(
      sql<number>`(select count(*) from payments y join registrations r on r.id = y.registration_id where r.event_id = o.event_id and r.offer_id = o.id and y.state in ('succeeded', 'offlineReceived', 'processing'))`.as(
        'paid',
      ),
    )
    .where('o.event_id', '=', eventId)
    .where('o.withdrawn_at', 'is', null)
    .orderBy('o.price_minor')
    .orderBy('o.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    price: { amountMinor: row.price_minor, currency: row.currency },
    eligibility: row.eligibility,
    refundBefore: row.refund_until,
    acceptsOffline: row.accepts_offline === 1,
    isUsed: row.uses > 0,
    isPaid: row.paid > 0,
  }));
}

function columnsOf(event: Planned) {
  return {
    name: event.name,
    slug: slugOf(fold(event.name)) || event.kind,
    description: event.description,
    kind: event.kind,
    activities: JSON.stringify(event.activities),
    level: event.level,
    starts_at: storedInstant(event.startsAt),
    ends_at: storedInstant(event.endsAt),
    starts_on: dayIn(event.timeZone, new Date(event.startsAt)),
    time_zone: event.timeZone,
    attendance_mode: event.attendanceMode,
    online_url: event.onlineUrl,
    place_id: event.placeId,
    owner_team_id: event.owner.kind === 'team' ? event.owner.id : null,
    arrive_minutes_before: event.arriveMinutesBefore,
    age_min: event.ageMin,
    age_max: event.ageMax,
    attendee_instructions: event.attendeeInstructions,
    meeting_point: event.meetingPoint,
    accessibility_support: JSON.stringify(event.accessibilitySupport),
    visibility: event.visibility,
    join_policy: event.joinPolicy,
    roster_visibility: event.rosterVisibility,
    maximum_attendee_capacity: event.maximumAttendeeCapacity,
    waitlist_enabled: event.waitlistEnabled ? (1 as const) : (0 as const),
    registration_opens_at: event.registrationOpensAt && storedInstant(event.registrationOpensAt),
    registration_closes_at: event.registrationClosesAt && storedInstant(event.registrationClosesAt),
    replies_due_at: event.repliesDueAt && storedInstant(event.repliesDueAt),
  };
}

/** Who takes the money and is named as organizer: the owner's organization, or the person. */
export function organizerColumns({ owner }: Planned, userId: string) {
  return owner.organizationId === null
    ? { organizer_user_id: owner.kind === 'person' ? owner.id : userId, organizer_organization_id: null }
    : { organizer_user_id: null, organizer_organization_id: owner.organizationId };
}

/** Adds an event with its teams, leaders and offers; false where another one has the id. */
export async function insertEvent(
  db: Db,
  { id, createdBy, publication }: { id: string; createdBy: string; publication: 'draft' | 'published' },
  event: Planned,
  at: string,
): Promise<boolean> {
  const added = await db
    .insertInto('events')
    .values({
      id,
      created_at: at,
      updated_at: at,
      series_id: null,
      recurrence_id: null,
      image: null,
      created_by: createdBy,
      publication,
      published_at: publication === 'published' ? at : null,
      removed_at: null,
      reminded_at: null,
      event_status: 'EventScheduled',
      status_reason: null,
      ...organizerColumns(event, createdBy),
      ...columnsOf(event),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return false;
  await saveTeams(db, id, [], event.teamIds);
  await saveLeaders(db, id, [], event.leaderIds);
  await addOffers(db, id, event.offers, at);
  await indexEvent(db, id);
  return true;
}

/** Writes what a change decided. `isTold`: people were told, so calendars take it as a new revision (RFC 5545). */
export async function updateEvent(
  db: Db,
  id: string,
  {
    before,
    after,
    status,
    previousStartDates,
    isTold,
  }: {
    before: Planned;
    after: Planned;
    status: NonNullable<StoredEvent>['row']['event_status'];
    previousStartDates: string[];
    isTold: boolean;
  },
  at: string,
): Promise<void> {
  await db
    .updateTable('events')
    .set({
      ...columnsOf(after),
      event_status: status,
      previous_start_dates: JSON.stringify(previousStartDates),
      updated_at: at,
    })
    .set((set) => ({
      version: set('version', '+', 1),
      sequence: set('sequence', '+', isTold ? 1 : 0),
    }))
    .where('id', '=', id)
    .execute();
  await saveTeams(db, id, before.teamIds, after.teamIds);
  await saveLeaders(db, id, before.leaderIds, after.leaderIds);
  await indexEvent(db, id);
}

/** A new owner: who is named as organizer and takes the money follows it. */
export async function setOrganizer(db: Db, id: string, event: Planned, userId: string): Promise<void> {
  await db.updateTable('events').set(organizerColumns(event, userId)).where('id', '=', id).execute();
}

export async function setPublished(db: Db, id: string, at: string): Promise<void> {
  await db
    .updateTable('events')
    .set((set) => ({
      publication: 'published',
      published_at: at,
      updated_at: at,
      version: set('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** Deletes an event with all that hangs on it. */
export async function deleteEvent(db: Db, id: string): Promise<void> {
  await db.deleteFrom('search_documents').where('kind', '=', 'event').where('object_id', '=', id).execute();
  await db.deleteFrom('events').where('id', '=', id).execute();
}

async function saveTeams(db: Db, id: string, before: readonly string[], after: readonly string[]) {
  const gone = before.filter((team) => !after.includes(team));
  const added = after.filter((team) => !before.includes(team));
  if (gone.length > 0)
    await db.deleteFrom('event_teams').where('event_id', '=', id).where('team_id', 'in', gone).execute();
  if (added.length > 0)
    await db
      .insertInto('event_teams')
      .values(added.map((team_id) => ({ event_id: id, team_id })))
      .execute();
}

async function saveLeaders(db: Db, id: string, before: readonly string[], after: readonly string[]) {
  if (before.join() === after.join()) return;
  await db.deleteFrom('event_leaders').where('event_id', '=', id).execute();
  if (after.length > 0)
    await db
      .insertInto('event_leaders')
      .values(after.map((person_id, position) => ({ event_id: id, person_id, position })))
      .execute();
}

const offerColumns = (offer: PlannedOffer) => ({
  name: offer.name,
  price_minor: offer.price.amountMinor,
  currency: offer.price.currency,
  eligibility: offer.eligibility,
  refund_until: offer.refundBefore,
  accepts_offline: offer.acceptsOffline ? (1 as const) : (0 as const),
});

export async function addOffers(db: Db, eventId: string, offers: readonly PlannedOffer[], at: string) {
  if (offers.length === 0) return;
  const rows = offers.map((offer) => ({
    id: uuid(),
    created_at: at,
    updated_at: at,
    event_id: eventId,
    ...offerColumns(offer),
  }));
  await db.insertInto('offers').values(rows).execute();
}

export async function updateOffer(db: Db, offer: PlannedOffer & { id: string }, at: string): Promise<void> {
  await db
    .updateTable('offers')
    .set((set) => ({ ...offerColumns(offer), updated_at: at, version: set('version', '+', 1) }))
    .where('id', '=', offer.id)
    .execute();
}

/** Nobody can reply with these any more; they stay for those who have. */
export async function withdrawOffers(db: Db, ids: readonly string[], at: string): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('offers')
    .set((set) => ({ withdrawn_at: at, updated_at: at, version: set('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
}

export async function deleteOffers(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('offers').where('id', 'in', ids).execute();
}

/** What a search finds an event by. A private organizer's name is not among it. */
async function indexEvent(db: Db, id: string): Promise<void> {
  const row = await db
    .selectFrom('events as e')
    .leftJoin('places as p', 'p.id', 'e.place_id')
    .leftJoin('organizations as o', (join) =>
      join.onRef('o.id', '=', 'e.organizer_organization_id').on('o.visibility', '<>', 'private'),
    )
    .select(['e.name', 'e.kind', 'e.activities', 'p.name as place', 'p.region', 'o.name as organizer'])
    .where('e.id', '=', id)
    .executeTakeFirstOrThrow();
  const names = activitiesOf(row.activities).map((activity) => activityFacts[activity].name);
  await saveSearchDocument(db, 'event', id, [
    row.name,
    row.organizer,
    row.place,
    row.region,
    ...names,
    row.kind,
  ]);
}

/** After a place has another name or town: its events to come are found by it. */
export async function indexEventsAt(db: Db, placeId: string, now: string): Promise<void> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('place_id', '=', placeId)
    .where('ends_at', '>', now)
    .execute();
  for (const { id } of rows) await indexEvent(db, id);
}

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
