// People without an account are added by those who manage a team, who may know their birth year and a guardian's address.

export const managedMembers = `
alter table people add column birth_year INT;
alter table people add column guardian_email TEXT;
`;
