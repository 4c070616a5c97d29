// Groups of reads that the same writes change, for `affects`.

/** Reads that contain a person's reply to an event, or counts of replies. */
export const replyReads = [
  'GET /api/events/{id}',
  'GET /api/events/public/{id}',
  'GET /api/events/{id}/registrations',
  'GET /api/events/{id}/reminders',
  'GET /api/events/{id}/payment',
  'GET /api/events/{id}/payments',
  'GET /api/series/{id}',
  'GET /api/series/{id}/dates',
  'GET /api/users/me/events',
  'GET /api/users/me/calendar',
  'GET /api/explore/events',
] as const;

/** Reads that contain events. */
export const eventReads = [
  ...replyReads,
  'GET /api/teams/{id}',
  'GET /api/teams/{id}/fixtures',
  'GET /api/organizations/{id}',
  'GET /api/users/{id}',
  'GET /api/explore',
  'GET /api/explore/facets',
] as const;

/** Reads that depend on memberships, also through the group's events and the replies to them. */
export const membershipReads = [
  ...replyReads,
  'GET /api/teams/{id}',
  'GET /api/teams/{id}/roster',
  'GET /api/teams/{id}/members',
  'GET /api/organizations/{id}',
  'GET /api/organizations/{id}/members',
  'GET /api/users/me/teams',
  'GET /api/users/me/organizations',
  'GET /api/users/me/notifications',
] as const;
