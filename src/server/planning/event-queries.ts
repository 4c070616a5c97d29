// SQL of planning: reads events in the form of rules.ts (`Planned`), and writes them.
import type { Db } from '../db/open.ts';
import { fold } from '../db/search-words.ts';
import { dayIn, storedInstant } from '../events/rules.ts';
import { activitiesOf, textsOf } from '../people/rules.ts';
import { addEventPictures, pictureUrl, saveEventPicture } from '../pictures/queries.ts';
import { resetReminders } from '../reminders/queries.ts';
import { isRemindedAgain } from '../reminders/rules.ts';
import { slugOf } from '../text/slug.ts';
import { isMovedInTime } from './change/reconfirm-rules.ts';
import { addOffers, offersToPlan } from './offer-queries.ts';
import type { Planned } from './rules.ts';
import { indexEvents } from './search-queries.ts';

/** A stored event: the row, and its planned fields. */
export type StoredEvent = NonNullable<Awaited<ReturnType<typeof findStored>>>;

/** An event with its teams, leaders and offers; the caller has locked it. */
export async function findStored(db: Db, id: string) {
  const row = await db
    .selectFrom('events as e')
    .leftJoin('teams as t', 't.id', 'e.owner_team_id')
    .leftJoin('places as p', 'p.id', 'e.place_id')
    .leftJoin('event_pictures as i', 'i.event_id', 'e.id')
    .select(['e.id', 'e.version', 'e.publication', 'e.published_at', 'e.removed_at', 'e.event_status'])
    .select(['e.previous_start_dates', 'e.status_reason', 'e.organizer_user_id', 'e.created_by'])
    .select(['e.organizer_organization_id', 'e.series_id', 'e.recurrence_id', 'i.hash as picture'])
    .select(['e.name', 'e.kind', 'e.activities', 'e.level', 'e.starts_at', 'e.ends_at', 'e.time_zone'])
    .select(['e.attendance_mode', 'e.online_url', 'e.place_id', 'p.name as place_name', 'e.description'])
    .select('p.time_zone as place_time_zone')
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
    picture: row.picture,
  };
  return { row, planned, offers };
}

function columnsOf(event: Planned) {
  return {
    name: event.name,
    slug: slugOf(fold(event.name)) || event.kind,
    description: event.description,
    image: event.picture && pictureUrl(event.picture),
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

/** The organizer, who also receives the payments: the owner's organization, or the person. */
export function organizerColumns({ owner }: Planned, userId: string) {
  return owner.organizationId === null
    ? { organizer_user_id: owner.kind === 'person' ? owner.id : userId, organizer_organization_id: null }
    : { organizer_user_id: null, organizer_organization_id: owner.organizationId };
}

type New = {
  createdBy: string;
  publication: 'draft' | 'published';
  /** The series that they are dates of. */
  seriesId?: string;
};

/** Inserts an event with its teams, leaders and offers; false if the id is taken. */
export async function insertEvent(
  db: Db,
  { id, ...given }: New & { id: string; slot?: string },
  event: Planned,
  at: string,
): Promise<boolean> {
  return (await insertEvents(db, given, [{ id, slot: given.slot ?? null, event }], at)).length > 0;
}

/** Inserts a few dozen events at once. Returns the ids of the inserted ones. */
export async function insertEvents(
  db: Db,
  { createdBy, publication, seriesId }: New,
  dates: readonly { id: string; slot: string | null; event: Planned }[],
  at: string,
): Promise<string[]> {
  if (dates.length === 0) return [];
  const rows = await db
    .insertInto('events')
    .values(
      dates.map(({ id, slot, event }) => ({
        id,
        created_at: at,
        updated_at: at,
        series_id: seriesId ?? null,
        recurrence_id: slot,
        created_by: createdBy,
        publication,
        published_at: publication === 'published' ? at : null,
        removed_at: null,
        reminded_at: null,
        event_status: 'EventScheduled' as const,
        status_reason: null,
        ...organizerColumns(event, createdBy),
        ...columnsOf(event),
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  const added = new Set(rows.map(({ id }) => id));
  const written = dates.filter(({ id }) => added.has(id));
  await addTeams(
    db,
    written.flatMap(({ id, event }) => event.teamIds.map((team_id) => ({ event_id: id, team_id }))),
  );
  await addLeaders(
    db,
    written.flatMap(({ id, event }) => leaderRows(id, event.leaderIds)),
  );
  await addOffers(
    db,
    written.flatMap(({ id, event }) => event.offers.map((offer) => ({ eventId: id, offer }))),
    at,
  );
  await addEventPictures(
    db,
    written.flatMap(({ id, event: { picture } }) => (picture ? [{ event_id: id, hash: picture }] : [])),
  );
  await indexEvents(db, [...added]);
  return [...added];
}

/** Writes a change. `isNotified`: people are notified, so SEQUENCE is raised for calendars (RFC 5545). */
export async function updateEvent(
  db: Db,
  id: string,
  {
    before,
    after,
    ...change
  }: {
    before: Planned;
    after: Planned;
    status: StoredEvent['row']['event_status'];
    previousStartDates: string[];
    isNotified: boolean;
  },
  at: string,
): Promise<void> {
  await db
    .updateTable('events')
    .set({
      ...columnsOf(after),
      event_status: change.status,
      previous_start_dates: JSON.stringify(change.previousStartDates),
      updated_at: at,
      ...(isMovedInTime(before, after) && {
        moved_at: at,
        moved_starts_at: before.startsAt,
        moved_ends_at: before.endsAt,
      }),
    })
    .set((set) => ({
      version: set('version', '+', 1),
      sequence: set('sequence', '+', change.isNotified ? 1 : 0),
    }))
    .where('id', '=', id)
    .execute();
  if (isRemindedAgain(before, after, at)) await resetReminders(db, id);
  await saveTeams(db, id, before.teamIds, after.teamIds);
  await saveLeaders(db, id, before.leaderIds, after.leaderIds);
  await saveEventPicture(db, id, before.picture, after.picture);
  await indexEvents(db, [id]);
}

/** Updates the organizer after a change of owner. */
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

/**
 * Deletes an event and its search document; other related rows cascade. The caller deletes the file of its picture
 * (`withoutUnusedFiles`).
 */
export async function deleteEvent(db: Db, id: string): Promise<void> {
  await db.deleteFrom('search_documents').where('kind', '=', 'event').where('object_id', '=', id).execute();
  await db.deleteFrom('events').where('id', '=', id).execute();
}

async function saveTeams(db: Db, id: string, before: readonly string[], after: readonly string[]) {
  const gone = before.filter((team) => !after.includes(team));
  const added = after.filter((team) => !before.includes(team));
  if (gone.length > 0)
    await db.deleteFrom('event_teams').where('event_id', '=', id).where('team_id', 'in', gone).execute();
  await addTeams(
    db,
    added.map((team_id) => ({ event_id: id, team_id })),
  );
}

async function saveLeaders(db: Db, id: string, before: readonly string[], after: readonly string[]) {
  if (before.join() === after.join()) return;
  await db.deleteFrom('event_leaders').where('event_id', '=', id).execute();
  await addLeaders(db, leaderRows(id, after));
}

const leaderRows = (event_id: string, people: readonly string[]) =>
  people.map((person_id, position) => ({ event_id, person_id, position }));

async function addTeams(db: Db, rows: { event_id: string; team_id: string }[]) {
  if (rows.length > 0) await db.insertInto('event_teams').values(rows).execute();
}

async function addLeaders(db: Db, rows: ReturnType<typeof leaderRows>) {
  if (rows.length > 0) await db.insertInto('event_leaders').values(rows).execute();
}
