// Usernames that would pass for the people who run a server, or for one of its pages.

const staff = ['admin', 'administrator', 'root', 'support', 'moderator', 'postmaster', 'sideline'];

/** The first words of the page's routes, as in app/paths.ts: a test compares them. */
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

/** What else this server answers under. */
const served = ['api', 'assets', 'builds', 'metrics'];

export const reservedUsernames: ReadonlySet<string> = new Set([...staff, ...pages, ...served]);

/** Whether a username is reserved, in any case and with dots, dashes or underscores between its letters. */
export function isReservedUsername(username: string): boolean {
  return reservedUsernames.has(username.toLowerCase().replace(/[._-]/g, ''));
}
