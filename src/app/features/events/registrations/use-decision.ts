// An organizer's action on one person's registration, as a write that may be queued.
import { useState } from 'react';
import type { Body } from '../../../../contract/api.ts';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { useQueuedWrite } from '../../../data/outbox/use-queued-write.ts';
import { msg, t } from '../../../words/t.ts';

const call = 'PATCH /api/events/{id}/registrations/{userId}';
export type Change = Omit<Body<typeof call>, 'version'>;

const replies = { attending: msg('Going'), tentative: msg('Maybe'), declined: msg("Can't go") } as const;
const actionNames = {
  approve: msg('Approve'),
  reject: msg('Reject'),
  remove: msg('Remove'),
  move: msg('Move on the waitlist'),
} as const;

/** The name of the action in the outbox. */
function nameOf(change: Change): string {
  return t(change.action === 'reply' ? replies[change.response ?? 'attending'] : actionNames[change.action]);
}

/** `version` of the shown registration; 0 for someone who has not replied. */
export function useDecision(event: MyEvent, user: { id: string; name: string }, version: number) {
  const command = useQueuedWrite(`registration:${event.id}:${user.id}`);
  const [last, setLast] = useState<Change | null>(null);
  const { row } = command;
  const decide = (change: Change) => {
    setLast(change);
    return command.send<typeof call>({
      call,
      params: { id: event.id, userId: user.id },
      // A reply for someone joins the waitlist only where the organizer said so.
      body: { ...change, version, ...(change.action === 'reply' && { ifFull: change.ifFull ?? 'ask' }) },
      title: `${nameOf(change)}, ${user.name}: ${event.name}`,
    });
  };
  const lastReply = row?.refusal ? (row.body as Change) : last;
  return {
    ...command,
    decide,
    pending:
      row && !row.refusal
        ? `${nameOf(row.body as Change)} · ${command.isSending ? t('sending') : t('will be sent')}`
        : null,
    onWait:
      event.waitlistEnabled && lastReply?.action === 'reply'
        ? () => decide({ ...lastReply, ifFull: 'waitlist' })
        : undefined,
  };
}
