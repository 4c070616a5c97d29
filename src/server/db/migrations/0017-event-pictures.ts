// The picture of an event, which belongs to the event and goes with it. A copy of an event has the same picture by the same
// name, so the hash is no key.

export const eventPictures = `
create table event_pictures (
  event_id ID primary key references events(id) on delete cascade,
  hash TEXT not null,
  bytes BYTES not null,
  created_at INSTANT not null
);
create index event_pictures_hash on event_pictures(hash);
`;
