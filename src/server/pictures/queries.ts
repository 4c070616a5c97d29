// SQL of pictures. Each belongs to one person: the hash of content and owner is its name, so no two people share one.
import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Dialect } from '../db/dialect.ts';
import type { Tables } from '../db/schema.ts';

type Db = Kysely<Tables>;

export function findPicture(db: Db, name: string) {
  return db.selectFrom('pictures').select('bytes').where('hash', '=', name).executeTakeFirst();
}

/** Where a picture is served. */
const addressOf = (name: string) => `/api/pictures/${name}.webp`;

/** Makes this a person's avatar and removes the one before; runs in the caller's transaction. Returns its address. */
export async function setAvatar(
  { db, dialect }: { db: Db; dialect: Dialect },
  picture: { ownerId: string; bytes: Uint8Array; at: string },
): Promise<string> {
  const { ownerId, bytes, at } = picture;
  // Of two uploads at once, the second waits here and then sees, and removes, what the first stored.
  await dialect.forUpdate(db.selectFrom('users').select('id').where('id', '=', ownerId)).execute();
  await removeAvatar(db, ownerId);
  const name = hash('sha256', Buffer.concat([Buffer.from(ownerId), bytes]), 'base64url');
  await db.insertInto('pictures').values({ hash: name, owner_id: ownerId, bytes, created_at: at }).execute();
  await showAvatar(db, ownerId, addressOf(name));
  return addressOf(name);
}

/** Removes a person's avatar, if there is one; runs in the caller's transaction. */
export async function removeAvatar(db: Db, ownerId: string): Promise<void> {
  await db.deleteFrom('pictures').where('owner_id', '=', ownerId).execute();
  await showAvatar(db, ownerId, null);
}

async function showAvatar(db: Db, userId: string, address: string | null) {
  await db.updateTable('profiles').set({ file_path: address }).where('user_id', '=', userId).execute();
}
