// A write that a screen makes, and the outcome that the screen gets.
import type { Answer, Body, Call, Params } from '../../../contract/api.ts';
import type { NewWrite, Refusal } from '../../../offline/outbox.ts';
import type { Outcome } from '../../../offline/send-queue.ts';

/**
 * The outcome of a write just made. `waiting`: it is queued on this device; or it is done, and its answer is of another version:
 * then the screen shows what it reads next.
 */
export type Sent<K extends Call> =
  | { kind: 'done'; answer: Answer<K> }
  | ({ kind: 'refused'; answer: Answer<K> | undefined } & Refusal)
  | { kind: 'waiting' };

export type Write<K extends Call> = { call: K; params: Params<K>; body: Body<K> } & Pick<
  NewWrite,
  'subject' | 'title'
> & {
    /** A refusal stays in the list, because the form can be opened from there only. */
    isRefusalKept?: boolean;
    /**
     * The text that announces the answer, by default that the write is done; null for a write that the person did not ask for.
     * Returns null where the screen is still there and says it.
     */
    said?: ((answer: Answer<K>) => string | null) | null | undefined;
  };

export function sentOf<K extends Call>(outcome: Outcome): Sent<K> {
  if (outcome.kind === 'done' && !outcome.isUnreadable)
    return { kind: 'done', answer: outcome.answer as Answer<K> };
  if (outcome.kind === 'refused')
    return { kind: 'refused', ...outcome.refusal, answer: outcome.answer as Answer<K> | undefined };
  return { kind: 'waiting' };
}
