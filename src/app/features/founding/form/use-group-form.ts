// A group while its form is filled in: stored on the device with every keystroke, sent on Save, and compared
// with changes made elsewhere. These calls are not queued: nothing is sent while offline.
import { useRef, useState } from 'react';
import {
  changesOf,
  conflictsOf,
  type Edits,
  isEditsLike,
  resolved,
  typedInto,
} from '../../../data/forms/edits.ts';
import { readDraft, saveDraft } from '../../../data/forms/local-drafts.ts';
import { newId } from '../../../data/http/new-id.ts';
import { ApiError } from '../../../data/http/problem.ts';
import { formErrors } from '../../../data/http/write-problems.ts';
import type { Errors } from './values.ts';

type StoredDraft<V> = Edits<V> & {
  /** The id of the new group, so that sending it several times creates one group. */
  id: string;
  /** It was sent before, but no answer came. */
  wasSent: boolean;
};
export type FormErrors = { form: string | null; fields: Errors };
const noErrors: FormErrors = { form: null, fields: {} };

type Key<V> = keyof V & string;

export type GroupForm<V extends object, G> = {
  userId: string;
  /** The draft's name on the device. */
  draftName: string;
  /** The existing group; null for a new one. */
  group: G | null;
  /** The initial values of a new form. */
  initial: V;
  valuesOf: (group: G) => V;
  validationErrors: (values: V) => Errors;
  create: (values: V, id: string) => Promise<G>;
  edit: (values: V, keys: readonly Key<V>[], from: G) => Promise<G>;
  /** Reads the group from the server again. */
  reload: () => Promise<G | undefined>;
};

export function useGroupForm<V extends object, G>(source: GroupForm<V, G>) {
  const { userId, draftName, group, initial, valuesOf, validationErrors, create, edit, reload } = source;
  const isStoredDraft = (value: unknown): value is StoredDraft<V> =>
    isEditsLike(value, initial) && typeof (value as Partial<StoredDraft<V>>).id === 'string';
  const [draft, setDraft] = useState(() => readDraft(userId, draftName, isStoredDraft));
  const [freshId] = useState(newId);
  const [errors, setErrors] = useState(noErrors);
  const [busy, setBusy] = useState(false);
  const isSending = useRef(false);
  const now = group === null ? initial : valuesOf(group);
  const values: V = { ...now, ...draft?.typed };
  const changed = changesOf(draft, now);
  const conflicts = group === null ? [] : conflictsOf(draft, now);

  const setAndStore = (next: StoredDraft<V> | null) => {
    setDraft(next);
    saveDraft(userId, draftName, next);
  };
  const drop = () => {
    setAndStore(null);
    setErrors(noErrors);
  };

  const createOnce = async (): Promise<G> => {
    const { id, wasSent }: StoredDraft<V> = {
      base: initial,
      typed: {},
      at: Date.now(),
      id: freshId,
      wasSent: false,
      ...draft,
    };
    setAndStore({ base: initial, typed: {}, at: Date.now(), ...draft, id, wasSent: true });
    const made = await create(values, id);
    if (!wasSent) return made;
    // The first request had arrived, so the group has its old values: later changes follow as an edit.
    const stored = valuesOf(made);
    const keys = changesOf({ base: stored, typed: values, at: 0 }, stored);
    return keys.length > 0 ? edit(values, keys, made) : made;
  };

  const editFrom = async (from: G, isSecondTry: boolean): Promise<G | null> => {
    const fresh = valuesOf(from);
    const keys = changesOf(draft, fresh);
    if (keys.length === 0) return from;
    try {
      return await edit({ ...fresh, ...draft?.typed }, keys, from);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'stale_version')) throw error;
      const current = await reload();
      // Changes made elsewhere to other fields need no decision.
      if (current && !isSecondTry && conflictsOf(draft, valuesOf(current)).length === 0)
        return editFrom(current, true);
      return null;
    }
  };

  return {
    values,
    now,
    errors,
    busy,
    conflicts,
    isChanged: changed.length > 0,
    /** When it was typed, in milliseconds. */
    typedAt: draft?.at ?? null,
    type: (fields: Partial<V>) => {
      // The page leaves the form once it is saved, so what is typed until then would be lost.
      if (isSending.current) return;
      // The initial values of a new group may arrive late.
      const edits = draft && group === null ? { ...draft, base: now } : draft;
      setAndStore({
        ...typedInto(edits, { fields, now, at: Date.now() }),
        id: draft?.id ?? freshId,
        wasSent: draft?.wasSent ?? false,
      });
    },
    choose: (keys: readonly Key<V>[], choice: 'mine' | 'theirs') =>
      draft && setAndStore({ ...draft, ...resolved(draft, keys, choice, now) }),
    drop,
    /**
     * Resolves to the saved group; null where it is not saved, with the reason in `errors` or `conflicts`. After a success the
     * form stays busy, because the next page replaces it.
     */
    save: async (): Promise<G | null> => {
      if (isSending.current) return null;
      const fields = validationErrors(values);
      if (Object.keys(fields).length > 0) {
        setErrors({ form: null, fields });
        return null;
      }
      isSending.current = true;
      setBusy(true);
      setErrors(noErrors);
      let saved: G | null = null;
      try {
        saved = group === null ? await createOnce() : await editFrom(group, false);
      } catch (error) {
        setErrors(formErrors(error));
      }
      if (saved === null) {
        isSending.current = false;
        setBusy(false);
      } else saveDraft(userId, draftName, null);
      return saved;
    },
  };
}
