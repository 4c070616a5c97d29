// What page and server agree on where the product runs on plain HTTP on one's own machine. Plain values, so the page may import them.

/** On a sign-in from a browser that keeps no Secure cookies over plain HTTP, as Safari on `http://localhost`. */
export const plainCookiesHeader = 'x-plain-cookies';

/** Whether a host name, as URLs write it, always means the machine itself (RFC 6761, RFC 1122, RFC 4291). */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
