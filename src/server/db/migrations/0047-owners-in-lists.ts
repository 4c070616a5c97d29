// The owner of an event in the indexes of public lists, which leave out the events of suspended people: so that no row is read
// that is not listed. They have the activities, too: PostgreSQL needs no other index of them.

const columns =
  'starts_on, kind, level, activities, attendance_mode, place_id, organizer_user_id, owner_team_id';
const isPublic = `publication = 'published' and visibility = 'public' and removed_at is null`;

export const ownersInLists = [
  'drop index events_listed',
  `create index events_listed on events(starts_at, id, ends_at, ${columns}) where ${isPublic}`,
  'drop index events_newest',
  `create index events_newest on events(published_at, id, ends_at, ${columns}) where ${isPublic}`,
  'drop index events_long',
  `create index events_long on events(starts_at, id, ends_at, ${columns}) where ${isPublic} and LASTSLONG`,
  'drop index if exists events_activities',
];
