// An event while it is edited: stored on the device with every keystroke, saved through the outbox, and
// compared with changes made elsewhere.
import { useEffect, useState } from 'react';
import type { Body } from '../../../../contract/api.ts';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { changesOf, conflictsOf, resolved, typedInto } from '../../../data/forms/edits.ts';
import { readDraft, saveDraft } from '../../../data/forms/local-drafts.ts';
import { callApi } from '../../../data/http/call.ts';
import { draftNameOf, fieldsAsIn, removeReplaced } from '../../../data/outbox/dismiss.ts';
import { cancel, type QueuedWrite, type Write, write } from '../../../data/outbox/outbox.ts';
import { askPreview, type Preview, plannedSubject } from '../../../data/outbox/planned.ts';
import { useOutboxRead, useQueued } from '../../../data/outbox/use-outbox.ts';
import { msg, t } from '../../../words/t.ts';
import { type EditBody, editBody, type Following, type Publication } from '../form/body.ts';
import { errorsOfRefusal, noErrors } from '../form/form-errors.ts';
import { useSending } from '../form/use-sending.ts';
import {
  type EventEdits,
  type EventKey,
  type EventValues,
  isEdits,
  upgradedEdits,
  valuesOf,
} from '../form/values.ts';
import { beforeTyping, withSavedRule } from '../repeat/typed-rule.ts';
import type { SeriesRule } from '../repeat/use-series-rule.ts';

type StoredEdits = EventEdits & {
  /** The event's version when the edit was queued. */
  sentAt?: number;
};
/** Edits that are in no queued write: they stay a draft. */
export const withoutSentAt = ({ base, typed, at }: EventEdits): EventEdits => ({ base, typed, at });
const isStoredEdits = (value: unknown): value is StoredEdits => isEdits(value);
const isForOthers = (code: string) => ['not_permitted', 'not_found', 'gone'].includes(code);

/** The unsaved changes of an event; null where there are none. */
export const readEdits = (userId: string, id: string): EventEdits | null =>
  upgradedEdits(readDraft(userId, draftNameOf(id), isStoredEdits));

export const storeEdits = (userId: string, id: string, edits: EventEdits | null): void =>
  saveDraft(userId, draftNameOf(id), edits);

/** The titles in the outbox, by how many dates of a series an edit is for. */
const titles = {
  draft: {
    this: msg('Changes to {name}'),
    following: msg('Changes to this and following dates of {name}'),
    all: msg('Changes to all dates of {name}'),
  },
  published: {
    this: msg('Publish {name}'),
    following: msg('Publish this and following dates of {name}'),
    all: msg('Publish all dates of {name}'),
  },
} as const;

const timeFields = ['startsAt', 'endsAt', 'timeZone'];

/** Whether other dates move as far as the edited one does, from where they are. */
const movesDates = ({ scope = 'this', ...fields }: EditBody): boolean =>
  scope !== 'this' && timeFields.some((field) => field in fields);

export type Editing = { kind: 'saved'; event: MyEvent } | { kind: 'waiting' } | { kind: 'not' };

/**
 * `reload` reads the event, and its rule, from the server again. `rule`: of its series, in a form that can change it. `added`:
 * fields that were changed outside of the form; the device stores them once they are sent.
 */
