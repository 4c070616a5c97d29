// Our cookies, with the attributes of docs/product.md, "Sessions and cookies". Our own serialiser: Hono's refuses this Max-Age.
import { plainCookiesHeader } from '../../../contract/values/loopback.ts';
import type { Config } from '../../config.ts';

type Names = Config['cookies'];

/**
 * `secure`: docs/product.md, "Sessions and cookies". `plain` is for a browser on this machine that keeps no Secure cookies over plain HTTP
 * (Safari on `http://localhost`); SameSite=None needs Secure, so it is Lax there.
 */
export type CookieForm = 'secure' | 'plain';
const formAttributes: Record<CookieForm, string> = { secure: 'Secure; SameSite=None', plain: 'SameSite=Lax' };

/** docs/product.md, "Sessions and cookies"; browsers cap it at 400 days. The session behind it has its own life on the server. */
const maxAgeSeconds = 60 * 60 * 24 * 100_000;

/** The hint says which form its session has, so that a refresh keeps it. */
const hintOf: Record<CookieForm, string> = { secure: '1', plain: 'plain' };

/** The form for the answer to a request: plain only where the browser asked for it or has it, and `isPlainLoopback`. */
export function cookieFormOf(
  { headers, isPlainLoopback }: { headers: Headers; isPlainLoopback: boolean },
  names: Names,
): CookieForm {
  const isWanted =
    headers.get(plainCookiesHeader) !== null || readCookie(headers, names.hint) === hintOf.plain;
  return isPlainLoopback && isWanted ? 'plain' : 'secure';
}

/** The Set-Cookie lines of a session. The hint is readable and says nothing but that the other two exist. */
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

/** The Set-Cookie line of the token by which a device that signed in before is known. It outlives the session. */
export function deviceCookie(names: Names, token: string, form: CookieForm): string {
  return line(names.device, token, { maxAgeSeconds, isHttpOnly: true, form });
}

/** The Set-Cookie lines that delete a session's cookies, in each form that the browser may hold. */
export function deletedCookies(names: Names, { isPlainLoopback }: { isPlainLoopback: boolean }): string[] {
  const forms: CookieForm[] = isPlainLoopback ? ['secure', 'plain'] : ['secure'];
  return forms.flatMap((form) => [
    line(names.access, '', { maxAgeSeconds: 0, isHttpOnly: true, form }),
    line(names.refresh, '', { maxAgeSeconds: 0, isHttpOnly: true, form }),
    line(names.hint, '', { maxAgeSeconds: 0, isHttpOnly: false, form }),
  ]);
}

/** `value` must be of cookie characters, as base64url and JWTs are. */
function line(
  name: string,
  value: string,
  given: { maxAgeSeconds: number; isHttpOnly: boolean; form: CookieForm },
): string {
  const { maxAgeSeconds: maxAge, isHttpOnly, form } = given;
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; ${isHttpOnly ? 'HttpOnly; ' : ''}${formAttributes[form]}`;
}

/** The value of the first cookie with this name; null when there is none, it is empty, or far longer than ours are. */
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
