// How much of what I was told I have not read, and the newest of it: one question for home, navigation and profile.
import { useSession } from '../session/session.ts';
import { useResource } from './use-resource.ts';

/** The newest notifications; asks nothing while nobody is signed in. */
export function useLatestNotifications() {
  const { user } = useSession();
  return useResource('GET /api/users/me/notifications', user ? { query: { limit: 3 } } : null, {
    isAside: true,
  });
}
