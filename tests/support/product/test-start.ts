/** The initial time of a test server's clock and of a device's clock in the page's tests. */
export const testStart = '2026-11-21T10:00:00.000Z';
