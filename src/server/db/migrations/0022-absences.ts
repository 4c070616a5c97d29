// Days on which people are away. `absence_id` marks an answer that an absence gave: null for every answer given by hand.

export const absences = `
create table absences (
  id ID primary key,
  version INT not null default 1,
  created_at INSTANT not null,
  updated_at INSTANT not null,
  person_id ID not null references people(id) on delete cascade,
  from_day SORTED not null,
  to_day SORTED not null,
  note TEXT,
  ended_at INSTANT,
  check (from_day <= to_day)
);
create index absences_person on absences(person_id, to_day);
create index absences_current on absences(to_day) where ended_at is null;

alter table registrations add column absence_id ID references absences(id) on delete set null;
create index registrations_absence on registrations(absence_id) where absence_id is not null;
`;
