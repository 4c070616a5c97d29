// Custom HTTP headers. Plain values, so that the app may import them.

/** On every response of the API: the server's time in milliseconds since 1970, for devices with a wrong clock. */
export const serverTimeHeader = 'x-server-time';

/**
 * On a request with a session: the id of the user that the app shows as signed in, or `unknown`. The API refuses the
 * request with `other_person` if the session belongs to another user.
 */
export const personHeader = 'x-person';

/**
 * On a queued write with `sentAt`: how far the server's clock is ahead of the device's, in milliseconds, as the device
 * measured it. An API that does not know it takes the time that a request travels for a part of that.
 */
export const clockOffsetHeader = 'x-clock-offset';
