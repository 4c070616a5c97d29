// The file of an event picture is stored once, for all events that show it: the dates of a series, and copies of an event.
// SQLite cannot add a foreign key to a column, so the table is made again.

export const eventPictureFiles = `
create table event_picture_files (
  hash TEXT primary key,
  bytes BYTES not null,
  created_at INSTANT not null
);
insert into event_picture_files (hash, bytes, created_at)
  select p.hash, p.bytes, p.created_at from event_pictures p
  where p.event_id = (
    select o.event_id from event_pictures o where o.hash = p.hash order by o.created_at, o.event_id limit 1
  );
create table moved_pictures as select event_id, hash from event_pictures;
drop table event_pictures;
create table event_pictures (
  event_id ID primary key references events(id) on delete cascade,
  hash TEXT not null references event_picture_files(hash)
);
create index event_pictures_hash on event_pictures(hash);
insert into event_pictures (event_id, hash) select event_id, hash from moved_pictures;
drop table moved_pictures;
`;
