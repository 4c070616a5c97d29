// A new event while it is planned: stored on the device with every keystroke, saved through the outbox under
// one id, so that sending it several times creates one event.
import { useState } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { changesOf, typedInto } from '../../../data/forms/edits.ts';
import { readDraft, saveDraft } from '../../../data/forms/local-drafts.ts';
import { callApi } from '../../../data/http/call.ts';
import { newId } from '../../../data/http/new-id.ts';
import { flush, type QueuedWrite, type Sent, type Write, write } from '../../../data/outbox/outbox.ts';
import { askPreview, isPublishing, type Preview, plannedSubject } from '../../../data/outbox/planned.ts';
import { useOutbox } from '../../../data/outbox/use-outbox.ts';
import { msg, t } from '../../../words/t.ts';
import { storeEdits } from '../edit/use-event-edits.ts';
import { editBody, type NewEventBody, newBody, type Publication } from '../form/body.ts';
import { errorsOfRefusal, noErrors } from '../form/form-errors.ts';
import { type Owners, usePlannableOwner } from '../form/sources.tsx';
import { useSending } from '../form/use-sending.ts';
import {
  type EventEdits,
  type EventValues,
  isEdits,
  ownerOf,
  ownerText,
  upgradedEdits,
  valuesOfBody,
} from '../form/values.ts';
import { withOwner } from './defaults.ts';

export type NewDraft = EventEdits & { id: string };

const isNewDraft = (value: unknown): value is NewDraft =>
  isEdits(value) && typeof (value as Partial<NewDraft>).id === 'string';

/** `subject`: of the write that waits. */
export type Saving =
  | { kind: 'saved'; event: MyEvent }
  | { kind: 'waiting'; subject: string }
  | { kind: 'not' };

/**
 * Which draft: of the new event's form, of an event begun in the calendar's week, or of a queued event that
 * is changed before it is sent.
 */
export type DraftOf = { waitingId: string | null; isOfWeek: boolean };

const nameOf = ({ waitingId, isOfWeek }: DraftOf) =>
  waitingId === null ? (isOfWeek ? 'event new in week' : 'event new') : `event new ${waitingId}`;

export const readNewDraft = (userId: string, of: DraftOf): NewDraft | null =>
  upgradedEdits(readDraft(userId, nameOf(of), isNewDraft));

/** The version of an event after its creation. */
const firstVersion = 1;

/** The error for a series that may have arrived already: an edit would change its first date only. */
const mayHaveArrived = msg(
  "We sent this but have no answer yet, so you can't change it now. What you typed stays here until we know.",
);

/**
 * Where to continue once a queued event was sent. Changes made meanwhile become an edit of it. Its dates are
 * as they were sent, and `said` says so.
 */
export function afterSending(userId: string, id: string): { path: string; said: string | null } {
  const of = { waitingId: id, isOfWeek: false };
  const draft = readNewDraft(userId, of);
  saveDraft(userId, nameOf(of), null);
  const { repeat, ...typed } = draft?.typed ?? {};
  const hasEdits = draft !== null && Object.keys(typed).length > 0;
  if (hasEdits) storeEdits(userId, id, { base: draft.base, typed, at: draft.at });
  const event = `/my/events/${id}`;
  if (repeat === undefined) return { path: hasEdits ? `${event}/edit` : event, said: null };
  const said = t('This was sent before you changed how it repeats, so the dates are still the old ones.');
  return {
    path: event,
    said: hasEdits ? t('{said} Your other changes are under Edit. Save them there.', { said }) : said,
  };
}

/** The queued or refused event of this id. */
export function useQueuedEvent(id: string | null): QueuedWrite | null {
  const subject = id === null ? '' : plannedSubject.create(id);
  return useOutbox().findLast((row) => row.subject === subject) ?? null;
}

/** The form's values of a queued new event. */
export const valuesOfQueued = ({ body }: QueuedWrite): EventValues => valuesOfBody(body as NewEventBody);

/** Set by the form when the owner or the kind is chosen: these follow the next choice, even where they equal a default. */
const chosenWith = new Set<string>(['owner', 'kind', 'teamIds', 'visibility']);

/** What was typed before into other fields stays typed, also where the defaults of another team or kind are the same. */
const stillTyped = (draft: NewDraft | null, fields: Partial<EventValues>): Partial<EventValues> =>
  Object.fromEntries(
    Object.entries(draft?.typed ?? {}).filter(([key]) => !(key in fields) && !chosenWith.has(key)),
  );

/** The title in the outbox. */
function titleOf({ name, repeat }: EventValues, publication: Publication): string {
  if (publication === 'published')
    return repeat === null ? t('New event: {name}', { name }) : t('New series: {name}', { name });
  return repeat === null ? t('Draft event: {name}', { name }) : t('Draft series: {name}', { name });
}

