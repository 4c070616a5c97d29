// Asks before signing out deletes queued writes: how many are not sent, and how many the server has refused.
import { useId } from 'react';
import { useOutboxRows } from '../../data/outbox/use-outbox.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { t } from '../../words/t.ts';

export function SignOutSheet({ onSignOut, onClose }: { onSignOut: () => unknown; onClose: () => void }) {
  const about = useId();
  const rows = useOutboxRows();
  // Zero once all of them are sent while the sheet is open.
  const count = rows.length;
  const refused = rows.filter(({ refusal }) => refusal !== null).length;
  return (
    <Sheet
      title={t(
        '{count, plural, =0 {Sign out?} one {Sign out and lose one change?} other {Sign out and lose # changes?}}',
        { count },
      )}
      about={about}
      onClose={onClose}
    >
      {(close) => (
        <>
          <p id={about}>{count > 0 ? lossText(count - refused, refused) : t('Everything has been sent')}</p>
          <div className="foot">
            <Button onClick={close}>{t('Stay signed in')}</Button>
            <Button look="danger" onClick={() => void onSignOut()}>
              {count > 0
                ? t('{count, plural, one {Sign out and lose it} other {Sign out and lose them}}', { count })
                : t('Sign out')}
            </Button>
          </div>
        </>
      )}
    </Sheet>
  );
}

function lossText(waiting: number, refused: number): string {
  const sentences = [
    waiting > 0 &&
      t('{count, plural, one {One change is not sent yet.} other {# changes are not sent yet.}}', {
        count: waiting,
      }),
    refused > 0 &&
      t('{count, plural, one {One change was not accepted.} other {# changes were not accepted.}}', {
        count: refused,
      }),
    t('{count, plural, one {If you sign out now, it is lost.} other {If you sign out now, they are lost.}}', {
      count: waiting + refused,
    }),
  ];
  return sentences.filter(Boolean).join(' ');
}
