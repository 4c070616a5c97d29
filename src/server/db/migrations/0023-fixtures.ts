// Matches that come from elsewhere. A fixture is one match of a team as its source last had it; `event_id` is the event that
// was made of it, null where that was deleted. The values are those of the source, so that an edit by hand differs from a
// change there. A source is an address that is asked again; `next_check_at` is null where that has stopped.

export const fixtures = `
create table fixture_sources (
  id ID primary key,
  version INT not null default 1,
  created_at INSTANT not null,
  updated_at INSTANT not null,
  team_id ID not null references teams(id) on delete cascade,
  url TEXT not null,
  time_zone TEXT not null,
  publication TEXT not null,
  etag TEXT,
  last_modified TEXT,
  checked_at INSTANT,
  next_check_at INSTANT,
  failure TEXT,
  failures INT not null default 0,
  created_by ID references users(id) on delete set null
);
create unique index fixture_sources_team on fixture_sources(team_id, url);
create index fixture_sources_due on fixture_sources(next_check_at) where next_check_at is not null;
create index fixture_sources_creator on fixture_sources(created_by) where created_by is not null;

create table fixture_imports (
  id ID primary key,
  created_at INSTANT not null,
  team_id ID not null references teams(id) on delete cascade,
  created_by ID references users(id) on delete set null,
  created_count INT not null,
  changed_count INT not null,
  undone_at INSTANT
);
create index fixture_imports_team on fixture_imports(team_id, created_at);
create index fixture_imports_creator on fixture_imports(created_by) where created_by is not null;

create table fixtures (
  id ID primary key,
  version INT not null default 1,
  created_at INSTANT not null,
  updated_at INSTANT not null,
  team_id ID not null references teams(id) on delete cascade,
  source_id ID references fixture_sources(id) on delete set null,
  import_id ID references fixture_imports(id) on delete set null,
  event_id ID references events(id) on delete set null,
  uid TEXT,
  name TEXT not null,
  starts_at INSTANT not null,
  ends_at INSTANT not null,
  place TEXT,
  gone_at INSTANT
);
create unique index fixtures_uid on fixtures(team_id, uid) where uid is not null;
create unique index fixtures_event on fixtures(event_id) where event_id is not null;
create index fixtures_import on fixtures(import_id) where import_id is not null;
create index fixtures_source on fixtures(source_id) where source_id is not null;
`;
