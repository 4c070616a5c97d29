// A write that may wait, as a screen sees it: on its way, waiting, refused, or impossible.
import { useState } from 'react';
import type { Call } from '../../../contract/api.ts';
import { cancel, type QueuedWrite, type Sent, useWaiting, type Write, write } from './outbox.ts';

export type Refused = { code: string; message: string };

export type Command = {
  /** What waits about this subject; also while it is being sent, and when it was refused. */
  row: QueuedWrite | null;
  isSending: boolean;
  /** It waits, and is not being sent right now. */
  isWaiting: boolean;
  refused: Refused | null;
  /** Why it could neither be kept nor sent. */
  trouble: string | null;
  /** Resolves to what became of it; null where it could neither be kept nor sent. */
  send<K extends Call>(what: Omit<Write<K>, 'subject'>): Promise<Sent<K> | null>;
  undo(): void;
  /** Lets go of a refusal. */
  dismiss(): void;
};

/** What is done about one subject (see `Write`). */
export function useCommand(subject: string): Command {
  const row = useWaiting(subject);
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
      if (row) void cancel(row.id);
    },
    dismiss: () => {
      setRefused(null);
      setTrouble(null);
      if (row?.refusal) void cancel(row.id);
    },
  };
}
