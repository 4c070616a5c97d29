// What app and server share for plain HTTP on the loopback interface. Plain values, so that the app may import them.

/** On a sign-in from a browser that stores no Secure cookies over plain HTTP, such as Safari on `http://localhost`. */
export const plainCookiesHeader = 'x-plain-cookies';

/** Whether a host name of a URL always resolves to the loopback interface (RFC 6761, RFC 1122, RFC 4291). */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
