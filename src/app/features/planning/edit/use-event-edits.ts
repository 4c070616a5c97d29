// An event while it is changed: kept on the device with every keystroke, saved through the outbox, and put beside what was
// changed elsewhere meanwhile.
import { useEffect, useState } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { keepDraft, readDraft } from '../../../data/forms/draft.ts';
import { changesOf, conflictsOf, resolved, typedInto } from '../../../data/forms/edits.ts';
import { callApi } from '../../../data/http/call.ts';
import { cancel, useOutboxRead, useWaiting, type Write, write } from '../../../data/outbox/outbox.ts';
import { askPreview, type Preview, plannedSubject } from '../../../data/outbox/planned.ts';
import { type EditBody, editBody, type Following, type Publication } from '../form/body.ts';
import { errorsOfRefusal, noErrors } from '../form/form-errors.ts';
import { useSending } from '../form/use-sending.ts';
import {
  type EventEdits,
  type EventKey,
  type EventValues,
  isEdits,
  valuesOf,
  wholeEdits,
} from '../form/values.ts';

type Kept = EventEdits & {
  /** The version it was sent with, while it waits on this device. */
  sentAt?: number;
};
const isKept = (value: unknown): value is Kept => isEdits(value);
const nameOf = (id: string) => `event ${id}`;
const isForOthers = (code: string) => ['not_permitted', 'not_found', 'gone'].includes(code);

/** What was typed about an event and not saved; null where there is none. */
export const readEdits = (userId: string, id: string): EventEdits | null =>
  wholeEdits(readDraft(userId, nameOf(id), isKept));

export const keepEdits = (userId: string, id: string, edits: EventEdits | null): void =>
  keepDraft(userId, nameOf(id), edits);

const scopeTexts = { this: '', following: 'this and following dates of ', all: 'all dates of ' };

export type Editing = { kind: 'saved'; event: MyEvent } | { kind: 'waiting' } | { kind: 'not' };

/**
 * `reload` asks the server for the event as it is now. `added`: fields that were changed elsewhere than in the form; the
 * device stores them once they are sent.
 */
export function useEventEdits(
  event: MyEvent,
  userId: string,
  reload: () => Promise<MyEvent | undefined>,
  added?: (values: EventValues) => Partial<EventValues>,
) {
  const { id } = event;
  const [edits, setEdits] = useState<Kept | null>(() => {
    const found = readEdits(userId, id);
    const before = valuesOf(event);
    return added
      ? typedInto(found, { fields: added({ ...before, ...found?.typed }), now: before, at: Date.now() })
      : found;
  });
  const { errors, setErrors, busy, check, recheck, once } = useSending(() => noErrors);
  const waiting = useWaiting(plannedSubject.edit(id));
  const isOutboxRead = useOutboxRead();
  const now = valuesOf(event);
  const mine = changesOf(edits, now);
  const values: EventValues = { ...now, ...edits?.typed };
  const conflicts = conflictsOf(edits, now);

  const keep = (next: Kept | null) => {
    setEdits(next);
    keepDraft(userId, nameOf(id), next);
  };

  // What was sent meanwhile, from here or from another tab, is not a draft any more.
  const isSettled =
    edits?.sentAt !== undefined && event.version > edits.sentAt && isOutboxRead && waiting === null;
  useEffect(() => {
    if (!isSettled) return;
    keepDraft(userId, nameOf(id), null);
    setEdits(null);
  }, [isSettled, userId, id]);

  const send = async (
    from: MyEvent,
    { publication, following }: { publication: Publication; following: Following },
    isSecondTry: boolean,
  ): Promise<Editing> => {
    const fresh = valuesOf(from);
    const sent = await write({
      call: 'PATCH /api/events/{id}',
      params: { id },
      body: editBody({ ...fresh, ...edits?.typed }, changesOf(edits, fresh), {
        version: from.version,
        publication,
        following,
      }),
      subject: plannedSubject.edit(id),
      title: `${publication === 'published' ? 'Publish' : 'Changes to'} ${scopeTexts[following.scope ?? 'this']}${from.name}`,
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
        return send(current, { publication, following }, true);
      return { kind: 'not' };
    }
    // Who may not change it any more sees what is true now; the draft stays.
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
      recheck(values, { ...values, ...fields });
      keep(typedInto(edits, { fields, now, at: Date.now() }));
    },
    choose: (keys: readonly EventKey[], choice: 'mine' | 'theirs') => {
      const next = edits && resolved(edits, keys, choice, now);
      keep(next && Object.keys(next.typed).length > 0 ? next : null);
    },
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
    /** The same for several dates of its series. Rejects with what the server refused. */
    previewDates: (following: Following, action?: 'publish'): Promise<Preview> => {
      const {
        version: _,
        publication: __,
        ...body
      } = editBody(values, mine, { version: event.version, following });
      return askPreview(
        callApi('POST /api/events/{id}/preview', {
          params: { id },
          body: { ...body, ...(action && { action }) },
        }),
      );
    },
    /** Saves what was changed, on several dates where they follow; with `published` it publishes drafts in the same write. */
    save: (publication: Publication, following: Following = {}) =>
      once<Editing>({ kind: 'not' }, async () => {
        setErrors(noErrors);
        if (mine.length === 0 && publication === 'draft') {
          keep(null);
          return { kind: 'saved', event };
        }
        // The draft still holds what waits, so this takes its place.
        if (waiting) await cancel(waiting.id);
        return send(event, { publication, following }, false);
      }),
  };
}
