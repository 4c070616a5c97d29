// "Still coming?": an answer that was given for other times than the event has now. `reconfirm_asked_at` is when the question
// was asked, null while there is none; `answered_*` are the times that the answer is for. The times of an event before its
// last change say the same of an answer that was given before it and arrives late.

export const stillComing = `
alter table registrations add column reconfirm_asked_at INSTANT;
alter table registrations add column answered_starts_at INSTANT;
alter table registrations add column answered_ends_at INSTANT;
create index registrations_reconfirm on registrations(person_id, event_id) where reconfirm_asked_at is not null;

alter table events add column moved_at INSTANT;
alter table events add column moved_starts_at INSTANT;
alter table events add column moved_ends_at INSTANT;
`;
