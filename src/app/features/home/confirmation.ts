// Confirms an e-mail address with the token of the welcome mail's link, for the signed-in person: sends it
// once, shows a notice, and removes it from the address bar.
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSWRConfig } from 'swr';
import { callApi } from '../../data/http/call.ts';
import { ApiError } from '../../data/http/problem.ts';
import { saveRedirectPath } from '../../data/session/redirect-path.ts';
import { useSession } from '../../data/session/session.ts';
import { useQuery } from '../../ui/navigation/router.tsx';

export type Confirmation =
  | { kind: 'asking' | 'unreachable' }
  /** Only the account that the link was sent to can confirm with it; `path` leads back here. */
  | { kind: 'signInFirst'; path: string }
  | { kind: 'confirmed'; email: string }
  | { kind: 'otherAccount' | 'refused'; message: string };

/** A token works once, and React may run an effect twice: send each token once per person. */
const asked = new Map<string, Promise<Confirmation | null>>();

function confirmOnce(userId: string, token: string): Promise<Confirmation | null> {
  const key = `${userId} ${token}`;
  const known = asked.get(key);
  if (known) return known;
  const answer = confirm(token).then((confirmation) => {
    if (confirmation === null || confirmation.kind === 'unreachable') asked.delete(key);
    return confirmation;
  });
  asked.set(key, answer);
  return answer;
}

/** Null where the session has ended: signing in again leads back to the link. */
async function confirm(token: string): Promise<Confirmation | null> {
  try {
    const { email } = await callApi('POST /api/auth/confirm-email', { body: { token } });
    return { kind: 'confirmed', email };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429)
      return { kind: 'unreachable' };
    if (error.status === 401 || error.status === 403) return null;
    return { kind: error.code === 'not_permitted' ? 'otherAccount' : 'refused', message: error.message };
  }
}

/** The result of `/?confirm={token}`; null where there is no such link. */
export function useConfirmation(): { confirmation: Confirmation | null; retry: () => void } {
  const token = useQuery().get('confirm');
  const userId = useSession().user?.id;
  const { state } = useLocation();
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const [isUnreachable, setUnreachable] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const path = token && `/?confirm=${encodeURIComponent(token)}`;
  useEffect(() => {
    // Also for the other sign-in links on this page.
    if (path && !userId) saveRedirectPath(path);
  }, [path, userId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    if (!token || !userId) return;
    let isCurrent = true;
    void confirmOnce(userId, token).then(async (confirmation) => {
      if (!isCurrent || !confirmation) return;
      if (confirmation.kind === 'unreachable') return setUnreachable(true);
      // Before the notice that the address is not confirmed can appear again.
      if (confirmation.kind === 'confirmed') await mutate('/api/users/me/profile');
      navigate('/', { replace: true, state: { confirmation, userId } });
    });
    return () => {
      isCurrent = false;
    };
  }, [token, userId, attempt, navigate, mutate]);
  const retry = useCallback(() => {
    setUnreachable(false);
    setAttempt((count) => count + 1);
  }, []);
  if (!path) return { confirmation: confirmationIn(state, userId), retry };
  if (!userId) return { confirmation: { kind: 'signInFirst', path }, retry };
  return { confirmation: { kind: isUnreachable ? 'unreachable' : 'asking' }, retry };
}

/** Of this person only: the next one on this device comes back to the same entry of the history. */
function confirmationIn(state: unknown, userId: string | undefined): Confirmation | null {
  if (typeof state !== 'object' || state === null || !('confirmation' in state)) return null;
  if (!('userId' in state) || state.userId !== userId) return null;
  const { confirmation } = state;
  if (typeof confirmation !== 'object' || confirmation === null || !('kind' in confirmation)) return null;
  if (confirmation.kind === 'confirmed' && 'email' in confirmation)
    return { kind: 'confirmed', email: String(confirmation.email) };
  if ((confirmation.kind === 'refused' || confirmation.kind === 'otherAccount') && 'message' in confirmation)
    return { kind: confirmation.kind, message: String(confirmation.message) };
  return null;
}
