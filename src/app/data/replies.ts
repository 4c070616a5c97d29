// Replies to events as writes that may wait: what is sent, and what the list of waiting changes calls it.
import { useState } from 'react';
import type { Answer } from '../../contract/api.ts';
import type { AttendingLead, Response } from '../../contract/words.ts';
import { cancel, type QueuedWrite, type Sent, useWaiting, write } from './outbox.ts';

/** `cancel` gives up a place, a wait or a request. */
export type ReplyChoice = Response | 'cancel';

/** `leadsTo`: where attending leads, as the person saw it; who saw that it is full means to wait. */
export type ReplyDetails = { leadsTo?: AttendingLead | null; note?: string; offerId?: string };

type ReplyCall = 'PUT /api/events/{id}/registration' | 'DELETE /api/events/{id}/registration';
export type ReplySent = Sent<ReplyCall>;
export type Refused = { code: string; message: string };

const attendingTitles: Record<AttendingLead, string> = {
  place: 'Going',
  payment: 'A place to pay for',
  approval: 'Asking for a place',
  waitlist: 'Joining the waitlist',
};
const titles: Record<Exclude<ReplyChoice, 'attending'>, string> = {
  tentative: 'Maybe',
  declined: "Can't go",
  cancel: 'Not going any more',
};

const replySubject = (eventId: string) => `registration:${eventId}`;

/** The event that a waiting change is a reply to; null for other changes. */
export function eventOfReply({ call, params }: QueuedWrite): string | null {
  return call.endsWith('/api/events/{id}/registration') ? (params.id ?? null) : null;
}

/** What a waiting reply says. */
export function choiceOf({ call, body }: QueuedWrite): ReplyChoice {
  return call.startsWith('DELETE ') ? 'cancel' : (body.response as Response);
}

/** Replies, now or as soon as there is a connection. Rejects with StorageError where neither can be. */
function sendReply(
  event: { id: string; name: string },
  choice: ReplyChoice,
  { leadsTo = null, note, offerId }: ReplyDetails = {},
): Promise<ReplySent> {
  const occurredAt = new Date().toISOString();
  const subject = replySubject(event.id);
  const params = { id: event.id };
  if (choice === 'cancel')
    return write({
      call: 'DELETE /api/events/{id}/registration',
      params,
      body: { occurredAt },
      subject,
      title: `${titles.cancel}: ${event.name}`,
    });
  const isAttending = choice === 'attending';
  return write({
    call: 'PUT /api/events/{id}/registration',
    params,
    body: {
      response: choice,
      occurredAt,
      ...(note && { note }),
      ...(isAttending && { ifFull: leadsTo === 'waitlist' ? 'waitlist' : 'ask' }),
      ...(isAttending && offerId && { offerId }),
    },
    subject,
    title: `${isAttending ? attendingTitles[leadsTo ?? 'place'] : titles[choice]}: ${event.name}`,
  });
}

/** Makes a reply that was refused because the event filled up into one for its waitlist. */
export function waitInstead(row: QueuedWrite): Promise<unknown> {
  const occurredAt = new Date().toISOString();
  return write({
    call: 'PUT /api/events/{id}/registration',
    params: { id: row.params.id ?? '' },
    body: { ...row.body, response: 'attending', ifFull: 'waitlist', occurredAt },
    subject: row.subject,
    title: row.title.replace(/^[^:]*/, attendingTitles.waitlist),
  });
}

type Settled = { choice: ReplyChoice; details: ReplyDetails; refused?: Refused; isSuperseded?: boolean };

/** My reply to one event: the one that waits or was refused, and how to make another. */
export function useReply(event: { id: string; name: string }) {
  const row = useWaiting(replySubject(event.id));
  const [isSending, setSending] = useState(false);
  const [settled, setSettled] = useState<Settled | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);

  /** Resolves to the server's answer, or null where there is none yet, or a refusal. */
  const send = async (choice: ReplyChoice, details: ReplyDetails = {}): Promise<Answer<ReplyCall> | null> => {
    setSending(true);
    setSettled(null);
    setTrouble(null);
    try {
      const sent = await sendReply(event, choice, details);
      if (sent.kind === 'refused') setSettled({ choice, details, refused: sent });
      if (sent.kind !== 'done') return null;
      if (sent.answer.outcome === 'superseded') setSettled({ choice, details, isSuperseded: true });
      return sent.answer;
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : 'Your reply could not be sent.');
      return null;
    } finally {
      setSending(false);
    }
  };
  const refusedRow = row?.refusal ? row : null;
  return {
    send,
    isSending,
    /** What waits to be sent; null where nothing does. */
    pending: row && !row.refusal ? choiceOf(row) : null,
    /** It may have reached the server already. */
    isTried: row !== null && row.attempts > 0,
    undo: () => void (row && cancel(row.id)),
    refused: row?.refusal ?? settled?.refused ?? null,
    isSuperseded: settled?.isSuperseded ?? false,
    trouble,
    /** After `event_full`. */
    joinWaitlist: () =>
      refusedRow ? waitInstead(refusedRow) : send('attending', { ...settled?.details, leadsTo: 'waitlist' }),
    dismiss: () => {
      setSettled(null);
      setTrouble(null);
      if (refusedRow) void cancel(refusedRow.id);
    },
  };
}
export type MyReply = ReturnType<typeof useReply>;
