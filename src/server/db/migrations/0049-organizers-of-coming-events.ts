// The indexes that count the upcoming events of organizers leave out cancelled events, which do not count.

const isComing = `publication = 'published' and visibility = 'public' and removed_at is null and event_status <> 'EventCancelled'`;
// SQLite checks the condition of a partial index again, so its columns are in the index too.
const columns = 'starts_at, ends_at, publication, visibility, removed_at, event_status';

// First the new ones: PostgreSQL's reads wait from the first `drop` on.
export const organizersOfComingEvents = [
  `create index events_coming_user on events(organizer_user_id, ${columns}) where ${isComing}`,
  `create index events_coming_organization on events(organizer_organization_id, ${columns}) where ${isComing}`,
  'drop index events_listed_user',
  'drop index events_listed_organization',
];
