// Rows for tests: each builder takes the values that matter to the test and fills in the rest, including
// search documents.
import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import {
  type MembershipRole,
  type MembershipStatus,
  membershipRoles,
} from '../../src/contract/values/enums.ts';
import type { Db } from '../../src/server/db/open.ts';
import type { Tables } from '../../src/server/db/schema.ts';
import { fold, type SearchKind, searchBody, sortName } from '../../src/server/db/search-words.ts';
import { manageableRoles } from '../../src/server/groups/members/membership-rules.ts';

type Given<T extends keyof Tables> = Partial<Insertable<Tables[T]>>;

const at = '2026-11-01T10:00:00.000Z';
let count = 0;

const row = () => ({ id: uuid(), created_at: at, updated_at: at });

async function addSearchDocument(db: Db, kind: SearchKind, id: string, texts: (string | null | undefined)[]) {
  await db
    .insertInto('search_documents')
    .values({ kind, object_id: id, body: searchBody(kind, texts) })
    .execute();
}

export type BuiltUser = { id: string; username: string; name: string; email: string };

/**
 * A verified adult with a private profile. `profile` overrides the profile's columns. Search finds them by
 * name alone.
 */
export async function buildUser(
  db: Db,
  given: Given<'users'> & { name?: string; profile?: Given<'profiles'> } = {},
): Promise<BuiltUser> {
  count += 1;
  const { name = `Person ${count}`, profile, ...columns } = given;
  const user = {
    ...row(),
    username: `person${count}`,
    email: `person${count}@example.com`,
    email_verified_at: at,
    phone: '+32470000000',
    country_code: 'BE',
    password_hash: 'none',
    birth_date: '1990-05-04',
    ...columns,
  };
  const { id, created_at, updated_at } = user;
  await db
    .insertInto('people')
    .values({ id, created_at, updated_at, name, sort_name: sortName(name) })
    .execute();
  await db.insertInto('users').values(user).execute();
  const region = profile?.region ?? null;
  await db
    .insertInto('profiles')
    .values({
      user_id: user.id,
      file_path: null,
      bio: null,
      level: null,
      region,
      sort_region: region === null ? null : fold(region),
      ...profile,
    })
    .execute();
  await addSearchDocument(db, 'user', user.id, [name]);
  return { id: user.id, username: user.username, name, email: user.email };
}

/** A person without an account, in no group. */
export async function buildPerson(
  db: Db,
  given: Given<'people'> = {},
): Promise<{ id: string; name: string }> {
  count += 1;
  const name = given.name ?? `Managed ${count}`;
  const person = {
    ...row(),
    name,
    sort_name: sortName(name),
    birth_year: null,
    guardian_email: null,
    ...given,
  };
  await db.insertInto('people').values(person).execute();
  return { id: person.id, name };
}

/** A person whom everyone may see in explore. */
export function buildListedUser(db: Db, given: Parameters<typeof buildUser>[1] = {}): Promise<BuiltUser> {
  return buildUser(db, { ...given, profile: { is_public: 1, ...given.profile } });
}

/** A public organization that anyone may join. */
export async function buildOrganization(db: Db, given: Given<'organizations'> = {}) {
  count += 1;
  const name = given.name ?? `Club ${count}`;
  const region = given.region ?? null;
  const organization = {
    ...row(),
    name,
    sort_name: sortName(name),
    slug: `club-${count}`,
    logo: null,
    url: null,
    email: null,
    telephone: null,
    address: null,
    region,
    sort_region: region === null ? null : fold(region),
    visibility: 'public' as const,
    openness: 'open' as const,
    ...given,
  };
  await db.insertInto('organizations').values(organization).execute();
  await addSearchDocument(db, 'organization', organization.id, [name, region]);
  return { id: organization.id, name };
}

/**
 * A public team that anyone may join and whose members see each other, with its own organization unless
 * given.
 */
