// Runs a button's action, one at a time, with its error as text. For forms see use-form.ts.
import { useRef, useState } from 'react';
import { announce } from '../../words/announce.ts';
import { t } from '../../words/t.ts';
import { ApiError, UnreachableError } from '../http/problem.ts';
import { NotStoredError, retryHint } from '../http/write-problems.ts';

export const needsConnection = () => t("This needs a connection, and you don't have one right now.");

/**
 * `run` resolves to whether the action succeeded, and then announces `said`; `failure` says why not. Unexpected errors
 * are rethrown.
 */
export function useAction() {
  const isRunning = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (work: () => Promise<unknown>, said?: string): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await work();
      if (said) announce(said);
      return true;
    } catch (error) {
      setFailure(failureText(error));
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { busy, failure, run, setFailure };
}

export function failureText(error: unknown): string {
  if (error instanceof NotStoredError) return error.message;
  if (error instanceof UnreachableError)
    return error.mayHaveArrived
      ? t("We didn't get an answer. Once you're back online, you'll see here whether it worked.")
      : `${needsConnection()} ${t('Nothing was changed.')}`;
  if (!(error instanceof ApiError)) throw error;
  return (error.fields.map(({ message }) => message).join('. ') || error.message) + retryHint(error);
}