export function useEventEdits(
  event: MyEvent,
  userId: string,
  {
    reload,
    rule = null,
    added,
  }: {
    reload: () => Promise<MyEvent | undefined>;
    rule?: SeriesRule | null;
    added?: (values: EventValues) => Partial<EventValues>;
  },
) {
  const { id } = event;
  const [opened] = useState(() => readEdits(userId, id));
  const [edits, setEdits] = useState<StoredEdits | null>(() => {
    const found = readEdits(userId, id);
    const before = valuesOf(event);
    return added
      ? typedInto(found, { fields: added({ ...before, ...found?.typed }), now: before, at: Date.now() })
      : found;
  });
  const { errors, setErrors, busy, check, recheck, once } = useSending(() => noErrors);
  const waiting = useQueued(plannedSubject.edit(id));
  const isOutboxRead = useOutboxRead();
  const savedOf = (saved: MyEvent) => withSavedRule(valuesOf(saved), edits, rule);
  const now = savedOf(event);
  const mine = changesOf(edits, now);
  const values: EventValues = { ...now, ...edits?.typed };
  const conflicts = conflictsOf(edits, now);

  const setAndStore = (next: StoredEdits | null) => {
    setEdits(next);
    saveDraft(userId, draftNameOf(id), next);
  };

  // Changes that were sent meanwhile, from here or from another tab, are no longer a draft.
  const isSettled =
    edits?.sentAt !== undefined && event.version > edits.sentAt && isOutboxRead && waiting === null;
  // Refused ones are one again, also once they have left the outbox.
  const isRefused = edits?.sentAt !== undefined && waiting !== null && waiting.refusal !== null;
  useEffect(() => {
    if (!isSettled && !isRefused) return;
    const next = isRefused && edits ? withoutSentAt(edits) : null;
    saveDraft(userId, draftNameOf(id), next);
    setEdits(next);
  }, [isSettled, isRefused, edits, userId, id]);

  /** `earlier`: a queued edit that was sent, and that this one follows. */
  const send = async (
    from: MyEvent,
    to: { publication: Publication; following: Following; earlier: QueuedWrite | null },
    isSecondTry: boolean,
  ): Promise<Editing> => {
    const { publication, following, earlier } = to;
    const fresh = savedOf(from);
    const typed = { ...fresh, ...edits?.typed };
    const { version } = from;
    const body: EditBody = {
      ...fieldsAsIn(editBody(typed, Object.keys(typed) as EventKey[], { version }), earlier),
      ...editBody(typed, changesOf(edits, fresh), { version, publication, following }),
    };
    const sent = await write({
      call: 'PATCH /api/events/{id}',
      params: { id },
      body,
      subject: plannedSubject.edit(id),
      title: t(titles[publication][following.scope ?? 'this'], { name: from.name }),
    } as Write<'PATCH /api/events/{id}'>);
    if (sent.kind === 'done') {
      setAndStore(null);
      return { kind: 'saved', event: sent.answer };
    }
    if (sent.kind === 'waiting') {
      if (edits) setAndStore({ ...edits, sentAt: from.version });
      return { kind: 'waiting' };
    }
    if (sent.code === 'stale_version') {
      const current = await reload();
      // The values of one date show neither the rule nor the times of the others: the person looks at the effects again.
      const isAskedAgain =
        current !== undefined &&
        current.series !== null &&
        (body.recurrence !== undefined || movesDates(body));
      if (isAskedAgain) setErrors(errorsOfRefusal(sent));
      const isDecided = current !== undefined && conflictsOf(edits, savedOf(current)).length === 0;
      // Changes made elsewhere to other fields need no decision.
      return isDecided && !isSecondTry && !isAskedAgain ? send(current, to, true) : { kind: 'not' };
    }
    // Someone who may no longer edit it sees the current state; the draft stays.
    if (isForOthers(sent.code)) await reload();
    setErrors(errorsOfRefusal(sent));
    return { kind: 'not' };
  };

  return {
    now,
    values,
    conflicts,
    errors,
    busy,
    waiting,
    changed: mine,
    isChanged: mine.length > 0,
    /** When it was typed, in milliseconds. */
    typedAt: edits?.at ?? null,
    type: (fields: Partial<EventValues>) => {
      // The answer replaces the draft, so what is typed until then would be lost.
      if (busy) return;
      recheck(values, { ...values, ...fields });
      const before = beforeTyping(edits, { fields, now, rule });
      setAndStore(typedInto(before.edits, { fields, now: before.now, at: Date.now() }));
    },
    choose: (keys: readonly EventKey[], choice: 'mine' | 'theirs') => {
      const next = edits && resolved(edits, keys, choice, now);
      setAndStore(next && Object.keys(next.typed).length > 0 ? next : null);
    },
    discard: async () => {
      setAndStore(null);
      setErrors(noErrors);
      if (waiting) await cancel(waiting.id);
    },
    /** Leaves a queued write as it is, with the draft that it was sent from. */
    restore: () => setAndStore(waiting ? opened : null),
    /** Validates before anything is sent, and shows the errors. */
    check: () => check(values),
    /** The preview of the edit, or of publishing the draft with it; null where the server refused. */
    preview: (action?: 'publish', following: Following = {}) =>
      once<Preview | null>(null, () => {
        const {
          version: _,
          publication: __,
          ...body
        } = editBody(values, mine, { version: event.version, following });
        return askPreview(
          callApi('POST /api/events/{id}/preview', {
            params: { id },
            body: { ...(body as Omit<EditBody, 'version' | 'publication'>), ...(action && { action }) },
          }),
        );
      }),
    /** The same for several dates of the series. Rejects with the server's refusal. */
    previewDates: (
      following: Following,
      also: Pick<Body<'POST /api/events/{id}/preview'>, 'action' | 'image'> = {},
    ): Promise<Preview> => {
      const {
        version: _,
        publication: __,
        ...body
      } = editBody(values, mine, { version: event.version, following });
      const preview = callApi('POST /api/events/{id}/preview', {
        params: { id },
        body: { ...body, ...also },
      });
      // A picture alone cannot be queued, so an unknown preview leads nowhere.
      const isQueueable = mine.length > 0 || also.action !== undefined || following.eventStatus !== undefined;
      return isQueueable ? askPreview(preview) : preview;
    },
    /**
     * Saves the changes, on several dates for a series; `published` also publishes drafts in the same write. `finish` is
     * called once they are saved, before the form takes input again.
     */
    save: (
      publication: Publication,
      following: Following = {},
      finish?: (saved: MyEvent) => Promise<unknown>,
    ) =>
      once<Editing>({ kind: 'not' }, async () => {
        setErrors(noErrors);
        // One may have arrived while a sheet asked.
        if (conflicts.length > 0) return { kind: 'not' };
        // The draft contains the queued changes, so this write replaces them, also where nothing of them is left.
        // Until this write is queued as well: a refusal must not drop the draft.
        if (waiting && edits) setAndStore(withoutSentAt(edits));
        const earlier = waiting && (await removeReplaced(waiting));
        const isUnchanged =
          mine.length === 0 && publication === 'draft' && following.eventStatus === undefined && !earlier;
        if (isUnchanged) setAndStore(null);
        const saving: Editing = isUnchanged
          ? { kind: 'saved', event }
          : await send(event, { publication, following, earlier }, false);
        if (saving.kind === 'saved') await finish?.(saving.event);
        return saving;
      }),
  };
}
