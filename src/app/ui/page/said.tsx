// What the page before this one has to say, such as "Saved.": it travels with the navigation and is announced once. What it
// says of a write that waits (`subject`) is said only while that waits.
import { useLocation } from 'react-router';
import { useWaiting } from '../../data/outbox/outbox.ts';
import { Notice } from '../notice.tsx';

export function Said() {
  const { state } = useLocation();
  const { said, subject } = (state ?? {}) as { said?: unknown; subject?: unknown };
  const waiting = useWaiting(typeof subject === 'string' ? subject : '');
  const isOver = typeof subject === 'string' && (waiting === null || waiting.refusal !== null);
  return typeof said === 'string' && !isOver ? <Notice icon="circle-check">{said}</Notice> : null;
}
