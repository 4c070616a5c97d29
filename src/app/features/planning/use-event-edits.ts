// An event while it is changed: kept on the device with every keystroke, saved through the outbox, and put beside what was
// changed elsewhere meanwhile.
import { useEffect, useRef, useState } from 'react';
import type { MyEvent } from '../../../contract/events.ts';
import { callApi } from '../../data/call.ts';
import { keepDraft, readDraft } from '../../data/draft.ts';
import { cancel, useWaiting, type Write, write } from '../../data/outbox.ts';
import { askPreview, type Preview, plannedSubject } from '../../data/planned.ts';
import { formErrors } from '../../data/problem.ts';
import { complaintsOf, type EditBody, editBody } from './body.ts';
import type { FormErrors } from './event-form.tsx';
import {
  changesOf,
  conflictsOf,
  type EventEdits,
  type EventKey,
  type EventValues,
  isEdits,
  resolved,
  typedInto,
  valuesOf,
} from './values.ts';

type Kept = EventEdits & {
  /** The version it was sent with, while it waits on this device. */
  sentAt?: number;
};
const isKept = (value: unknown): value is Kept => isEdits(value);
const noErrors: FormErrors = { form: null, fields: {} };
const nameOf = (id: string) => `event ${id}`;

export type Editing = { kind: 'saved'; event: MyEvent } | { kind: 'waiting' } | { kind: 'not' };

/** `reload` asks the server for the event as it is now. */
export function useEventEdits(event: MyEvent, userId: string, reload: () => Promise<MyEvent | undefined>) {
  const { id } = event;
  const [edits, setEdits] = useState(() => readDraft(userId, nameOf(id), isKept));
  const [errors, setErrors] = useState(noErrors);
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);
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

  /** One thing at a time, however often it is pressed. */
  const once = async <T>(none: T, work: () => Promise<T>): Promise<T> => {
    if (isBusy.current) return none;
    isBusy.current = true;
    setBusy(true);
    try {
      return await work();
    } catch (error) {
      setErrors(formErrors(error));
      return none;
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  };

  const refuse = ({ fields, message }: { fields?: { path: string; message: string }[]; message: string }) =>
    setErrors(
      fields
        ? { form: null, fields: Object.fromEntries(fields.map((field) => [field.path, field.message])) }
        : { form: message, fields: {} },
    );

  const send = async (from: MyEvent, isSecondTry: boolean): Promise<Editing> => {
    const fresh = valuesOf(from);
    const sent = await write({
      call: 'PATCH /api/events/{id}',
      params: { id },
      body: editBody({ ...fresh, ...edits?.typed }, changesOf(edits, fresh), from.version),
      subject: plannedSubject.edit(id),
      title: `Changes to ${from.name}`,
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
        return send(current, true);
      return { kind: 'not' };
    }
    refuse(sent);
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
    check: (): boolean => {
      const fields = complaintsOf(values);
      const isFine = Object.keys(fields).length === 0;
      setErrors(isFine ? noErrors : { form: null, fields });
      return isFine;
    },
    /** What the change would do, or publishing the draft with it; null where the server refused. */
    preview: (action?: 'publish') =>
      once<Preview | null>(null, () => {
        const { version: _, ...body } = editBody(values, mine, event.version);
        return askPreview(
          callApi('POST /api/events/{id}/preview', {
            params: { id },
            body: { ...(body as Omit<EditBody, 'version'>), ...(action && { action }) },
          }),
        );
      }),
    save: () =>
      once<Editing>({ kind: 'not' }, async () => {
        setErrors(noErrors);
        if (mine.length === 0) {
          keep(null);
          return { kind: 'saved', event };
        }
        // The draft still holds what waits, so this takes its place.
        if (waiting) await cancel(waiting.id);
        return send(event, false);
      }),
    /** Publishes the draft of an event as it is saved. */
    publish: (version: number) =>
      once<Editing>({ kind: 'not' }, async () => {
        const sent = await write({
          call: 'POST /api/events/{id}/publish',
          params: { id },
          body: { version },
          subject: plannedSubject.publish(id),
          title: `Publish ${values.name}`,
        } as Write<'POST /api/events/{id}/publish'>);
        if (sent.kind === 'done') return { kind: 'saved', event: sent.answer };
        if (sent.kind === 'waiting') return { kind: 'waiting' };
        refuse(sent);
        return { kind: 'not' };
      }),
  };
}
