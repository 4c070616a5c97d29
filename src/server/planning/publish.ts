// Publishing an event: who is asked whether they come. The preview and the publishing itself ask the same question.
import type { ChangePreview } from '../../contract/planning.ts';
import { addNotifications, withAccount } from '../notifications/queries.ts';
import { type Work, whoCountsOn } from '../registrations/change-queries.ts';
import { previewOf } from './change.ts';
import { countAtPlace } from './effect-queries.ts';
import { type StoredEvent, setPublished } from './event-queries.ts';

/** Publishes a locked draft and asks those whom it concerns for a reply, except the person who publishes it. */
export async function publishEvent(work: Work, id: string, actorId: string): Promise<void> {
  await setPublished(work.db, id, work.at);
  await askForReplies(work, id, actorId);
}

/** Asks those whom a published event concerns for a reply. */
export async function askForReplies(work: Work, id: string, actorId: string): Promise<void> {
  const asked = await whoIsAsked(work, id, actorId);
  await addNotifications(
    work.db,
    asked.map((userId) => ({ userId, kind: 'replyOwed' as const, eventId: id })),
    work.at,
  );
}

/** What publishing did, for an event that this transaction has published and then undoes. */
export async function publishPreview(
  work: Work,
  { row, planned }: NonNullable<StoredEvent>,
  actorId: string,
): Promise<ChangePreview> {
  const asked = await whoIsAsked(work, row.id, actorId);
  return previewOf(
    { notified: asked.length, registrations: 0, payments: 0 },
    {
      startsInPast: planned.startsAt <= work.at ? 1 : 0,
      placeTaken: await countAtPlace(work.db, row.id, planned),
    },
  );
}

async function whoIsAsked({ db, at }: Work, id: string, actorId: string): Promise<string[]> {
  const asked = (await whoCountsOn(db, id, at)).filter((userId) => userId !== actorId);
  const known = await withAccount(db, asked);
  return asked.filter((userId) => known.has(userId));
}
