// Asks for confirmation: says what the action does, and offers one button for it and a way back.
import type { ReactNode } from 'react';
import { t } from '../../words/t.ts';
import { Button } from '../button.tsx';
import { FormError } from '../forms/field.tsx';
import { Sheet } from './sheet.tsx';

export type Asking = { busy: boolean; failure: string | null; onClose: () => void };

/**
 * `busyText`: the button's text while the action runs. `isReady`: false while there is nothing to confirm
 * yet.
 */
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
              {t('Back')}
            </Button>
          </div>
        </>
      )}
    </Sheet>
  );
}
