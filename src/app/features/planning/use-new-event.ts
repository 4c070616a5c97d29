// A new event while it is planned: kept on the device with every keystroke, saved through the outbox under one id, so that
// however often it is sent there is one event.
import { useRef, useState } from 'react';
import type { MyEvent } from '../../../contract/events.ts';
import { callApi } from '../../data/call.ts';
import { keepDraft, readDraft } from '../../data/draft.ts';
import { newId } from '../../data/new-id.ts';
import { cancel, type QueuedWrite, useOutbox, type Write, write } from '../../data/outbox.ts';
import { askPreview, type Preview, plannedSubject } from '../../data/planned.ts';
import { formErrors } from '../../data/problem.ts';
import { complaintsOf, editBody, type NewEventBody, newBody } from './body.ts';
import type { FormErrors } from './event-form.tsx';
import {
  changesOf,
  type EventEdits,
  type EventValues,
  isEdits,
  typedInto,
  valuesOf,
  valuesOfBody,
} from './values.ts';

export type NewDraft = EventEdits & { id: string };

const isNewDraft = (value: unknown): value is NewDraft =>
  isEdits(value) && typeof (value as Partial<NewDraft>).id === 'string';

export const noErrors: FormErrors = { form: null, fields: {} };

export type Saving = { kind: 'saved'; event: MyEvent } | { kind: 'waiting' } | { kind: 'not' };

/** The name of the draft: of what is new, or of an event that waits to be sent and is changed before. */
const nameOf = (waitingId: string | null) => (waitingId === null ? 'event new' : `event new ${waitingId}`);

export const readNewDraft = (userId: string, waitingId: string | null): NewDraft | null =>
  readDraft(userId, nameOf(waitingId), isNewDraft);

/** The event of this id as it waits to be sent, or was refused. */
export function useWaitingEvent(id: string | null): QueuedWrite | null {
  const subject = id === null ? '' : plannedSubject.create(id);
  return useOutbox().findLast((row) => row.subject === subject) ?? null;
}

/** A new event as its form showed it when it was sent. */
export const valuesOfWaiting = ({ body }: QueuedWrite): EventValues => valuesOfBody(body as NewEventBody);

/** What the server said is wrong with an event that waited. */
export function errorsOfWaiting(row: QueuedWrite | null): FormErrors {
  if (!row?.refusal) return noErrors;
  const { fields, message } = row.refusal;
  if (!fields) return { form: message, fields: {} };
  return { form: null, fields: Object.fromEntries(fields.map(({ path, message }) => [path, message])) };
}

/** `defaults`: what the form begins with, for the owner that is chosen; null while that is not known. */
export function useNewEvent({
  userId,
  waiting,
  draft,
  setDraft,
  values,
  waitingId,
}: {
  userId: string;
  waiting: QueuedWrite | null;
  draft: NewDraft | null;
  setDraft: (draft: NewDraft | null) => void;
  /** What the form shows without what was typed. */
  values: EventValues;
  waitingId: string | null;
}) {
  const [freshId] = useState(() => draft?.id ?? waitingId ?? newId());
  const id = draft?.id ?? waitingId ?? freshId;
  const [errors, setErrors] = useState<FormErrors>(() => errorsOfWaiting(waiting));
  const [busy, setBusy] = useState(false);
  const isSending = useRef(false);
  const shown: EventValues = { ...values, ...draft?.typed };

  const keep = (next: NewDraft | null) => {
    setDraft(next);
    keepDraft(userId, nameOf(waitingId), next);
  };

  const send = async (publication: 'draft' | 'published'): Promise<Saving> => {
    const wasSent = waiting !== null && waiting.attempts > 0 && !waiting.refusal;
    // The new one takes its place.
    if (waiting) await cancel(waiting.id);
    const sent = await write({
      call: 'POST /api/events',
      params: undefined,
      body: newBody(shown, { id, publication }),
      subject: plannedSubject.create(id),
      title: publication === 'published' ? `New event: ${shown.name}` : `Draft of an event: ${shown.name}`,
    } as Write<'POST /api/events'>);
    if (sent.kind === 'waiting') return { kind: 'waiting' };
    if (sent.kind === 'done') return wasSent ? amend(sent.answer) : { kind: 'saved', event: sent.answer };
    setErrors(
      sent.fields
        ? { form: null, fields: Object.fromEntries(sent.fields.map(({ path, message }) => [path, message])) }
        : { form: sent.message, fields: {} },
    );
    return { kind: 'not' };
  };

  /** The first try had arrived without an answer, so the event is as it was then: what was changed since follows. */
  const amend = async (event: MyEvent): Promise<Saving> => {
    const edits: EventEdits = { base: shown, typed: shown, at: Date.now() };
    const keys = changesOf(edits, valuesOf(event)).filter((key) => key !== 'newPlace' && key !== 'offers');
    if (keys.length === 0) return { kind: 'saved', event };
    const sent = await write({
      call: 'PATCH /api/events/{id}',
      params: { id },
      body: editBody(shown, keys, event.version),
      subject: plannedSubject.edit(id),
      title: `Changes to ${shown.name}`,
    } as Write<'PATCH /api/events/{id}'>);
    return { kind: 'saved', event: sent.kind === 'done' ? sent.answer : event };
  };

  return {
    id,
    shown,
    errors,
    busy,
    /** What is wrong before anything is sent; shows it. */
    check: (): boolean => {
      const fields = complaintsOf(shown);
      const isFine = Object.keys(fields).length === 0;
      setErrors(isFine ? noErrors : { form: null, fields });
      return isFine;
    },
    type: (fields: Partial<EventValues>) =>
      keep({ ...typedInto(draft, { fields, now: values, at: Date.now() }), id }),
    discard: () => {
      keep(null);
      setErrors(noErrors);
    },
    /** What publishing it would do; null where the server refused, which is shown. */
    preview: async (): Promise<Preview | null> => {
      if (isSending.current) return null;
      isSending.current = true;
      setBusy(true);
      try {
        const body = newBody(shown, { id, publication: 'published' });
        return await askPreview(callApi('POST /api/events/preview', { body }));
      } catch (error) {
        setErrors(formErrors(error));
        return null;
      } finally {
        isSending.current = false;
        setBusy(false);
      }
    },
    save: async (publication: 'draft' | 'published'): Promise<Saving> => {
      if (isSending.current) return { kind: 'not' };
      isSending.current = true;
      setBusy(true);
      setErrors(noErrors);
      // Also where nothing was typed: its id must be the same after a reload.
      keep({ base: values, typed: {}, at: Date.now(), ...draft, id });
      try {
        const saving = await send(publication);
        if (saving.kind !== 'not') keepDraft(userId, nameOf(waitingId), null);
        return saving;
      } catch (error) {
        setErrors(formErrors(error));
        return { kind: 'not' };
      } finally {
        isSending.current = false;
        setBusy(false);
      }
    },
  };
}
