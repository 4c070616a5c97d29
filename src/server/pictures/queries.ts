// SQL of pictures. The name of one is a hash of its content and its owner, so that equal uploads of two owners are two
// pictures. The file of an event picture is stored once, and belongs to all events that show it.
import { hash } from 'node:crypto';
import { lockWriter } from '../accounts/account-deletion-queries.ts';
import type { Dialect } from '../db/dialect.ts';
import type { Db } from '../db/open.ts';

/** Finds a picture by its name. */
export function findPicture(db: Db, name: string) {
  const ofEvent = db.selectFrom('event_picture_files').select('bytes').where('hash', '=', name);
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
  // Of two concurrent uploads the second waits here, then finds and removes the picture of the first. Encoding takes long enough
  // to delete the account meanwhile.
  await lockWriter(dialect, db, ownerId);
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

/** Stores the file of an event picture, unless it is there; runs in the caller's transaction. */
export async function addPictureFile(
  db: Db,
  { name, bytes, at }: { name: string; bytes: Uint8Array; at: string },
): Promise<void> {
  await db
    .insertInto('event_picture_files')
    .values({ hash: name, bytes, created_at: at })
    // An update waits for a transaction that is deleting the file, and keeps others from it.
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ created_at: at }))
    .execute();
}

/** Keeps the file of a picture until the transaction ends. Returns its name; null if the file is gone. */
export async function keepPictureFile(
  { db, dialect }: { db: Db; dialect: Dialect },
  name: string | null,
): Promise<string | null> {
  if (name === null) return null;
  const file = db.selectFrom('event_picture_files').select('hash').where('hash', '=', name);
  await dialect.lockRows(file, 'share');
  return (await file.executeTakeFirst())?.hash ?? null;
}

/** Adds the pictures of new events; the files are there. */
export async function addEventPictures(db: Db, rows: { event_id: string; hash: string }[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('event_pictures').values(rows).execute();
}

/** Replaces the picture of a locked event; its file is there. */
export async function saveEventPicture(
  db: Db,
  eventId: string,
  before: string | null,
  after: string | null,
): Promise<void> {
  if (before === after) return;
  await db.deleteFrom('event_pictures').where('event_id', '=', eventId).execute();
  if (after !== null) await addEventPictures(db, [{ event_id: eventId, hash: after }]);
}

/** Changes or deletes events, and then deletes those files of their pictures that no event shows any more. */
export async function withoutUnusedFiles<T>(
  { db, dialect }: { db: Db; dialect: Dialect },
  eventIds: readonly string[],
  change: () => Promise<T>,
): Promise<T> {
  const shown =
    eventIds.length === 0
      ? []
      : await db
          .selectFrom('event_pictures')
          .select('hash')
          .distinct()
          .where('event_id', 'in', eventIds)
          .execute();
  const changed = await change();
  if (shown.length === 0) return changed;
  const names = shown.map(({ hash }) => hash);
  // Of two transactions that each take away one of the last two events, the second waits here, then deletes the file.
  await dialect.lockRows(
    db.selectFrom('event_picture_files').select('hash').where('hash', 'in', names).orderBy('hash'),
  );
  await db
    .deleteFrom('event_picture_files')
    .where('hash', 'in', names)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('event_pictures as e')
            .select('e.event_id')
            .whereRef('e.hash', '=', 'event_picture_files.hash'),
        ),
      ),
    )
    .execute();
  return changed;
}
