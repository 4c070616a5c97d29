// How people come into groups: invitations as they were sent, notices that name their group, slugs that are unique.

export const groupEntrances = `
create table invitations (
  id ID primary key,
  version INT not null default 1,
  created_at INSTANT not null,
  updated_at INSTANT not null,
  organization_id ID references organizations(id) on delete cascade,
  team_id ID references teams(id) on delete cascade,
  invited_as TEXT not null,
  user_id ID references users(id) on delete cascade,
  role TEXT not null check (role in ('owner', 'admin', 'coach', 'assistant', 'trainee')),
  invited_by ID references users(id) on delete set null,
  check ((organization_id is null) <> (team_id is null))
);
create unique index invitations_team on invitations(team_id, invited_as) where team_id is not null;
create unique index invitations_organization on invitations(organization_id, invited_as) where organization_id is not null;
create index invitations_user on invitations(user_id) where user_id is not null;
create index invitations_waiting on invitations(invited_as) where user_id is null;
insert into invitations (id, created_at, updated_at, organization_id, team_id, invited_as, user_id, role)
  select m.id, m.created_at, m.updated_at, m.organization_id, m.team_id, u.username, m.user_id, m.role
  from memberships m join users u on u.id = m.user_id where m.status = 'invited';

alter table notifications add column team_id ID references teams(id) on delete cascade;
alter table notifications add column organization_id ID references organizations(id) on delete cascade;

update organizations set slug = slug || '-' || substr(cast(id as text), 25)
  where exists (select 1 from organizations o where o.slug = organizations.slug and o.id < organizations.id);
update teams set slug = slug || '-' || substr(cast(id as text), 25)
  where exists (select 1 from teams t where t.slug = teams.slug and t.id < teams.id);
create unique index organizations_slug on organizations(slug);
create unique index teams_slug on teams(slug);
create index notifications_team on notifications(team_id) where team_id is not null;
create index notifications_organization on notifications(organization_id) where organization_id is not null;
`;
