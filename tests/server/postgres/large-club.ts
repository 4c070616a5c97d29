// A database with 20,000 events, people and replies, which PostgreSQL copies from one of each.
import { sql } from 'kysely';
import type { Database } from '../../../src/server/db/open.ts';
import {
  buildEvent,
  buildListedUser,
  buildMembership,
  buildOrganization,
  buildPlace,
  buildRegistration,
  buildTeam,
} from '../../support/factories.ts';

const many = 20_000;
/** Of places, organizations and teams. */
const few = 2_000;

/** Copies the row of a table with this id; `changes` is a JSON object in SQL, in which `n` counts from 1. */
const copies = (table: string, id: string, changes: string, { keyColumn = 'id', count = many } = {}) =>
  `insert into ${table} select (jsonb_populate_record(o, ${changes})).* from ${table} o, generate_series(1, ${count}) n where o.${keyColumn} = '${id}'`;

/** The same id for the same number in every table. */
const idOf = (what: string) => `md5('${what}' || n)::uuid`;

/** The activity, region and name of an event or person, by its number. */
const activity = `(array['football', 'rowing', 'yoga', 'karate', 'padel', 'boxing', 'fitness', 'hockey', 'tennis', 'judo'])[n % 10 + 1]`;
const word = `(array['training', 'match', 'summer camp', 'course', 'tournament'])[n % 5 + 1]`;

/** Fills a migrated database. The coach of the event's team takes part in many events. */
export async function fillLargeClub({ db }: Database) {
  const place = await buildPlace(db, { region: 'Antwerpen' });
  const organization = await buildOrganization(db, { region: 'Antwerpen' });
  const team = await buildTeam(db);
  const coach = await buildListedUser(db, { is_coach: 1, profile: { region: 'Gent' } });
  await buildMembership(db, { person_id: coach.id, team_id: team.id, role: 'coach' });
  const event = await buildEvent(db, {
    place_id: place.id,
    organizer_organization_id: organization.id,
    organizer_user_id: null,
    activities: '["football"]',
  });
  const registration = await buildRegistration(db, { event_id: event.id, person_id: coach.id });
  const statements = [
    // The references are right by construction, and no process listens.
    'set local session_replication_role = replica',
    copies(
      'people',
      coach.id,
      `jsonb_build_object('id', ${idOf('user')}, 'name', 'Person ' || n, 'sort_name', 'person ' || n)`,
    ),
    copies(
      'users',
      coach.id,
      `jsonb_build_object('id', ${idOf('user')}, 'username', 'copy' || n, 'email', 'copy' || n || '@example.com')`,
    ),
    copies(
      'profiles',
      coach.id,
      `jsonb_build_object('user_id', ${idOf('user')}, 'activities', jsonb_build_array(${activity})::text, 'sort_region', 'region ' || n % 50)`,
      { keyColumn: 'user_id' },
    ),
    copies(
      'places',
      place.id,
      `jsonb_build_object('id', ${idOf('place')}, 'sort_region', 'region ' || case when n % 50 < 10 then 7 else n % 50 end)`,
      { count: few },
    ),
    copies(
      'organizations',
      organization.id,
      `jsonb_build_object('id', ${idOf('organization')}, 'name', 'Club ' || n, 'sort_name', 'club ' || n, 'slug', 'copy-' || n)`,
      { count: few },
    ),
    copies(
      'teams',
      team.id,
      `jsonb_build_object('id', ${idOf('team')}, 'name', 'Team ' || n, 'sort_name', 'team ' || n, 'slug', 'copy-' || n, 'invite_code', 'copy-' || n, 'organization_id', ${idOf('organization')})`,
      { count: few },
    ),
    copies(
      'events',
      event.id,
      `jsonb_build_object('id', ${idOf('event')}, 'name', ${word} || ' ' || n, 'slug', 'copy-' || n, 'activities', jsonb_build_array(${activity})::text,
        'starts_at', o.starts_at + (n - ${many} / 4) * interval '40 minutes', 'ends_at', o.starts_at + (n - ${many} / 4) * interval '40 minutes' + interval '90 minutes',
        'starts_on', to_char(o.starts_at + (n - ${many} / 4) * interval '40 minutes', 'YYYY-MM-DD'), 'owner_team_id', case when n % 400 = 1 then '${team.id}'::uuid end, 'published_at', o.created_at + n * interval '1 second',
        'place_id', md5('place' || (n % 500 + 1))::uuid, 'organizer_organization_id', case when n % 3 > 0 then md5('organization' || (n % 700 + 1))::uuid end,
        'organizer_user_id', case when n % 3 = 0 then md5('user' || (n % 900 + 1))::uuid end)`,
    ),
    `insert into event_teams (event_id, team_id) select ${idOf('event')}, md5('team' || (n % 2000 + 1))::uuid from generate_series(1, ${many}) n`,
    `insert into event_leaders (event_id, person_id, position) select ${idOf('event')}, md5('user' || (n % 3000 + 1))::uuid, 0 from generate_series(1, ${many}) n`,
    copies(
      'registrations',
      registration.id,
      `jsonb_build_object('id', ${idOf('registration')}, 'event_id', ${idOf('event')}, 'person_id', md5('user' || (n * 7 % ${many} + 1))::uuid)`,
    ),
    copies(
      'registrations',
      registration.id,
      `jsonb_build_object('id', ${idOf('own')}, 'event_id', ${idOf('event')}, 'person_id', case when n % 400 = 0 then '${coach.id}'::uuid else md5('user' || (n * 11 % ${many} + 3))::uuid end)`,
    ),
    `insert into memberships (id, created_at, updated_at, team_id, person_id, role, status) select ${idOf('membership')}, now(), now(),
       case when n <= 30 then '${team.id}'::uuid else md5('team' || (n % ${few} + 1))::uuid end, ${idOf('user')}, 'trainee', 'active' from generate_series(1, ${many}) n`,
    `insert into notifications (id, user_id, kind, event_id, created_at) select ${idOf('notification')}, case when n % 200 = 0 then '${coach.id}'::uuid else ${idOf('user')} end,
       'eventChanged', ${idOf('event')}, now() from generate_series(1, ${many}) n`,
    `insert into search_documents (kind, object_id, body) select 'event', e.id, U&'\\E000event ' || lower(e.name) from events e where e.id <> '${event.id}'`,
    `insert into search_documents (kind, object_id, body) select 'user', p.id, U&'\\E000user ' || lower(p.name) from people p where p.id <> '${coach.id}'`,
    `insert into search_documents (kind, object_id, body) select 'organization', p.id, U&'\\E000organization ' || lower(p.name) from organizations p where p.id <> '${organization.id}'`,
    `insert into search_documents (kind, object_id, body) select 'team', p.id, U&'\\E000team ' || lower(p.name) from teams p where p.id <> '${team.id}'`,
    `insert into event_teams (event_id, team_id) select ${idOf('event')}, '${team.id}' from generate_series(1, ${many}, 400) n`,
  ];
  await db.transaction().execute(async (transaction) => {
    // Without checking each reference and running each trigger.
    await sql`set local session_replication_role = replica`.execute(transaction);
    for (const text of statements) await sql.raw(text).execute(transaction);
  });
  await sql`vacuum analyze`.execute(db);
  return { coach, team, organization, event };
}
