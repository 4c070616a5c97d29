// Until when an event wants its answers, and who was reminded of one. `reminded_at` of an event is when the clock reminded
// its people; `reminders` holds the last reminder of each person, by the clock or by hand.

export const reminders = `
alter table events add column replies_due_at INSTANT;
alter table events add column reminded_at INSTANT;
create index events_to_remind on events(starts_at, replies_due_at)
  where reminded_at is null and publication = 'published' and removed_at is null;

create table reminders (
  event_id ID not null references events(id) on delete cascade,
  person_id ID not null references people(id) on delete cascade,
  sent_at INSTANT not null,
  sent_by ID references users(id) on delete set null,
  primary key (event_id, person_id)
);
create index reminders_person on reminders(person_id);
`;
