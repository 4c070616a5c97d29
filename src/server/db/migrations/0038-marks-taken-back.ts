// A mark can take the earlier ones back (no status), and can have a reason. Guests of events, who are people without an account.
// A new column takes the place of the old one, as SQLite cannot drop `not null`.

export const marksTakenBack = `
drop index attendance_person;
alter table attendance add column mark TEXT check (mark in ('present', 'late', 'excused', 'absent'));
update attendance set mark = status;
alter table attendance drop column status;
alter table attendance rename column mark to status;
alter table attendance add column reason TEXT;
create index attendance_person on attendance(person_id, event_id, occurred_at, received_at, id, status);
create table event_guests (
  id ID primary key,
  event_id ID not null references events(id) on delete cascade,
  added_by ID references users(id) on delete set null,
  created_at INSTANT not null,
  joined_id ID references people(id) on delete cascade
);
create index event_guests_event on event_guests(event_id);
create index event_guests_joined on event_guests(joined_id) where joined_id is not null;
create index event_guests_added on event_guests(added_by) where added_by is not null;
`;
