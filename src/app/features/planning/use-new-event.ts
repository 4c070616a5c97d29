// A new event while it is planned: kept on the device with every keystroke, saved through the outbox under one id, so that
// however often it is sent there is one event.
import { useState } from 'react';
import type { MyEvent } from '../../../contract/events.ts';
import { callApi } from '../../data/call.ts';
import { keepDraft, readDraft } from '../../data/draft.ts';
import { changesOf, typedInto } from '../../data/edits.ts';
import { newId } from '../../data/new-id.ts';
import { cancel, type QueuedWrite, useOutbox, type Write, write } from '../../data/outbox.ts';
import { askPreview, type Preview, plannedSubject } from '../../data/planned.ts';
import { editBody, type NewEventBody, newBody, type Publication } from './body.ts';
import { errorsOfRefusal, noErrors } from './form-errors.ts';
import { useSending } from './use-sending.ts';
import { type EventEdits, type EventValues, isEdits, valuesOf, valuesOfBody } from './values.ts';

export type NewDraft = EventEdits & { id: string };

const isNewDraft = (value: unknown): value is NewDraft =>
  isEdits(value) && typeof (value as Partial<NewDraft>).id === 'string';

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
  const { errors, setErrors, busy, check, once } = useSending(() =>
    waiting?.refusal ? errorsOfRefusal(waiting.refusal) : noErrors,
  );
  const shown: EventValues = { ...values, ...draft?.typed };

  const keep = (next: NewDraft | null) => {
    setDraft(next);
    keepDraft(userId, nameOf(waitingId), next);
  };

  const send = async (publication: Publication): Promise<Saving> => {
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
    if (sent.kind === 'done')
      return wasSent ? amend(sent.answer, publication) : { kind: 'saved', event: sent.answer };
    setErrors(errorsOfRefusal(sent));
    return { kind: 'not' };
  };

  /** The first try had arrived without an answer, so the event is as it was then: what was changed since follows. */
  const amend = async (event: MyEvent, publication: Publication): Promise<Saving> => {
    const edits: EventEdits = { base: shown, typed: shown, at: Date.now() };
    const keys = changesOf(edits, valuesOf(event)).filter((key) => key !== 'newPlace' && key !== 'offers');
    const isLate = publication === 'published' && event.publication === 'draft';
    if (keys.length === 0 && !isLate) return { kind: 'saved', event };
    const sent = await write({
      call: 'PATCH /api/events/{id}',
      params: { id },
      body: editBody(shown, keys, { version: event.version, publication }),
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
    check: () => check(shown),
    type: (fields: Partial<EventValues>) =>
      keep({ ...typedInto(draft, { fields, now: values, at: Date.now() }), id }),
    discard: () => {
      keep(null);
      setErrors(noErrors);
    },
    /** What publishing it would do; null where the server refused, which is shown. */
    preview: () =>
      once<Preview | null>(null, () =>
        askPreview(
          callApi('POST /api/events/preview', { body: newBody(shown, { id, publication: 'published' }) }),
        ),
      ),
    save: (publication: Publication) =>
      once<Saving>({ kind: 'not' }, async () => {
        setErrors(noErrors);
        // Also where nothing was typed: its id must be the same after a reload.
        keep({ base: values, typed: {}, at: Date.now(), ...draft, id });
        const saving = await send(publication);
        if (saving.kind !== 'not') keepDraft(userId, nameOf(waitingId), null);
        return saving;
      }),
  };
}
