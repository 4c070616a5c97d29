// Removes a refused write as the person asked.
import { readDraft, saveDraft } from '../forms/local-drafts.ts';
import { sessionNow } from '../session/session.ts';
import { cancel, type QueuedWrite } from './outbox.ts';
import { edit } from './planned-calls.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The name of the draft in which the edit of an event is typed. */
export const draftNameOf = (id: string): string => `event ${id}`;

/** And that of one's profile. */
export const profileDraftName = 'profile';

const draftOf = ({ call, params }: QueuedWrite): string | null => {
  if (call === edit) return draftNameOf(params.id ?? '');
  return call === 'PATCH /api/users/me/profile' ? profileDraftName : null;
};

export async function dismiss(row: QueuedWrite): Promise<void> {
  const userId = sessionNow().user?.id;
  const name = draftOf(row);
  const draft = userId && name && readDraft(userId, name, isObject);
  // Without its row, a draft with `sentAt` counts as sent once there is a newer version.
  if (draft) saveDraft(userId, name, { ...draft, sentAt: undefined });
  await cancel(row.id);
}
