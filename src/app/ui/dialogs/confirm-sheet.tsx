// Asks for confirmation, most often before something that cannot be undone, and does it.
import type { ReactNode } from 'react';
import { useAction } from '../../data/forms/use-action.ts';
import { AskSheet } from './ask-sheet.tsx';

/**
 * `act` does it and rejects with the server's refusal. When it succeeds, the sheet closes and `said` is announced;
 * without `said` the page that it leads to says the result.
 */
export function ConfirmSheet({
  said,
  act,
  ...asking
}: {
  title: string;
  action: string;
  busyText: string;
  said?: string;
  look?: 'solid' | 'danger';
  act: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { busy, failure, run } = useAction();
  const onAct = async (close: () => void) => {
    if (await run(act, said)) close();
  };
  return <AskSheet look="danger" busy={busy} failure={failure} onAct={onAct} {...asking} />;
}
