// Replies to events as writes that may wait: what is sent, and what the list of waiting changes calls it.
import { useState } from 'react';
import type { Answer } from '../../../contract/api.ts';
import type { AttendingLead, EventStatus, Response } from '../../../contract/values/words.ts';
import { type Message, msg, t } from '../../words/t.ts';
import { type QueuedWrite, write } from './outbox.ts';
import { useCommand } from './use-command.ts';

/** `cancel` gives up a place, a wait or a request. */
export type ReplyChoice = Response | 'cancel';

/** `leadsTo`: where attending leads, as the person saw it; who saw that it is full means to wait. */
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

/** An event that is replied to. A maybe to a postponed one is the wish to be told its new date. */
type RepliedTo = { id: string; name: string; eventStatus: EventStatus };

const whilePostponed: Partial<Record<ReplyChoice, Message>> = {
  tentative: msg('Tell me the new date'),
  cancel: msg('No longer interested'),
};

/** What a reply says, in words that promise nothing: the server has not said yes. */
export function replyText(
  choice: ReplyChoice,
  leadsTo: AttendingLead | null,
  { eventStatus }: Pick<RepliedTo, 'eventStatus'>,
): string {
  const postponed = eventStatus === 'EventPostponed' ? whilePostponed[choice] : undefined;
  if (postponed) return t(postponed);
  return t(choice === 'attending' ? attending[leadsTo ?? 'place'] : others[choice]);
}

/** The event that a waiting change is a reply to; null for other changes. */
export function eventOfReply({ call, params }: QueuedWrite): string | null {
  return call === put || call === remove ? (params.id ?? null) : null;
}

const choiceOf = ({ call, body }: QueuedWrite): ReplyChoice =>
  call === remove ? 'cancel' : (body.response as Response);

/** Decided now, on this device. */
const decided = () => ({ occurredAt: new Date().toISOString() });

function replyTo(event: RepliedTo, choice: ReplyChoice, { leadsTo = null, note, offerId }: Details) {
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

/** Makes a reply that was refused because the event filled up into one for its waitlist. */
export async function waitInstead({ params, body, subject, title }: QueuedWrite): Promise<void> {
  try {
    await write({
      call: put,
      params: { id: params.id ?? '' },
      body: { ...body, response: 'attending', ifFull: 'waitlist', ...decided() },
      subject,
      title: title.replace(/^[^:]*/, t(attending.waitlist)),
    });
  } catch (error) {
    // The refusal still stands, and with it the question.
    console.warn('The waitlist could not be joined.', error);
  }
}

/** My reply to one event: the one that waits or was refused, and how to make another. */
export function useReply(event: RepliedTo) {
  const command = useCommand(`registration:${event.id}`);
  const [last, setLast] = useState<{ details: Details; isSuperseded: boolean } | null>(null);
  const { row, refused } = command;

  /** Resolves to the server's answer, or null where there is none yet, or a refusal. */
  const reply = async (choice: ReplyChoice, details: Details = {}): Promise<Answer<ReplyCall> | null> => {
    setLast({ details, isSuperseded: false });
    const sent = await command.send<ReplyCall>(replyTo(event, choice, details));
    if (sent?.kind !== 'done') return null;
    setLast({ details, isSuperseded: sent.answer.outcome === 'superseded' });
    return sent.answer;
  };
  return {
    ...command,
    reply,
    /** What is on its way to the server or waits to be; null where nothing does. */
    pending: row && !row.refusal ? choiceOf(row) : null,
    /** The person has replied otherwise since, somewhere else. */
    isSuperseded: last?.isSuperseded ?? false,
    /** The answer to a refusal because it is full. */
    joinWaitlist: () => {
      if (row?.refusal) void waitInstead(row);
      else if (refused) void reply('attending', { ...last?.details, leadsTo: 'waitlist' });
    },
  };
}
export type MyReply = ReturnType<typeof useReply>;
