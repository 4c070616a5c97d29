// My profile while it is edited: stored on the device with every keystroke, saved through the outbox, and
// compared with changes made elsewhere.
import { useEffect, useRef, useState } from 'react';
import type { Profile } from '../../../../contract/people/me.ts';
import { readDraft, saveDraft } from '../../../data/forms/local-drafts.ts';
import { formErrors } from '../../../data/http/write-problems.ts';
import { fieldsAsIn, profileDraftName, removeReplaced } from '../../../data/outbox/dismiss.ts';
import { cancel, type QueuedWrite, write } from '../../../data/outbox/outbox.ts';
import { useOutboxRead, useQueued } from '../../../data/outbox/use-outbox.ts';
import { t } from '../../../words/t.ts';
import {
  bodyOf,
  changesOf,
  conflictsOf,
  isProfileDraft,
  type ProfileDraft,
  type ProfileKey,
  type ProfileValues,
  resolved,
  typedInto,
  valuesOf,
} from './edits.ts';

type StoredDraft = ProfileDraft & {
  /** The profile's version when the edit was queued. */
  sentAt?: number;
};
const isStoredDraft = (value: unknown): value is StoredDraft => isProfileDraft(value);
/** Edits that are in no queued write: they stay a draft. */
const withoutSentAt = ({ sentAt: _, ...draft }: StoredDraft): StoredDraft => draft;
type Errors = { form: string | null; fields: Record<string, string> };
const noErrors: Errors = { form: null, fields: {} };

export type Saving = { kind: 'saved' | 'waiting'; answer?: Profile } | { kind: 'not' };

/**
 * The draft without changes that have been sent meanwhile, from here or from another tab. Refused ones are a draft again, also
 * once they have left the outbox. `isOutboxRead`: until then they may still wait, or be refused.
 */
function draftAfter(
  me: Profile,
  draft: StoredDraft | null,
  { waiting, isOutboxRead }: { waiting: QueuedWrite | null; isOutboxRead: boolean },
): StoredDraft | null {
  if (draft?.sentAt === undefined) return draft;
  if (waiting?.refusal) return withoutSentAt(draft);
  return me.version > draft.sentAt && isOutboxRead && waiting === null ? null : draft;
}

/** Stores that draft, also on screens that only show the profile. */
export function useSentDraft(me: Profile, waiting: QueuedWrite | null): void {
  const isOutboxRead = useOutboxRead();
  useEffect(() => {
    const draft = readDraft(me.id, profileDraftName, isStoredDraft);
    const next = draftAfter(me, draft, { waiting, isOutboxRead });
    if (next !== draft) saveDraft(me.id, profileDraftName, next);
  }, [me, waiting, isOutboxRead]);
}

/** `reload` reads the profile from the server again. */
export function useProfileDraft(me: Profile, reload: () => Promise<Profile | undefined>) {
  const [draft, setDraft] = useState(() => readDraft(me.id, profileDraftName, isStoredDraft));
  const [errors, setErrors] = useState(noErrors);
  const [busy, setBusy] = useState(false);
  const isSending = useRef(false);
  const waiting = useQueued('profile');
  const isOutboxRead = useOutboxRead();
  const now = valuesOf(me);
  const values: ProfileValues = { ...now, ...draft?.typed };
  const conflicts = conflictsOf(draft, now);

  const setAndStore = (next: StoredDraft | null) => {
    setDraft(next);
    saveDraft(me.id, profileDraftName, next);
  };

  useSentDraft(me, waiting);
  const next = draftAfter(me, draft, { waiting, isOutboxRead });
  if (next !== draft) setDraft(next);

  /** `earlier`: a queued edit that was sent, and that this one follows. */
  const send = async (from: Profile, earlier: QueuedWrite | null, isSecondTry: boolean): Promise<Saving> => {
    const typed: ProfileValues = { ...valuesOf(from), ...draft?.typed };
    const again = fieldsAsIn(bodyOf(typed, Object.keys(typed) as ProfileKey[]), earlier);
    const sent = await write({
      call: 'PATCH /api/users/me/profile',
      params: undefined,
      body: { version: from.version, ...again, ...bodyOf(typed, changesOf(draft, valuesOf(from))) },
      subject: 'profile',
      title: t('Changes to your profile'),
    });
    if (sent.kind === 'done') {
      setAndStore(null);
      return { kind: 'saved', answer: sent.answer };
    }
    if (sent.kind === 'waiting') {
      if (draft) setAndStore({ ...draft, sentAt: from.version });
      return { kind: 'waiting' };
    }
    if (sent.code === 'stale_version') {
      const fresh = await reload();
      // Changes made elsewhere to other fields need no decision.
      if (fresh && !isSecondTry && conflictsOf(draft, valuesOf(fresh)).length === 0)
        return send(fresh, earlier, true);
      return { kind: 'not' };
    }
    const fields = Object.fromEntries((sent.fields ?? []).map(({ path, message }) => [path, message]));
    setErrors({ form: sent.fields ? null : sent.message, fields });
    return { kind: 'not' };
  };

  const save = async (): Promise<Saving> => {
    if (isSending.current) return { kind: 'not' };
    isSending.current = true;
    setBusy(true);
    setErrors(noErrors);
    try {
      // The draft contains the queued changes, so this write replaces them, also where nothing of them is left.
      // Until this write is queued as well: a refusal must not drop the draft.
      if (waiting && draft) setAndStore(withoutSentAt(draft));
      const earlier = waiting && (await removeReplaced(waiting));
      if (changesOf(draft, now).length === 0 && !earlier) {
        setAndStore(null);
        return { kind: 'saved' };
      }
      return await send(me, earlier, false);
    } catch (error) {
      setErrors(formErrors(error));
      return { kind: 'not' };
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };

  return {
    values,
    now,
    errors,
    busy,
    waiting,
    conflicts,
    isChanged: changesOf(draft, now).length > 0,
    /** When it was typed, in milliseconds. */
    typedAt: draft?.at ?? null,
    type: <K extends ProfileKey>(key: K, value: ProfileValues[K]) => {
      // The answer replaces the draft, so what is typed until then would be lost.
      if (isSending.current) return;
      setAndStore(typedInto(draft, { key, value, now, at: Date.now() }));
    },
    choose: (key: ProfileKey, choice: 'mine' | 'theirs') =>
      draft && setAndStore(resolved(draft, key, choice, now)),
    discard: async () => {
      setAndStore(null);
      setErrors(noErrors);
      if (waiting) await cancel(waiting.id);
    },
    save,
  };
}