export function useNewEvent({
  userId,
  owners,
  waiting,
  draft,
  setDraft,
  values,
  of,
}: {
  userId: string;
  owners: Owners;
  waiting: QueuedWrite | null;
  draft: NewDraft | null;
  setDraft: (draft: NewDraft | null) => void;
  /** The values of the form without the draft. */
  values: EventValues;
  of: DraftOf;
}) {
  const { waitingId } = of;
  const [freshId, setFreshId] = useState(() => draft?.id ?? waitingId ?? newId());
  const id = draft?.id ?? waitingId ?? freshId;
  const { errors, setErrors, busy, check, recheck, once } = useSending(() =>
    waiting?.refusal ? errorsOfRefusal(waiting.refusal) : noErrors,
  );
  const typed: EventValues = { ...values, ...draft?.typed };
  const owner = usePlannableOwner(owners, ownerOf(typed.owner));
  const replaced = ownerText(owner) === typed.owner ? {} : withOwner(typed, owner);
  const shown: EventValues = { ...typed, ...replaced };

  // In the form, or before it was queued.
  const isRosterChosen =
    draft?.typed.rosterVisibility !== undefined || waiting?.body.rosterVisibility !== undefined;
  const bodyFor = (publication: Publication) => newBody(shown, { id, publication, isRosterChosen });

  const setAndStore = (next: NewDraft | null) => {
    setDraft(next);
    saveDraft(userId, nameOf(of), next);
  };

  /** Also stores an untouched form: its id must be the same after a reload. */
  const store = () => setAndStore({ base: values, typed: {}, at: Date.now(), ...draft, id });

  const sentBefore = waiting && waiting.attempts > 0 && !waiting.refusal ? waiting : null;
  const send = async (publication: Publication, said: () => string | null): Promise<Saving> => {
    if (sentBefore) return amend(sentBefore, publication, said);
    const subject = plannedSubject.create(id);
    // The new write replaces the queued one, and stays if it is refused: only from there this form can be opened.
    return savingOf(
      subject,
      await write({
        call: 'POST /api/events',
        params: undefined,
        body: bodyFor(publication),
        subject,
        title: titleOf(shown, publication),
        isRefusalKept: waitingId !== null,
        said,
      } as Write<'POST /api/events'>),
    );
  };

  /**
   * A request without an answer may have arrived, and creating the event again changes nothing. So the queued
   * write stays first, and later changes follow as an edit.
   */
  const amend = async (
    sent: QueuedWrite,
    publication: Publication,
    said: () => string | null,
  ): Promise<Saving> => {
    const before = valuesOfQueued(sent);
    const keys = changesOf({ base: before, typed: shown, at: Date.now() }, before);
    const isLate = publication === 'published' && !isPublishing(sent);
    if (keys.length === 0 && !isLate) {
      await flush({ now: true });
      return { kind: 'waiting', subject: plannedSubject.create(id) };
    }
    if (before.repeat !== null || shown.repeat !== null) {
      setErrors({ form: t(mayHaveArrived), fields: {} });
      return { kind: 'not' };
    }
    const subject = plannedSubject.edit(id);
    return savingOf(
      subject,
      await write({
        call: 'PATCH /api/events/{id}',
        params: { id },
        body: editBody(shown, keys, { version: firstVersion, publication }),
        subject,
        title:
          publication === 'published'
            ? t('Publish {name}', { name: shown.name })
            : t('Changes to {name}', { name: shown.name }),
        said,
      } as Write<'PATCH /api/events/{id}'>),
    );
  };

  const savingOf = (subject: string, sent: Sent<'POST /api/events' | 'PATCH /api/events/{id}'>): Saving => {
    if (sent.kind === 'done') return { kind: 'saved', event: sent.answer };
    if (sent.kind === 'waiting') return { kind: 'waiting', subject };
    setErrors(errorsOfRefusal(sent));
    return { kind: 'not' };
  };

  return {
    id,
    shown,
    errors,
    busy,
    /** Validates before anything is sent, and shows the errors. */
    check: () => check(shown),
    type: (fields: Partial<EventValues>) => {
      // The page leads on to the saved event, so what is typed until then would be lost.
      if (busy) return;
      recheck(shown, { ...shown, ...fields });
      // Another owner has other defaults than those in the draft: what is typed is compared with those shown.
      const shownDraft = draft && { ...draft, base: values };
      // With another owner than the draft's, which what is typed next must not lose.
      const next = { fields: { ...replaced, ...fields }, now: values, at: Date.now() };
      const { base, typed: changed, at } = typedInto(shownDraft, next);
      setAndStore({ id, base, typed: { ...stillTyped(draft, next.fields), ...changed }, at });
    },
    store,
    discard: () => {
      setAndStore(null);
      // Another tab may have created an event from the dropped draft. A queued one keeps its id.
      if (waitingId === null) setFreshId(newId());
      setErrors(noErrors);
    },
    /** The preview of publishing; null where the server refused, which is shown. */
    preview: () =>
      once<Preview | null>(null, () =>
        askPreview(callApi('POST /api/events/preview', { body: bodyFor('published') })),
      ),
    /**
     * `finish` is called once the event is saved, before the form takes input again. An answer that comes later is announced with
     * `said`; else the next screen says it.
     */
    save: (publication: Publication, said: string, finish: (saved: MyEvent) => Promise<unknown>) =>
      once<Saving>({ kind: 'not' }, async () => {
        setErrors(noErrors);
        store();
        let isAwaited = true;
        const saving = await send(publication, () => (isAwaited ? null : said));
        isAwaited = false;
        // A write that was sent before only has its own fields, so the draft stays.
        if (saving.kind === 'saved' || (saving.kind === 'waiting' && !sentBefore))
          saveDraft(userId, nameOf(of), null);
        if (saving.kind === 'saved') await finish(saving.event);
        return saving;
      }),
  };
}