export async function buildTeam(db: Db, given: Given<'teams'> = {}) {
  count += 1;
  const name = given.name ?? `Team ${count}`;
  const region = given.region ?? null;
  const team = {
    ...row(),
    organization_id: null,
    name,
    sort_name: sortName(name),
    slug: `team-${count}`,
    activity: 'football',
    level: null,
    age_min: null,
    age_max: null,
    season: null,
    region,
    sort_region: region === null ? null : fold(region),
    visibility: 'public' as const,
    openness: 'open' as const,
    roster_visibility: 'members' as const,
    invite_code: `code-${count}`,
    ...given,
  };
  await db.insertInto('teams').values(team).execute();
  await addSearchDocument(db, 'team', team.id, [name, team.activity, region]);
  return { id: team.id, name };
}

type InGroup = { team_id: string } | { organization_id: string };

/**
 * An active trainee of the given team or organization. A status of left or removed implies an earlier
 * membership. `invited` builds an invitation.
 */
export async function buildMembership(
  db: Db,
  {
    status = 'active',
    ...given
  }: Omit<Given<'memberships'>, 'status'> & { person_id: string; status?: MembershipStatus } & InGroup,
) {
  if (status === 'invited') {
    const { role, person_id: user_id, team_id = null, organization_id = null } = given;
    return buildInvitation(db, { user_id, team_id, organization_id, ...(role && { role }) });
  }
  const hasEnded = status === 'left' || status === 'removed';
  const membership = {
    ...row(),
    organization_id: null,
    team_id: null,
    role: 'trainee' as const,
    title: null,
    jersey: null,
    ...(hasEnded && { ended_at: at }),
    ...given,
    status,
  };
  await db.insertInto('memberships').values(membership).execute();
  return { id: membership.id };
}

/**
 * An invitation as a trainee to the given team or organization. `invited_by` defaults to someone in the group
 * who may invite to this role; an owner is added where there is none.
 */
export async function buildInvitation(db: Db, given: Given<'invitations'>) {
  const { team_id = null, organization_id = null, user_id = null } = given;
  count += 1;
  const invitation = {
    ...row(),
    team_id,
    organization_id,
    user_id,
    invited_as: `invited${count}@example.com`,
    role: 'trainee' as const,
    ...given,
    invited_by:
      given.invited_by === undefined
        ? await inviterIn(db, { team_id, organization_id }, given.role ?? 'trainee')
        : given.invited_by,
  };
  await db.insertInto('invitations').values(invitation).execute();
  return { id: invitation.id };
}

async function inviterIn(
  db: Db,
  group: { team_id: string | null; organization_id: string | null },
  role: MembershipRole,
) {
  const [column, id] =
    group.team_id === null
      ? (['organization_id', group.organization_id] as const)
      : (['team_id', group.team_id] as const);
  const scope = group.team_id === null ? 'organization' : 'team';
  const inviters = membershipRoles.filter((one) => manageableRoles(scope, one).includes(role));
  const inviter = await db
    .selectFrom('memberships')
    .select('person_id')
    .where(column, '=', id)
    .where('role', 'in', inviters)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (inviter) return inviter.person_id;
  const { id: person_id } = await buildUser(db);
  await db
    .insertInto('memberships')
    .values({ ...row(), ...group, person_id, role: 'owner', status: 'active', title: null, jersey: null })
    .execute();
  return person_id;
}

export async function buildPlace(db: Db, given: Given<'places'> = {}) {
  count += 1;
  const region = given.region ?? 'Antwerp';
  const place = {
    ...row(),
    name: `Field ${count}`,
    address: 'Dorpsstraat 1',
    region,
    sort_region: fold(region),
    country_code: 'BE',
    latitude: null,
    longitude: null,
    time_zone: 'Europe/Brussels',
    directions: null,
    owner_team_id: null,
    owner_organization_id: null,
    owner_user_id: null,
    ...given,
  };
  await db.insertInto('places').values(place).execute();
  return { id: place.id, name: place.name };
}

type EventGiven = Given<'events'> & { teams?: string[]; leaders?: string[]; durationMinutes?: number };

