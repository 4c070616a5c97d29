// Replies to events as queued writes: their bodies, and their titles in the list of queued writes.
import { useEffect, useEffectEvent, useState } from 'react';
import type { Answer } from '../../../contract/api.ts';
import type { AttendingLead, EventStatus, Response } from '../../../contract/values/enums.ts';
import { type Message, msg, t } from '../../words/t.ts';
import { onAnswer, type QueuedWrite, write } from './outbox.ts';
import { useQueuedWrite } from './use-queued-write.ts';

/** `cancel` gives up a place, a position on the waitlist, or a request. */
export type ReplyChoice = Response | 'cancel';

/** `leadsTo`: the result of attending that the page showed. For `waitlist` the write asks for the waitlist only. */
type Details = { leadsTo?: AttendingLead | null; note?: string; offerId?: string };

const put = 'PUT /api/events/{id}/registration';
const remove = 'DELETE /api/events/{id}/registration';
type ReplyCall = typeof put | typeof remove;

const attending: Record<AttendingLead, Message> = {
  place: msg('Going'),
  payment: msg('Taking a paid place'),
  approval: msg('Asking for a place'),
  waitlist: msg('Joining the waitlist'),
};
const others: Record<Exclude<ReplyChoice, 'attending'>, Message> = {
  tentative: msg('Maybe'),
  declined: msg("Can't go"),
  cancel: msg('Not going any more'),
};

/** The event of a reply. `tentative` to a postponed event asks for a notification of its new date. */
type RepliedTo = { id: string; name: string; eventStatus: EventStatus };

const whilePostponed: Partial<Record<ReplyChoice, Message>> = {
  tentative: msg('Tell me the new date'),
  cancel: msg('No longer interested'),
};

/** The text of a reply; it promises nothing, because the server has not accepted it yet. */
export function replyText(
  choice: ReplyChoice,
  leadsTo: AttendingLead | null,
  { eventStatus }: Pick<RepliedTo, 'eventStatus'>,
): string {
  const postponed = eventStatus === 'EventPostponed' ? whilePostponed[choice] : undefined;
  if (postponed) return t(postponed);
  return t(choice === 'attending' ? attending[leadsTo ?? 'place'] : others[choice]);
}

/** The id of the event that a queued write replies to; null for other writes. */
export function eventOfReply({ call, params }: QueuedWrite): string | null {
  return call === put || call === remove ? (params.id ?? null) : null;
}

const choiceOf = ({ call, body }: QueuedWrite): ReplyChoice =>
  call === remove ? 'cancel' : (body.response as Response);

/** Decided now, on this device. */
const decided = () => ({ occurredAt: new Date().toISOString() });

/** The write of a reply. */
export function replyTo(event: RepliedTo, choice: ReplyChoice, { leadsTo = null, note, offerId }: Details) {
  const title = `${replyText(choice, leadsTo, event)}: ${event.name}`;
  const params = { id: event.id };
  if (choice === 'cancel') return { call: remove, params, body: decided(), title } as const;
  const place =
    choice === 'attending'
      ? ({ ifFull: leadsTo === 'waitlist' ? 'waitlist' : 'ask', ...(offerId && { offerId }) } as const)
      : {};
  const body = { response: choice, ...decided(), ...(note && { note }), ...place };
  return { call: put, params, body, title } as const;
}

/** Turns a reply that was refused because the event is full into one for the waitlist. */
export async function joinWaitlistInstead({ params, body, subject, title }: QueuedWrite): Promise<void> {
  try {
    await write({
      call: put,
      params: { id: params.id ?? '' },
      body: { ...body, response: 'attending', ifFull: 'waitlist', ...decided() },
      subject,
      title: title.replace(/^[^:]*/, t(attending.waitlist)),
    });
  } catch (error) {
    // The refused write stays in the list, with its button.
    console.warn('The waitlist could not be joined.', error);
  }
}

/**
 * My reply to one event: the queued or refused one, and a function to make another. `onAnswered` is called with each answer
 * of the server, also to a reply that was queued.
 */
export function useReply(event: RepliedTo, onAnswered?: (answer: Answer<ReplyCall>) => void) {
  const subject = `registration:${event.id}`;
  const queued = useQueuedWrite(subject);
  const hear = useEffectEvent((sent: QueuedWrite, answer: unknown) => {
    if (sent.subject === subject) onAnswered?.(answer as Answer<ReplyCall>);
  });
  useEffect(() => onAnswer((sent, answer) => hear(sent, answer)), []);
  const [last, setLast] = useState<{ details: Details; isSuperseded: boolean } | null>(null);
  const { row, refused } = queued;

  /** Resolves to the server's answer; null if the reply is queued or refused. */
  const reply = async (
    choice: ReplyChoice,
    details: Details = {},
    said?: (answer: Answer<ReplyCall>) => string,
  ): Promise<Answer<ReplyCall> | null> => {
    setLast({ details, isSuperseded: false });
    const sent = await queued.send<ReplyCall>({ ...replyTo(event, choice, details), said });
    if (sent?.kind !== 'done') return null;
    setLast({ details, isSuperseded: sent.answer.outcome === 'superseded' });
    // A device without storage sends outside the queue, so its answers do not reach `hear`.
    onAnswered?.(sent.answer);
    return sent.answer;
  };
  return {
    ...queued,
    reply,
    /** The reply that is queued or being sent; null if there is none. */
    pending: row && !row.refusal ? choiceOf(row) : null,
    /** The user has since sent another reply from another device. */
    isSuperseded: last?.isSuperseded ?? false,
    /** Joins the waitlist after a refusal because the event is full. */
    joinWaitlist: () => {
      if (row?.refusal) void joinWaitlistInstead(row);
      else if (refused) void reply('attending', { ...last?.details, leadsTo: 'waitlist' });
    },
  };
}
export type MyReply = ReturnType<typeof useReply>;
