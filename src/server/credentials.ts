// Addresses of other servers that hold a password: checked before they are used, and never shown.

/** What is wrong with an address such as `postgres://user:password@host/name`; null when nothing is. Repeats nothing of it. */
export function faultOfAddress(text: string, schemes: readonly string[]): string | null {
  const [, scheme = '', authority = '', rest = ''] = /^([a-z]+):\/\/([^/?#]*)(.*)$/s.exec(text) ?? [];
  if (!schemes.includes(scheme))
    return `an address that starts with ${schemes.map((one) => `${one}://`).join(' or ')}`;
  // The password of `user:pa/ss@host` ends the host's part too early.
  if (/\s/.test(text) || rest.includes('@') || !isDecodable(authority))
    return 'characters of the user or password must be percent-encoded, as %40 for @, %2F for /, %23 for #';
  // PostgreSQL knows addresses without a host, for a socket on this machine.
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

/** A text for people or logs, with the user and password of every address in it replaced. */
export const hideCredentials = (text: string): string =>
  text.replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s"'<>/?#]*@/gi, '$1***@');
