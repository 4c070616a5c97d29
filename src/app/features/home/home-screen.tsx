// The first page: for visitors what Sideline is, for people signed in what is next.
import { useSession } from '../../data/session.ts';
import { LoadingScreen } from '../../ui/loading-screen.tsx';
import { useDocumentTitle } from '../../ui/screen.tsx';
import { ConfirmationNotice } from './confirmation-notice.tsx';
import { PersonalHome } from './personal-home.tsx';
import { VisitorHome } from './visitor-home.tsx';

export function HomeScreen() {
  const session = useSession();
  useDocumentTitle('Home');
  if (session.status === 'restoring') return <LoadingScreen />;
  return (
    <>
      <ConfirmationNotice />
      {session.user ? <PersonalHome user={session.user} /> : <VisitorHome />}
    </>
  );
}
