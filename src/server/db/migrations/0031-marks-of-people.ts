// An index of attendance marks by person: how often the people of one page of a roster were there.

export const marksOfPeople = `
create index attendance_person on attendance(person_id, event_id, occurred_at, received_at, id, status);
`;
