// SQL of pictures. Each belongs to one person or event: its name is a hash of content and owner, so that equal uploads of two
// owners are two pictures.
import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Dialect } from '../db/dialect.ts';
import type { Tables } from '../db/schema.ts';

type Db = Kysely<Tables>;

/** Finds a picture by its name. */
export function findPicture(db: Db, name: string) {
  const ofEvent = db.selectFrom('event_pictures').select('bytes').where('hash', '=', name);
  return db
    .selectFrom('pictures')
    .select('bytes')
    .where('hash', '=', name)
    .unionAll(ofEvent)
    .limit(1)
    .executeTakeFirst();
}

/** The name of an owner's picture. */
export const pictureName = (ownerId: string, bytes: Uint8Array) =>
  hash('sha256', Buffer.concat([Buffer.from(ownerId), bytes]), 'base64url');

/** The URL of a picture. */
export const pictureUrl = (name: string) => `/api/pictures/${name}.webp`;

/** Replaces a person's avatar; runs in the caller's transaction. Returns its URL. */
export async function setAvatar(
  { db, dialect }: { db: Db; dialect: Dialect },
  picture: { ownerId: string; bytes: Uint8Array; at: string },
): Promise<string> {
  const { ownerId, bytes, at } = picture;
  // Of two concurrent uploads the second waits here, then finds and removes the picture of the first.
  await dialect.lockRows(db.selectFrom('users').select('id').where('id', '=', ownerId));
  await removeAvatar(db, ownerId);
  const name = pictureName(ownerId, bytes);
  await db.insertInto('pictures').values({ hash: name, owner_id: ownerId, bytes, created_at: at }).execute();
  await showAvatar(db, ownerId, pictureUrl(name));
  return pictureUrl(name);
}

/** Removes a person's avatar, if there is one; runs in the caller's transaction. */
export async function removeAvatar(db: Db, ownerId: string): Promise<void> {
  await db.deleteFrom('pictures').where('owner_id', '=', ownerId).execute();
  await showAvatar(db, ownerId, null);
}

async function showAvatar(db: Db, userId: string, address: string | null) {
  await db.updateTable('profiles').set({ file_path: address }).where('user_id', '=', userId).execute();
}

/** Replaces the picture of a locked event; runs in the caller's transaction. */
export async function setEventPicture(
  db: Db,
  { eventId, bytes, at }: { eventId: string; bytes: Uint8Array; at: string },
): Promise<void> {
  await db.deleteFrom('event_pictures').where('event_id', '=', eventId).execute();
  const name = pictureName(eventId, bytes);
  await db
    .insertInto('event_pictures')
    .values({ event_id: eventId, hash: name, bytes, created_at: at })
    .execute();
  await showEventPicture(db, eventId, pictureUrl(name), at);
}

/** Removes the picture of a locked event, if there is one; runs in the caller's transaction. */
export async function removeEventPicture(db: Db, eventId: string, at: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('event_pictures')
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await showEventPicture(db, eventId, null, at);
}

/** Copies the picture of an event, if there is one, to a copy of the event; runs in the caller's transaction. */
export async function copyEventPicture(
  db: Db,
  { from, to, at }: { from: string; to: string; at: string },
): Promise<void> {
  const picture = await db
    .selectFrom('event_pictures')
    .select(['hash', 'bytes'])
    .where('event_id', '=', from)
    .executeTakeFirst();
  if (!picture) return;
  await db
    .insertInto('event_pictures')
    .values({ ...picture, event_id: to, created_at: at })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .execute();
  await db
    .updateTable('events')
    .set({ image: pictureUrl(picture.hash) })
    .where('id', '=', to)
    .execute();
}

async function showEventPicture(db: Db, eventId: string, address: string | null, at: string) {
  await db
    .updateTable('events')
    .set((set) => ({ image: address, updated_at: at, version: set('version', '+', 1) }))
    .where('id', '=', eventId)
    .execute();
}
