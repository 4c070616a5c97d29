// Rows for tests: each builder takes what matters to the test and fills in the rest.
import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import { fold } from '../../src/server/db/dialect.ts';
import type { Db } from '../../src/server/db/open.ts';
import type { Tables } from '../../src/server/db/schema.ts';

const at = '2026-11-01T10:00:00.000Z';
let count = 0;

export type BuiltUser = { id: string; username: string; name: string; email: string };

/** A verified adult with a private profile. `profile` overrides the profile's columns. */
export async function buildUser(
  db: Db,
  given: Partial<Insertable<Tables['users']>> & { profile?: Partial<Insertable<Tables['profiles']>> } = {},
): Promise<BuiltUser> {
  const { profile, ...columns } = given;
  count += 1;
  const name = columns.name ?? `Person ${count}`;
  const user = {
    id: uuid(),
    created_at: at,
    updated_at: at,
    username: `person${count}`,
    name,
    sort_name: fold(name),
    email: `person${count}@example.com`,
    email_verified_at: at,
    phone: '+32470000000',
    country_code: 'BE',
    password_hash: 'none',
    birth_date: '1990-05-04',
    ...columns,
  };
  await db.insertInto('users').values(user).execute();
  await db
    .insertInto('profiles')
    .values({
      user_id: user.id,
      file_path: null,
      bio: null,
      level: null,
      region: null,
      sort_region: null,
      ...profile,
    })
    .execute();
  return { id: user.id, username: user.username, name: user.name, email: user.email };
}
