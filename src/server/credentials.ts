// Validates connection URLs with passwords, and hides them in logs.

/** The fault of a URL such as `postgres://user:password@host/name`, without repeating it; null for a valid one. */
export function faultOfAddress(text: string, schemes: readonly string[]): string | null {
  const [, scheme = '', authority = '', rest = ''] = /^([a-z]+):\/\/([^/?#]*)(.*)$/s.exec(text) ?? [];
  if (!schemes.includes(scheme))
    return `an address that starts with ${schemes.map((one) => `${one}://`).join(' or ')}`;
  // An unescaped slash in the password (`user:pa/ss@host`) ends the authority too early.
  if (/\s/.test(text) || rest.includes('@') || !isDecodable(authority))
    return 'characters of the user or password must be percent-encoded, as %40 for @, %2F for /, %23 for #';
  // PostgreSQL allows URLs without a host, for a Unix socket.
  if (!URL.canParse(text.replace(/@(?=\/)/, '@localhost')))
    return `an address such as ${scheme}://user:password@host`;
  return null;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** A text for people or logs, with user and password of every URL in it replaced. */
export const hideCredentials = (text: string): string =>
  text.replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s"'<>/?#]*@/gi, '$1***@');
