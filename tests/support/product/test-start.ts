/** Where the clock of a test server stands until it is moved, and the clock of a device in the page's tests starts. */
export const testStart = '2026-11-21T10:00:00.000Z';
