// Usernames that look like the operator of a server, or like one of its pages.

const staff = ['admin', 'administrator', 'root', 'support', 'moderator', 'postmaster', 'sideline'];

/** The first path segments of the app's routes (src/app/routing/paths.ts). A test compares them. */
const pages = [
  'checkemail',
  'events',
  'explore',
  'forgetpassword',
  'imprint',
  'login',
  'my',
  'organizations',
  'privacy',
  'register',
  'resetpassword',
  'series',
  'teams',
  'terms',
  'users',
];

/** Other first path segments of this server. */
const served = ['api', 'assets', 'builds', 'metrics'];

export const reservedUsernames: ReadonlySet<string> = new Set([...staff, ...pages, ...served]);

/** Whether a username is reserved, in any case and with dots, dashes or underscores between its letters. */
export function isReservedUsername(username: string): boolean {
  return reservedUsernames.has(username.toLowerCase().replace(/[._-]/g, ''));
}
