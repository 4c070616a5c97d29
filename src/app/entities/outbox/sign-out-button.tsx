// The button that signs out. It asks first where that would delete queued writes.
import { lazy, Suspense, useState } from 'react';
import { hasQueuedWrites } from '../../data/outbox/has-queued-writes.ts';
import { logout } from '../../data/session/end-session.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { t } from '../../words/t.ts';

const SignOutSheet = lazy(async () => ({ default: (await import('./sign-out-sheet.tsx')).SignOutSheet }));

export function SignOutButton() {
  const [isAsking, setAsking] = useState(false);
  const [isReading, setReading] = useState(false);
  const signOut = async () => {
    setReading(true);
    const asks = await hasQueuedWrites();
    setReading(false);
    if (asks) setAsking(true);
    else await logout();
  };
  return (
    <>
      <Button look="danger" shape="wide" busy={isReading} onClick={() => void signOut()}>
        <Icon name="log-out" />
        {t('Sign out')}
      </Button>
      <Suspense fallback={null}>
        {isAsking ? <SignOutSheet onSignOut={logout} onClose={() => setAsking(false)} /> : null}
      </Suspense>
    </>
  );
}
