// The error page of docs/product.md, "Layouts and error pages": a status code and a message, one view for 404 and one for all else.
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { clearSaved } from '../data/device/clear-saved.ts';
import { useAction } from '../data/forms/use-action.ts';
import { hasQueuedWrites } from '../data/outbox/has-queued-writes.ts';
import { logout } from '../data/session/end-session.ts';
import { useSession } from '../data/session/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { useDocumentTitle } from '../ui/page/screen.tsx';
import { FieldLines } from '../ui/sports-field/field-lines.tsx';
import { t } from '../words/t.ts';
import { PageError } from './page-error.ts';
import { useErrorTitle } from './use-error-title.ts';

const Frame = chakra('main', {
  base: {
    position: 'relative',
    isolation: 'isolate',
    overflow: 'hidden',
    minH: '100dvh',
    display: 'grid',
    placeItems: 'center',
    px: '6',
    textAlign: 'center',
    color: 'white',
    '& > .field-lines': { zIndex: '-1' },
  },
});
const Code = chakra('p', {
  base: { fontSize: '6xl', lineHeight: '1', fontWeight: '800', fontVariantNumeric: 'tabular-nums' },
});
const Title = chakra('h1', {
  base: { fontSize: '2xl', fontWeight: '800', mt: '3', _focusVisible: { outline: 'none' } },
});
const Text = chakra('p', { base: { mt: '3', mx: 'auto', maxW: '30rem', overflowWrap: 'anywhere' } });
const Ways = chakra('div', {
  base: { mt: '8', display: 'flex', gap: '3', flexWrap: 'wrap', justifyContent: 'center' },
});

/** Leaves the page after this time, even if the device or the server has not finished. */
const timeoutMs = 3000;
const timeout = () => new Promise<false>((resolve) => setTimeout(resolve, timeoutMs, false));

const loadQuestion = () => import('../entities/outbox/sign-out-sheet.tsx');
type SignOutSheet = Awaited<ReturnType<typeof loadQuestion>>['SignOutSheet'];

/** The status message of docs/product.md, "Layouts and error pages". */
export function statusMessage(statusCode: number): string {
  return statusCode === 404 ? t('Page Not Found') : t('Internal Server Error');
}

/** Shows an error as a whole page; anything but a PageError counts as 500. */
export function ErrorScreen({ error }: { error: unknown }) {
  const statusCode = error instanceof PageError ? error.statusCode : 500;
  const message = statusMessage(statusCode);
  useDocumentTitle(message);
  const title = useErrorTitle();
  return (
    <Frame id="main" tabIndex={-1}>
      <FieldLines activity={statusCode === 404 ? 'football' : undefined} crop="hero" />
      <div role="alert">
        <Code>{statusCode}</Code>
        <Title tabIndex={-1} ref={title}>
          {message}
        </Title>
        {statusCode === 404 ? <NotFoundView error={error} /> : <FailureView />}
      </div>
    </Frame>
  );
}

function NotFoundView({ error }: { error: unknown }) {
  return (
    <>
      <Text>{error instanceof Error ? error.message : null}</Text>
      <Text>{t('The link may be old or have a typo. Try one of these:')}</Text>
      <Ways>
        <ButtonLink to="/explore" look="outline">
          {t('Explore')}
        </ButtonLink>
        <ButtonLink to="/" look="outline">
          {t('Home')}
        </ButtonLink>
      </Ways>
    </>
  );
}

function FailureView() {
  const isSignedIn = useSession().user !== null;
  const { busy, run } = useAction();
  const [Question, setQuestion] = useState<SignOutSheet | null>(null);
  const leaveTo = (path: string, work: () => Promise<void>) =>
    void run(async () => {
      await Promise.race([work(), timeout()]);
      // A full page load: it leaves the broken page instead of rendering more inside it.
      location.assign(path);
    });
  const signOut = () => leaveTo('/login', logout);
  const askOrSignOut = async () => {
    // Where the device does not answer, or the question does not load, signing out is the way to a working page.
    const hasWrites = await Promise.race([hasQueuedWrites(), timeout()]);
    const asked = hasWrites && (await loadQuestion().catch(() => false as const));
    if (asked) setQuestion(() => asked.SignOutSheet);
    else signOut();
  };
  return (
    <>
      <Text>
        {t(
          'This is our fault, not yours. Changes waiting to be sent are safe. Open the page again. If that fails too, clear the data saved on this device. It comes back from the server.',
        )}
      </Text>
      <Ways>
        <Button look="outline" onClick={() => location.reload()}>
          {t('Open again')}
        </Button>
        <Button look="outline" onClick={() => location.assign('/')}>
          {t('Home')}
        </Button>
        <Button
          look="outline"
          disabled={busy}
          onClick={() => leaveTo(location.pathname + location.search, clearSaved)}
        >
          {t('Clear saved data and reload')}
        </Button>
        {isSignedIn ? (
          <Button look="outline" disabled={busy} onClick={() => void askOrSignOut()}>
            {t('Sign out')}
          </Button>
        ) : null}
      </Ways>
      {Question ? <Question onSignOut={signOut} onClose={() => setQuestion(null)} /> : null}
    </>
  );
}
