// Pictures that people uploaded, by the hash of their content and owner: each belongs to one person and goes with them.

export const pictures = `
create table pictures (
  hash TEXT primary key,
  owner_id ID not null references users(id) on delete cascade,
  bytes BYTES not null,
  created_at INSTANT not null
);
create index pictures_owner on pictures(owner_id);
`;
