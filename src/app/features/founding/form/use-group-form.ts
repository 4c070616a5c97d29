// A group while its form is filled in: kept on the device with every keystroke, sent when the person saves, and put beside
// what was changed elsewhere meanwhile. These calls do not wait on the device: without a network nothing is sent.
import { useRef, useState } from 'react';
import { keepDraft, readDraft } from '../../../data/forms/draft.ts';
import {
  changesOf,
  conflictsOf,
  type Edits,
  isEditsLike,
  resolved,
  typedInto,
} from '../../../data/forms/edits.ts';
import { newId } from '../../../data/http/new-id.ts';
import { ApiError, formErrors } from '../../../data/http/problem.ts';
import type { Errors } from './values.ts';

type Kept<V> = Edits<V> & {
  /** Of the group that is founded, so that it is one however often it is sent. */
  id: string;
  /** It was sent before, and no answer came. */
  wasSent: boolean;
};
export type FormErrors = { form: string | null; fields: Errors };
const noErrors: FormErrors = { form: null, fields: {} };

type Key<V> = keyof V & string;

export type GroupForm<V extends object, G> = {
  userId: string;
  /** The draft's name on the device. */
  draftName: string;
  /** The group as it is; null for a new one. */
  group: G | null;
  /** What a new form begins with. */
  begin: V;
  valuesOf: (group: G) => V;
  validationErrors: (values: V) => Errors;
  found: (values: V, id: string) => Promise<G>;
  edit: (values: V, keys: readonly Key<V>[], from: G) => Promise<G>;
  /** Asks the server for the group as it is now. */
  reload: () => Promise<G | undefined>;
};

export function useGroupForm<V extends object, G>(source: GroupForm<V, G>) {
  const { userId, draftName, group, begin, valuesOf, validationErrors, found, edit, reload } = source;
  const isKept = (value: unknown): value is Kept<V> =>
    isEditsLike(value, begin) && typeof (value as Partial<Kept<V>>).id === 'string';
  const [draft, setDraft] = useState(() => readDraft(userId, draftName, isKept));
  const [freshId] = useState(newId);
  const [errors, setErrors] = useState(noErrors);
  const [busy, setBusy] = useState(false);
  const isSending = useRef(false);
  const now = group === null ? begin : valuesOf(group);
  const values: V = { ...now, ...draft?.typed };
  const changed = changesOf(draft, now);
  const conflicts = group === null ? [] : conflictsOf(draft, now);

  const keep = (next: Kept<V> | null) => {
    setDraft(next);
    keepDraft(userId, draftName, next);
  };
  const drop = () => {
    keep(null);
    setErrors(noErrors);
  };

  const foundOnce = async (): Promise<G> => {
    const { id, wasSent }: Kept<V> = {
      base: begin,
      typed: {},
      at: Date.now(),
      id: freshId,
      wasSent: false,
      ...draft,
    };
    keep({ base: begin, typed: {}, at: Date.now(), ...draft, id, wasSent: true });
    const made = await found(values, id);
    if (!wasSent) return made;
    // The first try had arrived, so the group is as it was then: what was typed since follows.
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
      // Changes elsewhere that touch none of these fields need no decision.
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
    type: (fields: Partial<V>) =>
      keep({
        ...typedInto(draft, { fields, now, at: Date.now() }),
        id: draft?.id ?? freshId,
        wasSent: draft?.wasSent ?? false,
      }),
    choose: (keys: readonly Key<V>[], choice: 'mine' | 'theirs') =>
      draft && keep({ ...draft, ...resolved(draft, keys, choice, now) }),
    drop,
    /** The group as it is saved; null where it is not, and `errors` or `conflicts` say why. */
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
      try {
        const saved = group === null ? await foundOnce() : await editFrom(group, false);
        if (saved !== null) keepDraft(userId, draftName, null);
        return saved;
      } catch (error) {
        setErrors(formErrors(error));
        return null;
      } finally {
        isSending.current = false;
        setBusy(false);
      }
    },
  };
}
