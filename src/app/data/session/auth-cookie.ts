// The readable cookie that only says that the auth cookies exist; its name comes with the page.
import { isLoopbackHost } from '../../../contract/values/loopback.ts';
import { pageMeta } from './page-meta.ts';

const hintName = () => pageMeta('hint-cookie') ?? 'sideline_hint';

export const hasAuthCookie = () =>
  document.cookie.split('; ').some((cookie) => cookie.startsWith(`${hintName()}=`));

/** Sets the hint cookie to nothing that anyone reads, with these attributes. */
function setHint(attributes: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${hintName()}=; Path=/; ${attributes}`;
}

/** In both forms that the server may have given it. */
export function forgetAuthCookie(): void {
  setHint('Max-Age=0; Secure; SameSite=None');
  setHint('Max-Age=0; SameSite=Lax');
}

/**
 * Whether this browser keeps Secure cookies here, found by setting one. It is asked only on plain HTTP on this machine,
 * where Safari keeps none; everywhere else a session has no other cookies. For before a sign-in: it leaves no hint.
 */
export function keepsSecureCookies(): boolean {
  if (location.protocol !== 'http:' || !isLoopbackHost(location.hostname) || hasAuthCookie()) return true;
  setHint('Max-Age=5; Secure; SameSite=None');
  const isKept = hasAuthCookie();
  forgetAuthCookie();
  return isKept;
}
