// Indexes with which the lists of a person with years of events read few rows: a person's replies by state, and the events of
// a coach that may be ahead, by start or because they are postponed.

export const yearsOfEvents = `
drop index registrations_user;
create index registrations_user on registrations(person_id, event_id, state);
drop index events_created_by;
create index events_created_by on events(created_by, starts_at, event_status, id);
drop index events_organizer_user;
create index events_organizer_user on events(organizer_user_id, starts_at, ends_at, event_status, id) where organizer_user_id is not null;
drop index events_owner_team;
create index events_owner_team on events(owner_team_id, starts_at, ends_at, event_status, id) where owner_team_id is not null;
`;
