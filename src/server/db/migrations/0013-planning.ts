// What planning needs. An offer that people replied with stays for them when it is changed or taken away, withdrawn. A place
// has an owner: until now that was no one, so it goes to the owner of the newest event there; where that is a team of an
// organization, to the organization. A place without events stays without an owner, and cannot be chosen.

export const planning = `
alter table offers add column withdrawn_at INSTANT;
drop index offers_event;
create index offers_event on offers(event_id, price_minor, currency) where withdrawn_at is null;
create index offers_of_event on offers(event_id);

alter table places add column owner_team_id ID references teams(id);
alter table places add column owner_organization_id ID references organizations(id);
alter table places add column owner_user_id ID references users(id);
update places set owner_organization_id = (
  select case when e.owner_team_id is null then e.organizer_organization_id else t.organization_id end
  from events e left join teams t on t.id = e.owner_team_id
  where e.place_id = places.id order by e.starts_at desc, e.id desc limit 1);
update places set owner_team_id = (
  select case when t.organization_id is null then t.id end
  from events e left join teams t on t.id = e.owner_team_id
  where e.place_id = places.id order by e.starts_at desc, e.id desc limit 1);
update places set owner_user_id = (
  select case when e.owner_team_id is null then e.organizer_user_id end
  from events e where e.place_id = places.id order by e.starts_at desc, e.id desc limit 1);
create index places_of_team on places(owner_team_id) where owner_team_id is not null;
create index places_of_organization on places(owner_organization_id) where owner_organization_id is not null;
create index places_of_user on places(owner_user_id) where owner_user_id is not null;
create index events_at_place on events(place_id, ends_at) where place_id is not null;
`;
