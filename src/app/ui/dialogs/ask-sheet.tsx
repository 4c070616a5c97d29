// Asks before something happens: what it does, one button that does it, and a way back.
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { FormError } from '../forms/field.tsx';
import { Sheet } from './sheet.tsx';

export type Asking = { busy: boolean; failure: string | null; onClose: () => void };

/** `busyText` is what the button says while it happens; `isReady` is false while there is nothing to say yes to. */
export function AskSheet({
  title,
  action,
  busyText,
  isReady = true,
  busy,
  failure,
  onAct,
  onClose,
  children,
}: Asking & {
  title: string;
  action: string;
  busyText: string;
  isReady?: boolean;
  onAct: () => void;
  children: ReactNode;
}) {
  return (
    <Sheet title={title} onClose={onClose}>
      {(close) => (
        <>
          {children}
          <FormError message={failure} />
          <div className="foot">
            <Button busy={busy} disabled={!isReady} onClick={onAct}>
              {busy ? busyText : action}
            </Button>
            <Button look="outline" onClick={close}>
              Back
            </Button>
          </div>
        </>
      )}
    </Sheet>
  );
}
