// Confirming an e-mail address with the token of the welcome mail's link: asked once, told, and taken out of the address.
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { callApi } from '../../data/call.ts';
import { ApiError } from '../../data/problem.ts';
import { useQuery } from '../../ui/router.tsx';

export type Confirmation =
  | { kind: 'asking' | 'unreachable' }
  | { kind: 'confirmed'; email: string }
  | { kind: 'refused'; message: string };

/** A token works once, and React may run an effect twice: each is sent once. */
const asked = new Map<string, Promise<Confirmation>>();

function confirmOnce(token: string): Promise<Confirmation> {
  const known = asked.get(token);
  if (known) return known;
  const answer = confirm(token);
  asked.set(token, answer);
  return answer;
}

async function confirm(token: string): Promise<Confirmation> {
  try {
    const { email } = await callApi('POST /api/auth/confirm-email', { body: { token } });
    return { kind: 'confirmed', email };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && error.status !== 429)
      return { kind: 'refused', message: error.message };
    asked.delete(token);
    return { kind: 'unreachable' };
  }
}

/** What became of `/?confirm={token}`; null where there is no such link to follow. */
export function useConfirmation(): { confirmation: Confirmation | null; retry: () => void } {
  const token = useQuery().get('confirm');
  const { state } = useLocation();
  const navigate = useNavigate();
  const [isUnreachable, setUnreachable] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    if (!token) return;
    let isCurrent = true;
    void confirmOnce(token).then((confirmation) => {
      if (!isCurrent) return;
      if (confirmation.kind === 'unreachable') setUnreachable(true);
      else navigate('/', { replace: true, state: { confirmation } });
    });
    return () => {
      isCurrent = false;
    };
  }, [token, attempt, navigate]);
  const retry = useCallback(() => {
    setUnreachable(false);
    setAttempt((count) => count + 1);
  }, []);
  const confirmation: Confirmation | null = token
    ? { kind: isUnreachable ? 'unreachable' : 'asking' }
    : confirmationIn(state);
  return { confirmation, retry };
}

function confirmationIn(state: unknown): Confirmation | null {
  if (typeof state !== 'object' || state === null || !('confirmation' in state)) return null;
  const { confirmation } = state;
  if (typeof confirmation !== 'object' || confirmation === null || !('kind' in confirmation)) return null;
  if (confirmation.kind === 'confirmed' && 'email' in confirmation)
    return { kind: 'confirmed', email: String(confirmation.email) };
  if (confirmation.kind === 'refused' && 'message' in confirmation)
    return { kind: 'refused', message: String(confirmation.message) };
  return null;
}
