// A new event while it is planned: kept on the device with every keystroke, saved through the outbox under one id, so that
// however often it is sent there is one event.
import { useState } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { keepDraft, readDraft } from '../../../data/forms/draft.ts';
import { changesOf, typedInto } from '../../../data/forms/edits.ts';
import { callApi } from '../../../data/http/call.ts';
import { newId } from '../../../data/http/new-id.ts';
import {
  cancel,
  flush,
  type QueuedWrite,
  type Sent,
  useOutbox,
  type Write,
  write,
} from '../../../data/outbox/outbox.ts';
import { askPreview, isPublishing, type Preview, plannedSubject } from '../../../data/outbox/planned.ts';
import { keepEdits } from '../edit/use-event-edits.ts';
import { editBody, type NewEventBody, newBody, type Publication } from '../form/body.ts';
import { errorsOfRefusal, noErrors } from '../form/form-errors.ts';
import { useSending } from '../form/use-sending.ts';
import { type EventEdits, type EventValues, isEdits, valuesOfBody, wholeEdits } from '../form/values.ts';

export type NewDraft = EventEdits & { id: string };

const isNewDraft = (value: unknown): value is NewDraft =>
  isEdits(value) && typeof (value as Partial<NewDraft>).id === 'string';

export type Saving = { kind: 'saved'; event: MyEvent } | { kind: 'waiting' } | { kind: 'not' };

/**
 * Which draft: of the form of a new event, of one that was begun in the week of the calendar, or of an event that waits to be
 * sent and is changed before.
 */
export type DraftOf = { waitingId: string | null; isOfWeek: boolean };

const nameOf = ({ waitingId, isOfWeek }: DraftOf) =>
  waitingId === null ? (isOfWeek ? 'event new in week' : 'event new') : `event new ${waitingId}`;

export const readNewDraft = (userId: string, of: DraftOf): NewDraft | null =>
  wholeEdits(readDraft(userId, nameOf(of), isNewDraft));

/** The version of an event that no one has changed since it was created. */
const firstVersion = 1;

/** Said where a series that may be there already was changed: an edit would change its first date alone. */
const mayBeThere =
  "This was sent, and no answer has come yet, so it can't be changed now. What you typed stays here until we know.";

/**
 * Where to go on once a waiting event was sent. What was typed about it meanwhile is an edit of it; only its dates are those
 * that were sent, and `said` says so.
 */
export function afterSending(userId: string, id: string): { path: string; said: string | null } {
  const of = { waitingId: id, isOfWeek: false };
  const draft = readNewDraft(userId, of);
  keepDraft(userId, nameOf(of), null);
  const { repeat, ...typed } = draft?.typed ?? {};
  const hasEdits = draft !== null && Object.keys(typed).length > 0;
  if (hasEdits) keepEdits(userId, id, { base: draft.base, typed, at: draft.at });
  const event = `/my/events/${id}`;
  if (repeat === undefined) return { path: hasEdits ? `${event}/edit` : event, said: null };
  const said = 'This was sent before you changed how it repeats, so its dates are as they were.';
  return { path: event, said: hasEdits ? `${said} Your other changes are under Edit, not saved yet.` : said };
}

/** The event of this id as it waits to be sent, or was refused. */
export function useWaitingEvent(id: string | null): QueuedWrite | null {
  const subject = id === null ? '' : plannedSubject.create(id);
  return useOutbox().findLast((row) => row.subject === subject) ?? null;
}

/** A new event as its form showed it when it was sent. */
export const valuesOfWaiting = ({ body }: QueuedWrite): EventValues => valuesOfBody(body as NewEventBody);

/** What the list of waiting changes calls it. */
function titleOf({ name, repeat }: EventValues, publication: Publication): string {
  if (publication === 'published') return `New ${repeat === null ? 'event' : 'series'}: ${name}`;
  return `Draft of ${repeat === null ? 'an event' : 'a series'}: ${name}`;
}

export function useNewEvent({
  userId,
  waiting,
  draft,
  setDraft,
  values,
  of,
}: {
  userId: string;
  waiting: QueuedWrite | null;
  draft: NewDraft | null;
  setDraft: (draft: NewDraft | null) => void;
  /** What the form shows without what was typed. */
  values: EventValues;
  of: DraftOf;
}) {
  const { waitingId } = of;
  const [freshId] = useState(() => draft?.id ?? waitingId ?? newId());
  const id = draft?.id ?? waitingId ?? freshId;
  const { errors, setErrors, busy, check, recheck, once } = useSending(() =>
    waiting?.refusal ? errorsOfRefusal(waiting.refusal) : noErrors,
  );
  const shown: EventValues = { ...values, ...draft?.typed };

  const keep = (next: NewDraft | null) => {
    setDraft(next);
    keepDraft(userId, nameOf(of), next);
  };

  /** Also where nothing was typed: its id must be the same after a reload. */
  const store = () => keep({ base: values, typed: {}, at: Date.now(), ...draft, id });

  const sentBefore = waiting && waiting.attempts > 0 && !waiting.refusal ? waiting : null;
  const send = async (publication: Publication): Promise<Saving> => {
    if (sentBefore) return amend(sentBefore, publication);
    // The new one takes its place.
    if (waiting) await cancel(waiting.id);
    return savingOf(
      await write({
        call: 'POST /api/events',
        params: undefined,
        body: newBody(shown, { id, publication }),
        subject: plannedSubject.create(id),
        title: titleOf(shown, publication),
      } as Write<'POST /api/events'>),
    );
  };

  /**
   * A try without an answer may have arrived, and then creating it again changes nothing: what was sent stays first, and
   * what was changed since follows as an edit.
   */
  const amend = async (sent: QueuedWrite, publication: Publication): Promise<Saving> => {
    const before = valuesOfWaiting(sent);
    const keys = changesOf({ base: before, typed: shown, at: Date.now() }, before);
    const isLate = publication === 'published' && !isPublishing(sent);
    if (keys.length === 0 && !isLate) {
      await flush({ now: true });
      return { kind: 'waiting' };
    }
    if (before.repeat !== null || shown.repeat !== null) {
      setErrors({ form: mayBeThere, fields: {} });
      return { kind: 'not' };
    }
    return savingOf(
      await write({
        call: 'PATCH /api/events/{id}',
        params: { id },
        body: editBody(shown, keys, { version: firstVersion, publication }),
        subject: plannedSubject.edit(id),
        title: publication === 'published' ? `Publish ${shown.name}` : `Changes to ${shown.name}`,
      } as Write<'PATCH /api/events/{id}'>),
    );
  };

  const savingOf = (sent: Sent<'POST /api/events' | 'PATCH /api/events/{id}'>): Saving => {
    if (sent.kind === 'done') return { kind: 'saved', event: sent.answer };
    if (sent.kind === 'waiting') return { kind: 'waiting' };
    setErrors(errorsOfRefusal(sent));
    return { kind: 'not' };
  };

  return {
    id,
    shown,
    errors,
    busy,
    /** What is wrong before anything is sent; shows it. */
    check: () => check(shown),
    type: (fields: Partial<EventValues>) => {
      recheck(shown, { ...shown, ...fields });
      keep({ ...typedInto(draft, { fields, now: values, at: Date.now() }), id });
    },
    store,
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
        store();
        const saving = await send(publication);
        // What was sent before shows its own fields only, so the draft stays beside it.
        if (saving.kind === 'saved' || (saving.kind === 'waiting' && !sentBefore))
          keepDraft(userId, nameOf(of), null);
        return saving;
      }),
  };
}
