// Removes a refused write as the person asked, or one that a newer write replaces.
import { announce } from '../../words/announce.ts';
import { t } from '../../words/t.ts';
import { readDraft, saveDraft } from '../forms/local-drafts.ts';
import { sessionNow } from '../session/session.ts';
import { cancel, cancelUnsent, type QueuedWrite } from './outbox.ts';
import { outboxStore } from './outbox-state.ts';
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
  announce(t('Dismissed: {title}', { title: row.title }));
}

/**
 * Removes a write that a newer one replaces. Resolves to the write that the newer one follows, because the server may have it: this
 * one if it was sent, or an earlier one of its subject, whose fields this one has sent again.
 */
export async function removeReplaced(row: QueuedWrite): Promise<QueuedWrite | null> {
  if (row.refusal) await cancel(row.id);
  else if (!(await cancelUnsent(row.id))) return row;
  const { queue } = outboxStore.get();
  return queue.findLast(([, { subject, refusal }]) => subject === row.subject && !refusal)?.[1] ?? null;
}

/** The fields of `body` that an earlier write sends, too: the newer one sends each of them again, so that the last one counts. */
export const fieldsAsIn = <Fields extends object>(
  body: Fields,
  earlier: QueuedWrite | null,
): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => earlier !== null && name in earlier.body),
  ) as Partial<Fields>;
