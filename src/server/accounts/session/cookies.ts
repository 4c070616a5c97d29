// Cookies with the attributes of docs/product.md, "Sessions and cookies". Own serializer: Hono's rejects this Max-Age.
import { plainCookiesHeader } from '../../../contract/values/loopback.ts';
import type { Config } from '../../config.ts';

type Names = Config['cookies'];

/**
 * `secure`: docs/product.md, "Sessions and cookies". `plain`: for a browser on this machine that stores no Secure cookies
 * over plain HTTP (Safari on `http://localhost`). SameSite=None requires Secure, so `plain` is Lax.
 */
export type CookieForm = 'secure' | 'plain';
const formAttributes: Record<CookieForm, string> = { secure: 'Secure; SameSite=None', plain: 'SameSite=Lax' };

/** docs/product.md, "Sessions and cookies"; browsers cap it at 400 days. The server expires the session itself. */
const maxAgeSeconds = 60 * 60 * 24 * 100_000;

/** The hint cookie stores the form of its session, so that a refresh uses the same form. */
const hintOf: Record<CookieForm, string> = { secure: '1', plain: 'plain' };

/** The cookie form of a response: plain only with `isPlainLoopback`, and if the browser asks for it or has it. */
export function cookieFormOf(
  { headers, isPlainLoopback }: { headers: Headers; isPlainLoopback: boolean },
  names: Names,
): CookieForm {
  const isWanted =
    headers.get(plainCookiesHeader) !== null || readCookie(headers, names.hint) === hintOf.plain;
  return isPlainLoopback && isWanted ? 'plain' : 'secure';
}

/** The Set-Cookie values of a session. The hint is readable by scripts and contains no secret. */
export function sessionCookies(
  names: Names,
  tokens: { access: string; refresh: string },
  form: CookieForm,
): string[] {
  return [
    line(names.access, tokens.access, { maxAgeSeconds, isHttpOnly: true, form }),
    line(names.refresh, tokens.refresh, { maxAgeSeconds, isHttpOnly: true, form }),
    line(names.hint, hintOf[form], { maxAgeSeconds, isHttpOnly: false, form }),
  ];
}

/** The Set-Cookie value of the token of a known device. It outlives the session. */
export function deviceCookie(names: Names, token: string, form: CookieForm): string {
  return line(names.device, token, { maxAgeSeconds, isHttpOnly: true, form });
}

/** The Set-Cookie values that delete a session's cookies, in each form that the browser may have. */
export function deletedCookies(names: Names, { isPlainLoopback }: { isPlainLoopback: boolean }): string[] {
  const forms: CookieForm[] = isPlainLoopback ? ['secure', 'plain'] : ['secure'];
  return forms.flatMap((form) => [
    line(names.access, '', { maxAgeSeconds: 0, isHttpOnly: true, form }),
    line(names.refresh, '', { maxAgeSeconds: 0, isHttpOnly: true, form }),
    line(names.hint, '', { maxAgeSeconds: 0, isHttpOnly: false, form }),
  ]);
}

/** `value` must be a valid cookie value, as base64url and JWTs are. */
function line(
  name: string,
  value: string,
  given: { maxAgeSeconds: number; isHttpOnly: boolean; form: CookieForm },
): string {
  const { maxAgeSeconds: maxAge, isHttpOnly, form } = given;
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; ${isHttpOnly ? 'HttpOnly; ' : ''}${formAttributes[form]}`;
}

/** The value of the first cookie with this name; null if it is missing, empty, or longer than any of our values. */
export function readCookie(headers: Headers, name: string): string | null {
  const prefix = `${name}=`;
  for (const part of headers.get('cookie')?.split(';') ?? []) {
    const cookie = part.trim();
    if (cookie.startsWith(prefix)) {
      const value = cookie.slice(prefix.length);
      return value !== '' && value.length <= 1024 ? value : null;
    }
  }
  return null;
}
