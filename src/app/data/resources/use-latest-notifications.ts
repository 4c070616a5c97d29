// The unread count and the newest notifications: one request for Home, navigation and profile.
import { useSession } from '../session/session.ts';
import { useResource } from './use-resource.ts';

/** The newest notifications; reads nothing for a visitor. */
export function useLatestNotifications() {
  const { user } = useSession();
  return useResource('GET /api/users/me/notifications', user ? { query: { limit: 3 } } : null, {
    excludedFromFreshness: true,
  });
}
