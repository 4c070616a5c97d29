// Asks for confirmation before something that cannot be undone: says what happens, and offers the action and
// a way out.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { useAction } from '../../data/forms/use-action.ts';
import { t } from '../../words/t.ts';
import { Button } from '../button.tsx';
import { FormError } from '../forms/field.tsx';
import { Sheet } from './sheet.tsx';

const Ways = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '3', '& > *': { flex: '1 1 9rem' } },
});

/**
 * `act` does it and rejects with the server's refusal. When it succeeds, the sheet closes and `said` is announced;
 * without `said` the page that it leads to says the result.
 */
export function ConfirmSheet({
  title,
  action,
  busyText,
  said,
  act,
  onClose,
  children,
}: {
  title: string;
  action: string;
  busyText: string;
  said?: string;
  act: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { busy, failure, run } = useAction();
  return (
    <Sheet title={title} onClose={onClose}>
      {(close) => (
        <>
          {children}
          <FormError message={failure} />
          <Ways>
            <Button look="outline" onClick={close}>
              {t('Back')}
            </Button>
            <Button
              look="danger"
              busy={busy}
              onClick={async () => {
                if (await run(act, said)) close();
              }}
            >
              {busy ? busyText : action}
            </Button>
          </Ways>
        </>
      )}
    </Sheet>
  );
}
