// Data export (GDPR): a user's own rows of each table as one file, without secrets and other people's ids.
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { runsEvent, seesEvent } from '../events/access-queries.ts';
import type { Handler } from '../http/handler.ts';
import { limiterOf, takeUse } from '../http/limits/limiter.ts';
import { t } from '../words/t.ts';

type Mine = (userId: string, now: string) => RawBuilder<Record<string, unknown>>;

const myRegistrations = (userId: string) =>
  sql`select r.id from registrations r where r.person_id = ${userId}`;
const myPayments = (userId: string) =>
  sql`select p.id from payments p where p.registration_id in (${myRegistrations(userId)})`;

/** The sections of the file, by name. */
const parts: Record<string, Mine> = {
  account: (me) =>
    sql`select u.id, u.created_at, u.updated_at, u.username, w.name, u.email, u.email_verified_at, u.phone, u.country_code, u.is_coach, u.birth_date, u.locale, u.time_zone, u.quiet_from, u.quiet_to from users u join people w on w.id = u.id where u.id = ${me}`,
  profile: (me) =>
    sql`select file_path, bio, activities, level, region, languages, qualifications, is_public, field_visibility from profiles where user_id = ${me}`,
  sessions: (me) =>
    sql`select id, created_at, last_seen_at, user_agent, revoked_at from sessions where user_id = ${me} order by created_at`,
  devicesThatSignedIn: (me) =>
    sql`select signed_in_at from known_devices where user_id = ${me} order by signed_in_at`,
  memberships: (me) =>
    sql`select m.id, m.created_at, m.updated_at, m.active_since, o.name as organization, t.name as team, m.role, m.status, m.title, m.jersey from memberships m left join organizations o on o.id = m.organization_id left join teams t on t.id = m.team_id where m.person_id = ${me} order by m.created_at`,
  invitations: (me) =>
    sql`select i.id, i.created_at, o.name as organization, t.name as team, i.role, i.invited_as from invitations i left join organizations o on o.id = i.organization_id left join teams t on t.id = i.team_id where i.user_id = ${me} order by i.created_at`,
  // The name and time of an upcoming event are included only if the user may see it.
  registrations: (me, now) =>
    sql`select r.id, r.event_id, case when e.ends_at <= ${now} or ${seesEvent(me, now)} then e.name end as event, case when e.ends_at <= ${now} or ${seesEvent(me, now)} then e.starts_at end as starts_at, e.time_zone, r.state, r.position, r.hold_expires_at, r.note, r.decline_reason, r.responded_at, r.reconfirm_asked_at, r.created_at, r.updated_at from registrations r join events e on e.id = r.event_id where r.person_id = ${me} order by e.starts_at`,
  absences: (me) =>
    sql`select id, created_at, updated_at, from_day, to_day, note, ended_at from absences where person_id = ${me} order by from_day, id`,
  attendance: (me) =>
    sql`select a.id, a.event_id, e.name as event, a.status, a.minutes_late, a.reason, a.occurred_at, a.received_at, a.source from attendance a join events e on e.id = a.event_id where a.person_id = ${me} order by a.occurred_at`,
  payments: (me) =>
    sql`select id, registration_id, amount_minor, currency, state, provider, provider_ref, receipt_number, paid_at, policy, created_at, updated_at from payments where id in (${myPayments(me)}) order by created_at`,
  refunds: (me) =>
    sql`select id, payment_id, amount_minor, currency, state, reason, created_at, updated_at from (select f.*, p.currency from refunds f join payments p on p.id = f.payment_id) x where payment_id in (${myPayments(me)}) order by created_at`,
  // Events belong to their groups: a former coach's export does not include them.
  events: (me) =>
    sql`select e.id, e.name, e.description, e.kind, e.starts_at, e.ends_at, e.time_zone, e.publication, e.event_status, e.created_at, e.updated_at from events e where (e.organizer_user_id = ${me} or e.created_by = ${me} or e.id in (select l.event_id from event_leaders l where l.person_id = ${me})) and ${runsEvent(me)} order by e.starts_at`,
  places: (me) =>
    sql`select id, name, address, region, country_code, latitude, longitude, time_zone, directions, created_at, updated_at from places where owner_user_id = ${me} order by created_at`,
  notifications: (me) =>
    sql`select id, kind, event_id, changes, created_at, read_at, mailed_at from notifications where user_id = ${me} order by created_at`,
  notificationPreferences: (me) =>
    sql`select kind, channel, frequency from notification_preferences where user_id = ${me} order by kind, channel`,
  calendarFeeds: (me) =>
    sql`select id, filters, created_at, last_fetched_at, revoked_at from calendar_feeds where user_id = ${me} order by created_at`,
  pictures: (me) => sql`select hash, created_at from pictures where owner_id = ${me} order by created_at`,
  devicesWithNotifications: (me) =>
    sql`select id, created_at from push_subscriptions where user_id = ${me} order by created_at`,
  guardians: (me) =>
    sql`select id, can_respond, can_pay, consented_at, created_at, case when guardian_id = ${me} then 'guardian' else 'trainee' end as my_part from guardian_links where guardian_id = ${me} or trainee_id = ${me} order by created_at`,
  doneByMe: (me) =>
    sql`select action, object_kind, object_id, at from audit_log where actor_id = ${me} order by at`,
};

/** JSON columns, which are parsed for the file. */
const jsonColumns = new Set([
  'activities',
  'languages',
  'qualifications',
  'field_visibility',
  'policy',
  'changes',
  'filters',
]);

export function exportHandler(deps: Deps): Handler<'GET /api/users/me/export'> {
  const { database, now } = deps;
  const perPerson = limiterOf(deps, { count: 5, windowMs: 60 * 60_000 });
  return async ({ viewer: { userId } }) => {
    takeUse(perPerson, userId, () =>
      t('You have downloaded your data a few times already. Try again later.'),
    );
    const at = now().toISOString();
    return { exportedAt: at, data: await ownData(database.db, userId, at) };
  };
}

async function ownData(
  db: Db,
  userId: string,
  now: string,
): Promise<Record<string, Record<string, unknown>[]>> {
  const data: Record<string, Record<string, unknown>[]> = {};
  for (const [name, select] of Object.entries(parts)) {
    const { rows } = await select(userId, now).execute(db);
    data[name] = rows.map(toJson);
  }
  return data;
}

function toJson(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      jsonColumns.has(column) && typeof value === 'string' ? JSON.parse(value) : value,
    ]),
  );
}
