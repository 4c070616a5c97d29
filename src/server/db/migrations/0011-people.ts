// People beside users: a person is who comes, a user is who signs in. Every user is a person with the same id. Names move
// to `people`; memberships, registrations, marks, leaders and children now name people, who need no account.

export const people = `
create table people (
  id ID primary key,
  version INT not null default 1,
  created_at INSTANT not null,
  updated_at INSTANT not null,
  name TEXT not null,
  sort_name SORTED not null
);
insert into people (id, created_at, updated_at, name, sort_name)
  select id, created_at, updated_at, name, sort_name from users;
create index people_by_name on people(sort_name, id);

drop index users_by_name;
alter table users drop column name;
alter table users drop column sort_name;

alter table memberships rename column user_id to person_id;
alter table registrations rename column user_id to person_id;
alter table attendance rename column user_id to person_id;
alter table event_leaders rename column user_id to person_id;
`;

/** The columns that name people from now on, with the names they had when they named users. */
export const peopleColumns = [
  { table: 'users', column: 'id', was: 'id' },
  { table: 'memberships', column: 'person_id', was: 'user_id' },
  { table: 'registrations', column: 'person_id', was: 'user_id' },
  { table: 'attendance', column: 'person_id', was: 'user_id' },
  { table: 'event_leaders', column: 'person_id', was: 'user_id' },
  { table: 'guardian_links', column: 'trainee_id', was: 'trainee_id' },
] as const;
