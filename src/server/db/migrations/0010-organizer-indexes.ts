// Covering indexes for the list of organizers, which counts the upcoming events of each: 48,000 rows of events were
// fetched for a page of 100 organizers with 100,000 events. SQLite checks the condition of a partial index again, so its
// columns are in the index too.

export const organizerIndexes = `
create index events_listed_user on events(organizer_user_id, starts_at, ends_at, publication, visibility, removed_at)
  where publication = 'published' and visibility = 'public' and removed_at is null;
create index events_listed_organization on events(organizer_organization_id, starts_at, ends_at, publication, visibility, removed_at)
  where publication = 'published' and visibility = 'public' and removed_at is null;
`;
