// The home page: an introduction for visitors, the next events for signed-in people.
import { Suspense } from 'react';
import { sessionNow, useSession } from '../../data/session/session.ts';
import { loadable } from '../../ui/page/loadable.tsx';
import { LoadingScreen } from '../../ui/page/loading-screen.tsx';
import type { ListPane } from '../../ui/page/panes.ts';
import { useDocumentTitle } from '../../ui/page/screen.tsx';
import { ConfirmationNotice } from './confirmation-notice.tsx';
import { VisitorHome } from './visitor-home.tsx';

// Only loaded for people who are signed in: replies, and their storage on the device.
const PersonalHome = loadable(() => import('./personal-home.tsx'), 'PersonalHome');

/** Loads the code for signed-in people, for routes.tsx. */
export const loadParts = async () => sessionNow().user && PersonalHome.load();

/** `pane`: only for signed-in people. For visitors Home is not a list beside an event. */
export function HomeScreen(pane: Partial<ListPane>) {
  const { user } = useSession();
  useDocumentTitle(null);
  return (
    <>
      <ConfirmationNotice />
      {user ? (
        <Suspense fallback={<LoadingScreen />}>
          <PersonalHome user={user} {...pane} />
        </Suspense>
      ) : (
        <VisitorHome />
      )}
    </>
  );
}
