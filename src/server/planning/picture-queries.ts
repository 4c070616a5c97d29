// The seam for pictures: the picture of an event is edited like its other fields, for one date or several of a series.
import { v7 as uuid } from 'uuid';
import type { PreviewRequest, SeriesEdit } from '../../contract/events/planning.ts';
import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import type { Viewer } from '../http/handler.ts';
import { addPictureFile, pictureName, withoutUnusedFiles } from '../pictures/queries.ts';
import type { Tx } from '../registrations/change-queries.ts';
import { applyEdit, requireEditable } from './change/edit.ts';
import { planningTools } from './tools.ts';

type PictureChange = {
  id: string;
  /** Null removes the picture. */
  bytes: Uint8Array | null;
  following: Pick<SeriesEdit, 'scope' | 'handEdits'>;
};

/**
 * Changes the picture of an event that this person runs, in the caller's transaction. Throws not_found, gone or
 * not_permitted.
 */
export async function changePicture(
  deps: Pick<Deps, 'config' | 'database' | 'now'>,
  db: Db,
  viewer: Viewer,
  { id, bytes, following }: PictureChange,
): Promise<void> {
  const { eventToRun, audit } = planningTools(deps);
  const { tx, stored } = await eventToRun(db, id, viewer, following.scope);
  const { scope = 'this', handEdits } = stored.row.series_id === null ? {} : following;
  // One date can lose its picture also after it was cancelled.
  if (scope !== 'this') requireEditable(stored.row);
  const picture = bytes && pictureName(id, bytes);
  if (bytes && picture) await addPictureFile(db, { name: picture, bytes, at: tx.at });
  if (scope !== 'this' || picture !== stored.planned.picture)
    await withoutUnusedFiles(tx, [id], () =>
      applyEdit(tx, stored, { edit: { picture }, following: { scope, handEdits } }, viewer),
    );
  await audit(db, viewer, 'event.edited', id, { fields: ['image'], scope });
}

/** The picture for a preview, which is rolled back: its file is not sent yet. */
export async function previewedPicture(
  { db, at }: Tx,
  image: NonNullable<PreviewRequest['image']>,
): Promise<string | null> {
  if (image === 'remove') return null;
  const name = uuid();
  await addPictureFile(db, { name, bytes: new Uint8Array(), at });
  return name;
}
