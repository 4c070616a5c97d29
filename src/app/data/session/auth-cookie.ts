// The hint cookie: readable by scripts, and says only that the auth cookies exist. Its name is in the page's <meta>.
import { isLoopbackHost } from '../../../contract/values/loopback.ts';
import { pageMeta } from './page-meta.ts';

const hintName = () => pageMeta('hint-cookie') ?? 'sideline_hint';

export const hasAuthCookie = () =>
  document.cookie.split('; ').some((cookie) => cookie.startsWith(`${hintName()}=`));

/** Sets the hint cookie to an empty value, with these attributes. */
function setHint(attributes: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${hintName()}=; Path=/; ${attributes}`;
}

/** Deletes the hint cookie in both forms that the server may have set. */
export function forgetAuthCookie(): void {
  setHint('Max-Age=0; Secure; SameSite=None');
  setHint('Max-Age=0; SameSite=Lax');
}

/**
 * Whether this browser stores Secure cookies here, tested by setting one. It tests only on http://localhost, where Safari
 * stores none; elsewhere a session has no other cookies. Call it before a sign-in only: it deletes the hint cookie.
 */
export function supportsSecureCookies(): boolean {
  if (location.protocol !== 'http:' || !isLoopbackHost(location.hostname) || hasAuthCookie()) return true;
  setHint('Max-Age=5; Secure; SameSite=None');
  const isKept = hasAuthCookie();
  forgetAuthCookie();
  return isKept;
}
