// The data model of docs/product.md, "Entities". Type words (ID, INSTANT …) are filled in by the dialect; see ../dialect.ts.
// Forward only: once this has run anywhere, change the model in a new migration.

const row = `
  id ID primary key,
  version INT not null default 1,
  created_at INSTANT not null,
  updated_at INSTANT not null`;

export const foundation = `
create table instance_settings (name TEXT primary key, value TEXT not null);

create table users (${row},
  username TEXT not null unique,
  name TEXT not null,
  sort_name SORTED not null,
  email TEXT not null unique,
  email_verified_at INSTANT,
  phone TEXT not null,
  country_code TEXT not null,
  password_hash TEXT not null,
  is_coach FLAG not null default 0,
  birth_date TEXT,
  locale TEXT not null default 'en',
  time_zone TEXT not null default 'UTC',
  suspended_at INSTANT
);

create table profiles (
  user_id ID primary key references users(id) on delete cascade,
  file_path TEXT,
  bio TEXT,
  activities TEXT not null default '[]',
  level TEXT,
  region TEXT,
  sort_region SORTED,
  languages TEXT not null default '[]',
  qualifications TEXT not null default '[]',
  is_public FLAG not null default 0,
  field_visibility TEXT not null default '{}'
);

create table sessions (
  id ID primary key,
  user_id ID not null references users(id) on delete cascade,
  created_at INSTANT not null,
  last_seen_at INSTANT not null,
  user_agent TEXT not null default '',
  revoked_at INSTANT
);
create index sessions_user on sessions(user_id);

create table refresh_tokens (
  token_hash TEXT primary key,
  session_id ID not null references sessions(id) on delete cascade,
  created_at INSTANT not null,
  rotated_at INSTANT
);
create index refresh_tokens_session on refresh_tokens(session_id);

create table one_time_tokens (
  token_hash TEXT primary key,
  user_id ID not null references users(id) on delete cascade,
  purpose TEXT not null check (purpose in ('resetPassword', 'confirmEmail')),
  expires_at INSTANT not null
);
create index one_time_tokens_user on one_time_tokens(user_id, purpose);

create table organizations (${row},
  name TEXT not null,
  sort_name SORTED not null,
  slug TEXT not null,
  description TEXT not null default '',
  logo TEXT,
  url TEXT,
  email TEXT,
  telephone TEXT,
  address TEXT,
  region TEXT,
  sort_region SORTED,
  activities TEXT not null default '[]',
  visibility TEXT not null check (visibility in ('public', 'unlisted', 'private')),
  openness TEXT not null check (openness in ('open', 'moderated', 'inviteOnly'))
);
create index organizations_listed on organizations(sort_name, id) where visibility = 'public';

create table teams (${row},
  organization_id ID references organizations(id),
  name TEXT not null,
  sort_name SORTED not null,
  slug TEXT not null,
  activity TEXT not null,
  level TEXT,
  age_min INT,
  age_max INT,
  season TEXT,
  description TEXT not null default '',
  region TEXT,
  sort_region SORTED,
  visibility TEXT not null check (visibility in ('public', 'unlisted', 'private')),
  openness TEXT not null check (openness in ('open', 'moderated', 'inviteOnly')),
  roster_visibility TEXT not null check (roster_visibility in ('coaches', 'members')),
  invite_code TEXT not null unique
);
create index teams_organization on teams(organization_id);
create index teams_listed on teams(sort_name, id) where visibility = 'public';

create table memberships (${row},
  organization_id ID references organizations(id) on delete cascade,
  team_id ID references teams(id) on delete cascade,
  user_id ID not null references users(id) on delete cascade,
  role TEXT not null check (role in ('owner', 'admin', 'coach', 'assistant', 'trainee')),
  status TEXT not null check (status in ('invited', 'requested', 'active', 'left', 'removed', 'rejected')),
  title TEXT,
  jersey TEXT,
  check ((organization_id is null) <> (team_id is null))
);
create unique index memberships_team on memberships(team_id, user_id) where team_id is not null;
create unique index memberships_organization on memberships(organization_id, user_id) where organization_id is not null;
create index memberships_user on memberships(user_id);

create table places (${row},
  name TEXT not null,
  address TEXT not null,
  region TEXT not null,
  sort_region SORTED not null,
  country_code TEXT not null,
  latitude REAL,
  longitude REAL,
  time_zone TEXT not null,
  directions TEXT
);

create index places_region on places(sort_region);

create table event_series (${row},
  rrule TEXT not null,
  starts_local TEXT not null,
  duration_minutes INT not null,
  time_zone TEXT not null,
  exceptions TEXT not null default '[]',
  template TEXT not null
);

create table events (${row},
  series_id ID references event_series(id),
  recurrence_id INSTANT,
  name TEXT not null,
  slug TEXT not null,
  description TEXT not null default '',
  image TEXT,
  kind TEXT not null,
  organizer_user_id ID references users(id),
  organizer_organization_id ID references organizations(id),
  created_by ID references users(id) on delete set null,
  starts_at INSTANT not null,
  ends_at INSTANT not null,
  starts_on SORTED not null,
  time_zone TEXT not null,
  arrive_minutes_before INT,
  place_id ID references places(id),
  online_url TEXT,
  attendance_mode TEXT not null check (attendance_mode in ('offline', 'online', 'mixed')),
  activities TEXT not null default '[]',
  level TEXT,
  age_min INT,
  age_max INT,
  attendee_instructions TEXT,
  meeting_point TEXT,
  accessibility_support TEXT not null default '[]',
  visibility TEXT not null check (visibility in ('public', 'unlisted', 'organization', 'team')),
  join_policy TEXT not null check (join_policy in ('open', 'approval', 'invite')),
  roster_visibility TEXT not null check (roster_visibility in ('coaches', 'participants', 'countOnly')),
  maximum_attendee_capacity INT check (maximum_attendee_capacity >= 0),
  waitlist_enabled FLAG not null default 0,
  registration_opens_at INSTANT,
  registration_closes_at INSTANT,
  publication TEXT not null check (publication in ('draft', 'published', 'archived')),
  published_at INSTANT,
  removed_at INSTANT,
  event_status TEXT not null check (event_status in ('EventScheduled', 'EventRescheduled', 'EventPostponed', 'EventCancelled')),
  previous_start_dates TEXT not null default '[]',
  status_reason TEXT,
  sequence INT not null default 0,
  check (ends_at > starts_at),
  check ((organizer_user_id is null) <> (organizer_organization_id is null))
);
-- What lists filter by stands in the index, so that rows that do not match are never fetched.
create index events_listed on events(starts_at, id, ends_at, starts_on, kind, level, activities, attendance_mode, place_id)
  where publication = 'published' and visibility = 'public' and removed_at is null;
create index events_newest on events(published_at, id, ends_at, starts_on, kind, level, activities, attendance_mode, place_id)
  where publication = 'published' and visibility = 'public' and removed_at is null;
create index events_long on events(starts_at, id, ends_at)
  where publication = 'published' and visibility = 'public' and removed_at is null and LASTSLONG;
create index events_created_by on events(created_by, starts_at);
create index events_organizer_user on events(organizer_user_id, starts_at, ends_at) where organizer_user_id is not null;
create index events_organizer_organization on events(organizer_organization_id, starts_at, ends_at) where organizer_organization_id is not null;
create unique index events_recurrence on events(series_id, recurrence_id) where series_id is not null;

create table event_teams (
  event_id ID not null references events(id) on delete cascade,
  team_id ID not null references teams(id) on delete cascade,
  primary key (event_id, team_id)
);
create index event_teams_team on event_teams(team_id, event_id);

create table event_leaders (
  event_id ID not null references events(id) on delete cascade,
  user_id ID not null references users(id) on delete cascade,
  position INT not null,
  primary key (event_id, user_id)
);
create index event_leaders_user on event_leaders(user_id, event_id);

create table offers (${row},
  event_id ID not null references events(id) on delete cascade,
  name TEXT not null,
  price_minor INT not null check (price_minor >= 0),
  currency TEXT not null,
  eligibility TEXT,
  refund_until TEXT,
  accepts_offline FLAG not null default 0
);
create index offers_event on offers(event_id, price_minor, currency);

create table registrations (${row},
  event_id ID not null references events(id) on delete cascade,
  user_id ID not null references users(id) on delete cascade,
  responded_by ID references users(id) on delete set null,
  state TEXT not null check (state in ('tentative', 'declined', 'pendingApproval', 'rejected', 'pendingPayment', 'confirmed',
    'waitlisted', 'offered', 'offerExpired', 'holdExpired', 'cancelledByAttendee', 'cancelledByOrganizer')),
  offer_id ID references offers(id),
  position INT,
  hold_expires_at INSTANT,
  note TEXT,
  decline_reason TEXT,
  responded_at INSTANT not null,
  unique (event_id, user_id)
);
create index registrations_seats on registrations(event_id, state, hold_expires_at);
create index registrations_user on registrations(user_id, event_id);
create index registrations_holds on registrations(hold_expires_at) where hold_expires_at is not null;

create table attendance (
  id ID primary key,
  event_id ID not null references events(id) on delete cascade,
  user_id ID not null references users(id) on delete cascade,
  status TEXT not null check (status in ('present', 'late', 'excused', 'absent')),
  minutes_late INT,
  marked_by ID references users(id) on delete set null,
  occurred_at INSTANT not null,
  received_at INSTANT not null,
  source TEXT not null check (source in ('coach', 'selfQr'))
);
create index attendance_newest on attendance(event_id, user_id, occurred_at);

create table payments (${row},
  registration_id ID not null references registrations(id),
  amount_minor INT not null check (amount_minor >= 0),
  currency TEXT not null,
  state TEXT not null check (state in ('requiresPayment', 'requiresAction', 'processing', 'succeeded', 'failed', 'canceled',
    'expired', 'offlineDue', 'offlineReceived', 'waived')),
  provider TEXT not null,
  provider_ref TEXT,
  checkout_url TEXT,
  policy TEXT not null default '{}',
  receipt_number TEXT unique,
  paid_at INSTANT
);
create index payments_registration on payments(registration_id);
create unique index payments_provider on payments(provider, provider_ref) where provider_ref is not null;

create table refunds (${row},
  payment_id ID not null references payments(id),
  amount_minor INT not null check (amount_minor > 0),
  state TEXT not null check (state in ('requested', 'pending', 'succeeded', 'failed', 'declined')),
  reason TEXT,
  provider_ref TEXT
);
create index refunds_payment on refunds(payment_id);

create table provider_events (
  provider TEXT not null,
  event_id TEXT not null,
  received_at INSTANT not null,
  body TEXT not null,
  primary key (provider, event_id)
);

create table ledger_entries (
  id ID primary key,
  transaction_id ID not null,
  account TEXT not null,
  amount_minor INT not null,
  currency TEXT not null,
  payment_id ID references payments(id),
  created_at INSTANT not null
);
create index ledger_entries_transaction on ledger_entries(transaction_id);

create table calendar_feeds (${row},
  user_id ID not null references users(id) on delete cascade,
  token_hash TEXT not null unique,
  filters TEXT not null default '{}',
  last_fetched_at INSTANT,
  revoked_at INSTANT
);

create table notifications (
  id ID primary key,
  user_id ID not null references users(id) on delete cascade,
  kind TEXT not null,
  event_id ID references events(id) on delete cascade,
  changes TEXT not null default '[]',
  created_at INSTANT not null,
  read_at INSTANT,
  mailed_at INSTANT
);
create index notifications_user on notifications(user_id, created_at);

create table notification_preferences (
  user_id ID not null references users(id) on delete cascade,
  kind TEXT not null,
  channel TEXT not null,
  frequency TEXT not null check (frequency in ('off', 'instant', 'daily', 'weekly')),
  quiet_from TEXT,
  quiet_to TEXT,
  primary key (user_id, kind, channel)
);

create table push_subscriptions (
  id ID primary key,
  user_id ID not null references users(id) on delete cascade,
  session_id ID references sessions(id) on delete cascade,
  endpoint TEXT not null unique,
  keys TEXT not null,
  created_at INSTANT not null
);

create table mutations (
  user_id ID not null references users(id) on delete cascade,
  idempotency_key TEXT not null,
  fingerprint TEXT not null,
  status INT not null,
  answer TEXT not null,
  created_at INSTANT not null,
  primary key (user_id, idempotency_key)
);

create table guardian_links (${row},
  guardian_id ID not null references users(id) on delete cascade,
  trainee_id ID not null references users(id) on delete cascade,
  can_respond FLAG not null default 0,
  can_pay FLAG not null default 0,
  consented_at INSTANT,
  unique (guardian_id, trainee_id)
);

create table audit_log (
  id ID primary key,
  actor_id ID references users(id) on delete set null,
  action TEXT not null,
  object_kind TEXT not null,
  object_id ID not null,
  before TEXT,
  after TEXT,
  at INSTANT not null
);
create index audit_log_object on audit_log(object_kind, object_id);

create table search_documents (
  rowid_ SEARCHROW,
  kind TEXT not null,
  object_id ID not null,
  body TEXT not null,
  unique (kind, object_id)
);
create index profiles_listed on profiles(user_id) where is_public = 1;
create index users_by_name on users(sort_name, id);
`;
