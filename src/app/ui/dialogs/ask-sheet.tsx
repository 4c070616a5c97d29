// Asks for confirmation: says what the action does, and offers one button for it and a way back.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import { t } from '../../words/t.ts';
import { Button } from '../button.tsx';
import { FormError } from '../forms/field.tsx';
import { Sheet } from './sheet.tsx';

export type Asking = { busy: boolean; failure: string | null; onClose: () => void };

/**
 * `busyText`: the button's text while the action runs. `isReady`: false while there is nothing to confirm
 * yet. `onAct` gets `close`.
 */
export function AskSheet({
  title,
  action,
  busyText,
  isReady = true,
  look = 'solid',
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
  look?: 'solid' | 'danger';
  onAct: (close: () => void) => unknown;
  children: ReactNode;
}) {
  const about = useId();
  return (
    <Sheet title={title} about={about} onClose={onClose}>
      {(close) => (
        <>
          <chakra.div id={about} display="contents">
            {children}
          </chakra.div>
          <FormError message={failure} />
          <div className="foot">
            <Button look={look} busy={busy} disabled={!isReady} onClick={() => void onAct(close)}>
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
