// What the page before this one has to say, such as "Saved.": it travels with the navigation and is announced once.
import { useLocation } from 'react-router';
import { Notice } from './notice.tsx';

export function Said() {
  const { state } = useLocation();
  const said = (state as { said?: unknown } | null)?.said;
  return typeof said === 'string' ? <Notice icon="circle-check">{said}</Notice> : null;
}
