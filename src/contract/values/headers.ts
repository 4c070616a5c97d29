// Custom HTTP headers. Plain values, so that the app may import them.

/** On every response of the API: the server's time in milliseconds since 1970, for devices with a wrong clock. */
export const serverTimeHeader = 'x-server-time';

/**
 * On a request with a session: the id of the user that the app shows as signed in, or `unknown`. The API refuses the
 * request with `other_person` if the session belongs to another user.
 */
export const personHeader = 'x-person';
