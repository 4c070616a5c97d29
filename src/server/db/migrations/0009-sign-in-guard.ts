// What slows password guessing on one account: attempts by the name that was typed, and the devices that signed in before.
// Names and tokens are stored as hashes.

export const signInGuard = `
create table sign_in_attempts (
  key_hash TEXT primary key,
  user_id ID references users(id) on delete cascade,
  failures INT not null,
  retry_at INSTANT not null,
  last_failed_at INSTANT not null,
  unreported INT not null,
  reported_at INSTANT
);
create index sign_in_attempts_user on sign_in_attempts(user_id) where user_id is not null;
create index sign_in_attempts_old on sign_in_attempts(last_failed_at);

create table known_devices (
  device_hash TEXT not null,
  user_id ID not null references users(id) on delete cascade,
  signed_in_at INSTANT not null,
  primary key (device_hash, user_id)
);
create index known_devices_user on known_devices(user_id);
create index known_devices_old on known_devices(signed_in_at);
`;
