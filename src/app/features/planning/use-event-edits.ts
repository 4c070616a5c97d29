// An event while it is changed: kept on the device with every keystroke, saved through the outbox, and put beside what was
// changed elsewhere meanwhile.
import { useEffect, useState } from 'react';
import type { MyEvent } from '../../../contract/events.ts';
import { callApi } from '../../data/call.ts';
import { keepDraft, readDraft } from '../../data/draft.ts';
import { changesOf, conflictsOf, resolved, typedInto } from '../../data/edits.ts';
import { cancel, useWaiting, type Write, write } from '../../data/outbox.ts';
import { askPreview, type Preview, plannedSubject } from '../../data/planned.ts';
import { type EditBody, editBody, type Publication } from './body.ts';
import { errorsOfRefusal, noErrors } from './form-errors.ts';
import { useSending } from './use-sending.ts';
import { type EventEdits, type EventKey, type EventValues, isEdits, valuesOf } from './values.ts';

type Kept = EventEdits & {
  /** The version it was sent with, while it waits on this device. */
  sentAt?: number;
};
const isKept = (value: unknown): value is Kept => isEdits(value);
const nameOf = (id: string) => `event ${id}`;

export type Editing = { kind: 'saved'; event: MyEvent } | { kind: 'waiting' } | { kind: 'not' };

/** `reload` asks the server for the event as it is now. */
export function useEventEdits(event: MyEvent, userId: string, reload: () => Promise<MyEvent | undefined>) {
  const { id } = event;
  const [edits, setEdits] = useState(() => readDraft(userId, nameOf(id), isKept));
  const { errors, setErrors, busy, check, once } = useSending(() => noErrors);
  const waiting = useWaiting(plannedSubject.edit(id));
  const now = valuesOf(event);
  const mine = changesOf(edits, now);
  const values: EventValues = { ...now, ...edits?.typed };
  const conflicts = conflictsOf(edits, now);

  const keep = (next: Kept | null) => {
    setEdits(next);
    keepDraft(userId, nameOf(id), next);
  };

  // What was sent meanwhile, from here or from another tab, is not a draft any more.
  const isSettled = edits?.sentAt !== undefined && event.version > edits.sentAt && waiting === null;
  useEffect(() => {
    if (!isSettled) return;
    keepDraft(userId, nameOf(id), null);
    setEdits(null);
  }, [isSettled, userId, id]);

  const send = async (from: MyEvent, publication: Publication, isSecondTry: boolean): Promise<Editing> => {
    const fresh = valuesOf(from);
    const sent = await write({
      call: 'PATCH /api/events/{id}',
      params: { id },
      body: editBody({ ...fresh, ...edits?.typed }, changesOf(edits, fresh), {
        version: from.version,
        publication,
      }),
      subject: plannedSubject.edit(id),
      title: publication === 'published' ? `Publish ${values.name}` : `Changes to ${from.name}`,
    } as Write<'PATCH /api/events/{id}'>);
    if (sent.kind === 'done') {
      keep(null);
      return { kind: 'saved', event: sent.answer };
    }
    if (sent.kind === 'waiting') {
      if (edits) keep({ ...edits, sentAt: from.version });
      return { kind: 'waiting' };
    }
    if (sent.code === 'stale_version') {
      const current = await reload();
      // Changes elsewhere that touch none of these fields need no decision.
      if (current && !isSecondTry && conflictsOf(edits, valuesOf(current)).length === 0)
        return send(current, publication, true);
      return { kind: 'not' };
    }
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
    type: (fields: Partial<EventValues>) => keep(typedInto(edits, { fields, now, at: Date.now() })),
    choose: (keys: readonly EventKey[], choice: 'mine' | 'theirs') =>
      edits && keep(resolved(edits, keys, choice, now)),
    discard: async () => {
      keep(null);
      setErrors(noErrors);
      if (waiting) await cancel(waiting.id);
    },
    /** What is wrong before anything is sent; shows it. */
    check: () => check(values),
    /** What the change would do, or publishing the draft with it; null where the server refused. */
    preview: (action?: 'publish') =>
      once<Preview | null>(null, () => {
        const { version: _, publication: __, ...body } = editBody(values, mine, { version: event.version });
        return askPreview(
          callApi('POST /api/events/{id}/preview', {
            params: { id },
            body: { ...(body as Omit<EditBody, 'version' | 'publication'>), ...(action && { action }) },
          }),
        );
      }),
    /** Saves what was changed; with `published` it publishes a draft in the same write. */
    save: (publication: Publication) =>
      once<Editing>({ kind: 'not' }, async () => {
        setErrors(noErrors);
        if (mine.length === 0 && publication === 'draft') {
          keep(null);
          return { kind: 'saved', event };
        }
        // The draft still holds what waits, so this takes its place.
        if (waiting) await cancel(waiting.id);
        return send(event, publication, false);
      }),
  };
}
