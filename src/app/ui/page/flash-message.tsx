// A message of the previous page, such as "Saved.": it travels in the navigation state and is announced once.
// A message about a queued write (`subject`) is shown only while that write is in the outbox; after its answer, `done`.
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { isJustAnswered, onLateAnswer } from '../../data/outbox/outbox.ts';
import { useQueued } from '../../data/outbox/use-outbox.ts';
import { silence } from '../../words/announce.ts';
import { Notice } from '../notice.tsx';
import { useIsPage } from './panes.ts';

export function FlashMessage() {
  const { state } = useLocation();
  const { said, subject, done } = (state ?? {}) as Record<string, unknown>;
  const waiting = useQueued(typeof subject === 'string' ? subject : '');
  const isOver = typeof subject === 'string' && (waiting === null || waiting.refusal !== null);
  const isPage = useIsPage();
  /** The state of the message whose write was answered. */
  const [answered, setAnswered] = useState<unknown>();
  useEffect(() => {
    // In two panes each has this; a subject has one listener.
    if (!isPage || typeof subject !== 'string') return undefined;
    const show = () => {
      // In place of what the outbox is about to say.
      if (done) silence();
      setAnswered(state);
    };
    // After the form had gone, and before this was there.
    if (isJustAnswered(subject)) show();
    return onLateAnswer(subject, show);
  }, [isPage, subject, state, done]);
  const message = isOver ? answered === state && done : said;
  const text = isPage && typeof message === 'string' ? message : null;
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    // A live region has to be there before its text.
    setShown(text);
    // This message says more than the write itself.
    if (text) silence();
  }, [text]);
  return (
    <div role="status">
      {shown ? (
        <Notice icon="circle-check" role="none">
          {shown}
        </Notice>
      ) : null}
    </div>
  );
}
