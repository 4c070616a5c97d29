// The state of a queued write for a screen: sending, queued, refused, or failed.
import { useState } from 'react';
import type { Call } from '../../../contract/api.ts';
import { cancel, type QueuedWrite, type Sent, takeBack, type Write, write } from './outbox.ts';
import { useQueued } from './use-outbox.ts';

export type Refused = { code: string; message: string };

export type QueuedWriteState = {
  /** The queued write of this subject, also while it is being sent and after it was refused. */
  row: QueuedWrite | null;
  isSending: boolean;
  /** It is queued and not being sent. */
  isWaiting: boolean;
  refused: Refused | null;
  /** Why it could neither be stored nor sent. */
  trouble: string | null;
  /** Resolves to the outcome; null if the write could neither be stored nor sent. */
  send<K extends Call>(what: Omit<Write<K>, 'subject'>): Promise<Sent<K> | null>;
  undo(): void;
  /** Removes a refused write. */
  dismiss(): void;
};

/** The write of one subject (see `Write`). */
export function useQueuedWrite(subject: string): QueuedWriteState {
  const row = useQueued(subject);
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  return {
    row,
    isSending,
    isWaiting: row !== null && row.refusal === null && !isSending,
    refused: row?.refusal ?? refused,
    trouble,
    send: async <K extends Call>(what: Omit<Write<K>, 'subject'>) => {
      setSending(true);
      setRefused(null);
      setTrouble(null);
      try {
        const sent = await write({ ...what, subject } as unknown as Write<K>);
        if (sent.kind === 'refused') setRefused(sent);
        return sent;
      } catch (error) {
        setTrouble(error instanceof Error ? error.message : String(error));
        return null;
      } finally {
        setSending(false);
      }
    },
    undo: () => {
      if (row) void takeBack(row);
    },
    dismiss: () => {
      setRefused(null);
      setTrouble(null);
      if (row?.refusal) void cancel(row.id);
    },
  };
}
