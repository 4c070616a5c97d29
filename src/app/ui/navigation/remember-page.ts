// For code that leads on once a request is answered: someone who has gone to another page meanwhile stays there.

/** Remembers the open page. The result says whether it is still open. */
export function rememberPage(): () => boolean {
  const { pathname } = location;
  return () => location.pathname === pathname;
}
