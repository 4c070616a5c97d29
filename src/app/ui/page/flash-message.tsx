// A message of the previous page, such as "Saved.": it travels in the navigation state and is announced once.
// A message about a queued write (`subject`) is shown only while that write is in the outbox.
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useQueued } from '../../data/outbox/outbox.ts';
import { announce } from '../../words/announce.ts';
import { Notice } from '../notice.tsx';
import { useIsPage } from './panes.ts';

export function FlashMessage() {
  const { state } = useLocation();
  const { said, subject } = (state ?? {}) as { said?: unknown; subject?: unknown };
  const waiting = useQueued(typeof subject === 'string' ? subject : '');
  const isOver = typeof subject === 'string' && (waiting === null || waiting.refusal !== null);
  const isPage = useIsPage();
  const text = isPage && typeof said === 'string' && !isOver ? said : null;
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    // A live region has to be there before its text.
    setShown(text);
    // This message says more than the write itself.
    if (text) announce('');
  }, [text]);
  return <div role="status">{shown ? <Notice icon="circle-check">{shown}</Notice> : null}</div>;
}
