// The owner of an event in the indexes of public lists, which leave out the events of suspended people: so that no row is read
// that is not listed. They have the activities, too: PostgreSQL needs no other index of them.

const columns =
  'starts_on, kind, level, activities, attendance_mode, place_id, organizer_user_id, owner_team_id';
const isPublic = `publication = 'published' and visibility = 'public' and removed_at is null`;

// First the new ones: PostgreSQL's reads wait from the first `drop` on.
export const ownersInLists = [
  `create index events_by_start on events(starts_at, id, ends_at, ${columns}) where ${isPublic}`,
  `create index events_by_publication on events(published_at, id, ends_at, ${columns}) where ${isPublic}`,
  `create index events_long_by_start on events(starts_at, id, ends_at, ${columns}) where ${isPublic} and LASTSLONG`,
  'drop index events_listed',
  'drop index events_newest',
  'drop index events_long',
  'drop index if exists events_activities',
];
