// How groups look: a colour by its name, and a logo. `logos` holds one picture for each group under a random name, so that
// the address of a private group's logo cannot be guessed. And which team was the same one a season earlier.

export const groupLooks = `
alter table teams add column color TEXT;
alter table teams add column logo TEXT;
alter table teams add column previous_team_id ID references teams(id);
create unique index teams_previous on teams(previous_team_id) where previous_team_id is not null;
alter table organizations add column color TEXT;

create table logos (
  name TEXT primary key,
  team_id ID unique references teams(id) on delete cascade,
  organization_id ID unique references organizations(id) on delete cascade,
  bytes BYTES not null,
  created_at INSTANT not null,
  check ((team_id is null) <> (organization_id is null))
);
`;
