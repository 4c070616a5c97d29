// The button that signs out. It asks first where that would delete queued writes.
import { lazy, Suspense, useState } from 'react';
import { changed, openOutbox } from '../../data/outbox/outbox.ts';
import { outboxStore } from '../../data/outbox/outbox-state.ts';
import { logout } from '../../data/session/end-session.ts';
import { sessionNow } from '../../data/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { t } from '../../words/t.ts';

const SignOutSheet = lazy(async () => ({ default: (await import('./sign-out-sheet.tsx')).SignOutSheet }));

async function hasQueuedWrites(): Promise<boolean> {
  openOutbox(sessionNow().user?.id ?? null);
  // Until it was read from the device, the outbox is empty for another reason.
  if (!outboxStore.get().isRead) await changed();
  return outboxStore.get().rows.length > 0;
}

export function SignOutButton() {
  const [isAsking, setAsking] = useState(false);
  const signOut = async () => {
    if (await hasQueuedWrites()) setAsking(true);
    else await logout();
  };
  return (
    <>
      <Button look="danger" shape="wide" onClick={() => void signOut()}>
        <Icon name="log-out" />
        {t('Sign out')}
      </Button>
      <Suspense fallback={null}>
        {isAsking ? <SignOutSheet onClose={() => setAsking(false)} /> : null}
      </Suspense>
    </>
  );
}
