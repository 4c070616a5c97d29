// The calls that set and remove the logo of a team or an organization.
export const logoCalls = {
  team: { set: 'PUT /api/teams/{id}/logo', remove: 'DELETE /api/teams/{id}/logo' },
  organization: { set: 'PUT /api/organizations/{id}/logo', remove: 'DELETE /api/organizations/{id}/logo' },
} as const;
