// The reads that change together, for the `affects` of writes. Only those on a screen are asked for again, so a list may
// name too many; one that names too few leaves an old answer on a screen.

/**
 * What shows events, replies or counts of them. A new event may bring a new place along, and a reply resolves notifications.
 */
export const eventReads = [
  'GET /api/events/{id}',
  'GET /api/events/public/{id}',
  'GET /api/events/{id}/registrations',
  'GET /api/events/{id}/reminders',
  'GET /api/events/{id}/attendance',
  'GET /api/events/{id}/attendance/{personId}',
  'GET /api/events/{id}/check-in-key',
  'GET /api/users/me/attendance',
  'GET /api/events/{id}/payment',
  'GET /api/events/{id}/payments',
  'GET /api/series/{id}',
  'GET /api/series/{id}/dates',
  'GET /api/users/me/events',
  'GET /api/users/me/calendar',
  'GET /api/users/me/busy',
  'GET /api/users/me/notifications',
  'GET /api/users/me/teams',
  'GET /api/users/{id}',
  'GET /api/teams/{id}',
  'GET /api/teams/{id}/attendance',
  'GET /api/users/me/coaching-hours',
  'GET /api/teams/{id}/fixtures',
  'GET /api/organizations/{id}',
  'GET /api/places',
  'GET /api/explore',
  'GET /api/explore/facets',
  'GET /api/explore/events',
  'GET /api/explore/organizers',
] as const;

/** What shows who was there. */
export const attendanceReads = [
  'GET /api/events/{id}',
  'GET /api/events/{id}/attendance',
  'GET /api/events/{id}/attendance/{personId}',
  'GET /api/users/me/events',
  'GET /api/users/me/calendar',
  'GET /api/teams/{id}',
  'GET /api/teams/{id}/attendance',
  'GET /api/teams/{id}/roster',
] as const;

/** What shows people and their groups. A member sees the events of a group, and is asked for replies; a role may turn coaching on. */
export const peopleReads = [
  ...eventReads,
  'GET /api/users/me/profile',
  'GET /api/users/me/settings',
  'GET /api/events/{id}/people',
  'GET /api/teams/{id}/roster',
  'GET /api/teams/{id}/members',
  'GET /api/organizations/{id}/members',
  'GET /api/organizations/{id}/teams',
  'GET /api/users/me/organizations',
  'GET /api/explore/members',
  'GET /api/explore/organizations',
  'GET /api/explore/teams',
] as const;