/**
 * A published public training of 90 minutes on 28 November 2026 at 10:00 UTC, for anyone, unlimited and free,
 * run by a new organization unless an organizer is given. `teams` and `leaders` are ids. The first team owns
 * it; with `owner_team_id: null` the organizer does.
 */
export async function buildEvent(db: Db, given: EventGiven = {}) {
  const { teams = [], leaders = [], durationMinutes = 90, ...columns } = given;
  count += 1;
  const name = columns.name ?? `Training ${count}`;
  const startsAt = columns.starts_at ?? '2026-11-28T10:00:00.000Z';
  const timeZone = columns.time_zone ?? 'Europe/Brussels';
  const hasOrganizer = columns.organizer_user_id || columns.organizer_organization_id;
  const { owner_team_id = teams[0] ?? null } = columns;
  if (owner_team_id !== null && !teams.includes(owner_team_id))
    throw new Error('The team that owns an event takes part in it.');
  if (owner_team_id === null && columns.organizer_user_id && teams.length > 0)
    throw new Error('A person owns only events in which no team takes part.');
  const event = {
    ...row(),
    series_id: null,
    recurrence_id: null,
    name,
    slug: `training-${count}`,
    image: null,
    kind: 'training' as const,
    organizer_user_id: null,
    organizer_organization_id: hasOrganizer ? null : (await buildOrganization(db)).id,
    owner_team_id,
    created_by: null,
    starts_at: startsAt,
    ends_at: new Date(Date.parse(startsAt) + durationMinutes * 60_000).toISOString(),
    starts_on: Temporal.Instant.from(startsAt).toZonedDateTimeISO(timeZone).toPlainDate().toString(),
    time_zone: timeZone,
    arrive_minutes_before: null,
    place_id: null,
    online_url: null,
    attendance_mode: 'offline' as const,
    activities: '["football"]',
    level: null,
    age_min: null,
    age_max: null,
    attendee_instructions: null,
    meeting_point: null,
    visibility: 'public' as const,
    join_policy: 'open' as const,
    roster_visibility: 'participants' as const,
    maximum_attendee_capacity: null,
    registration_opens_at: null,
    registration_closes_at: null,
    replies_due_at: null,
    reminded_at: null,
    publication: 'published' as const,
    published_at: at,
    removed_at: null,
    event_status: 'EventScheduled' as const,
    status_reason: null,
    ...columns,
  };
  await db.insertInto('events').values(event).execute();
  for (const team_id of teams)
    await db.insertInto('event_teams').values({ event_id: event.id, team_id }).execute();
  for (const [position, person_id] of leaders.entries())
    await db.insertInto('event_leaders').values({ event_id: event.id, person_id, position }).execute();
  await addSearchDocument(db, 'event', event.id, [name, event.kind, event.activities]);
  return { id: event.id, name, startsAt: event.starts_at, endsAt: event.ends_at };
}

/** A series row without dates; `series_id` and `recurrence_id` of `buildEvent` make them. */
export async function buildSeries(db: Db, given: Given<'event_series'> = {}) {
  const owner = { kind: 'team', id: uuid() };
  const template = JSON.stringify({
    startsAt: '2026-11-28T10:00:00.000Z',
    timeZone: 'Europe/Brussels',
    owner,
  });
  const series = { ...row(), rrule: 'FREQ=DAILY', time_zone: 'Europe/Brussels', template, ...given };
  await db
    .insertInto('event_series')
    .values({ root_series_id: series.id, ...series })
    .execute();
  return series;
}

/** An event of a new team, and that team's coach, who leads the event. */
export async function buildCoachedEvent(db: Db, given: EventGiven = {}) {
  const coach = await buildUser(db, { is_coach: 1 });
  const team = await buildTeam(db);
  await buildMembership(db, { team_id: team.id, person_id: coach.id, role: 'coach' });
  const teams = [team.id, ...(given.teams ?? [])];
  const event = await buildEvent(db, { leaders: [coach.id], ...given, teams });
  return { coach, team, event };
}

