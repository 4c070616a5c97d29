// Each event has one owner: `owner_team_id`, or where that is null its organizer, a person or an organization. An existing
// event without teams keeps its organizer as owner. One with teams belongs to one of them: to a team of the organization
// that organizes it, if there is one, else to any; among several to the team that was created first, then to the lowest id.

export const eventOwners = `
alter table events add column owner_team_id ID references teams(id);
update events set owner_team_id = (
  select t.id from event_teams et join teams t on t.id = et.team_id
  where et.event_id = events.id
  order by case when t.organization_id = events.organizer_organization_id then 0 else 1 end, t.created_at, t.id
  limit 1
) where id in (select et.event_id from event_teams et);
create index events_owner_team on events(owner_team_id, starts_at, ends_at) where owner_team_id is not null;
`;
