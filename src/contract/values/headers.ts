// Headers of our own, by the side that reads them. Plain values, so the page may import them.

/** On every answer of the API: the server's time in milliseconds since 1970, for devices whose clock is wrong. */
export const serverTimeHeader = 'x-server-time';

/**
 * On a call of someone who holds a session: the id of the person the page takes them for, or `unknown`. The API refuses
 * the call with `other_person` when the session belongs to someone else by then.
 */
export const personHeader = 'x-person';