/** A confirmed place. */
export async function buildRegistration(
  db: Db,
  given: Given<'registrations'> & { event_id: string; person_id: string },
) {
  const registration = {
    ...row(),
    responded_by: given.person_id,
    state: 'confirmed' as const,
    offer_id: null,
    position: null,
    hold_expires_at: null,
    note: null,
    decline_reason: null,
    responded_at: at,
    ...given,
  };
  await db.insertInto('registrations').values(registration).execute();
  return { id: registration.id };
}

/** An absence in December 2026, from the 3rd to the 17th. Does not reply to any event. */
export async function buildAbsence(db: Db, given: Given<'absences'> & { person_id: string }) {
  const absence = { ...row(), from_day: '2026-12-03', to_day: '2026-12-17', note: null, ...given };
  await db.insertInto('absences').values(absence).execute();
  return { id: absence.id };
}

/** An offer of 12.50 EUR with a full refund until two days before. */
export async function buildOffer(db: Db, given: Given<'offers'> & { event_id: string }) {
  const offer = {
    ...row(),
    name: 'Adult',
    price_minor: 1250,
    currency: 'EUR',
    eligibility: null,
    refund_until: 'P2D',
    withdrawn_at: null,
    ...given,
  };
  await db.insertInto('offers').values(offer).execute();
  return { id: offer.id };
}

/** A payment of 12.50 EUR that is due. */
export async function buildPayment(db: Db, given: Given<'payments'> & { registration_id: string }) {
  const payment = {
    ...row(),
    amount_minor: 1250,
    currency: 'EUR',
    state: 'requiresPayment' as const,
    provider: 'demo',
    provider_ref: null,
    checkout_url: null,
    receipt_number: null,
    paid_at: null,
    ...given,
  };
  await db.insertInto('payments').values(payment).execute();
  return { id: payment.id };
}

/** An attendance mark made by a coach. */
export async function buildAttendance(
  db: Db,
  given: Given<'attendance'> & { event_id: string; person_id: string },
) {
  const mark = {
    id: uuid(),
    status: 'present' as const,
    minutes_late: null,
    marked_by: null,
    occurred_at: at,
    received_at: at,
    source: 'coach' as const,
    ...given,
  };
  await db.insertInto('attendance').values(mark).execute();
  return { id: mark.id };
}

/** A guest of an event, here. */
export async function buildGuest(db: Db, { event_id, name }: { event_id: string; name?: string }) {
  const guest = await buildPerson(db, { name: name ?? `Guest ${count + 1}` });
  await db
    .insertInto('event_guests')
    .values({ id: guest.id, event_id, added_by: null, created_at: at })
    .execute();
  await buildAttendance(db, { event_id, person_id: guest.id });
  return guest;
}

/** An import of matches that made one event, just before test servers start. Returns its id. */
export async function buildFixtureImport(
  db: Db,
  given: Given<'fixture_imports'> & { team_id: string },
): Promise<string> {
  const id = uuid();
  await db
    .insertInto('fixture_imports')
    .values({
      id,
      created_at: '2026-11-21T09:50:00.000Z',
      created_by: null,
      created_count: 1,
      changed_count: 0,
      undone_at: null,
      ...given,
    })
    .execute();
  return id;
}

/** A calendar source that a team follows, due when test servers start. Returns its id. */
export async function buildFixtureSource(
  db: Db,
  given: Given<'fixture_sources'> & { team_id: string },
): Promise<string> {
  const source = {
    ...row(),
    url: `https://league.example/${uuid()}.ics`,
    time_zone: 'Europe/Brussels',
    publication: 'published' as const,
    created_by: null,
    etag: null,
    last_modified: null,
    checked_at: null,
    next_check_at: '2026-11-21T10:00:00.000Z',
    failure: null,
    ...given,
  };
  await db.insertInto('fixture_sources').values(source).execute();
  return source.id;
}
