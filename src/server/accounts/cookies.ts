// The three auth cookies, exactly as SPEC section 9 wants them. Our own serialiser: Hono's refuses this Max-Age.
import type { Config } from '../config.ts';

type Names = Config['cookies'];

/** SPEC section 9; browsers cap it at 400 days. The session behind it has its own life on the server. */
const maxAgeSeconds = 60 * 60 * 24 * 100_000;

/** The Set-Cookie lines of a session. The hint is readable and says nothing but that the other two exist. */
export function sessionCookies(names: Names, tokens: { access: string; refresh: string }): string[] {
  return [
    line(names.access, tokens.access, maxAgeSeconds, true),
    line(names.refresh, tokens.refresh, maxAgeSeconds, true),
    line(names.hint, '1', maxAgeSeconds, false),
  ];
}

/** The Set-Cookie lines that delete all three. */
export function deletedCookies(names: Names): string[] {
  return [line(names.access, '', 0, true), line(names.refresh, '', 0, true), line(names.hint, '', 0, false)];
}

/** `value` must be of cookie characters, as base64url and JWTs are. */
function line(name: string, value: string, maxAge: number, isHttpOnly: boolean): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; ${isHttpOnly ? 'HttpOnly; ' : ''}Secure; SameSite=None`;
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
