// The membership calls by kind of group: requests and answers are the same.
export const groupCalls = {
  team: {
    join: 'PUT /api/teams/{id}/membership',
    leave: 'DELETE /api/teams/{id}/membership',
    members: 'GET /api/teams/{id}/members',
    change: 'PATCH /api/teams/{id}/members/{userId}',
    invite: 'POST /api/teams/{id}/invitations',
    withdraw: 'DELETE /api/teams/{id}/invitations/{invitationId}',
  },
  organization: {
    join: 'PUT /api/organizations/{id}/membership',
    leave: 'DELETE /api/organizations/{id}/membership',
    members: 'GET /api/organizations/{id}/members',
    change: 'PATCH /api/organizations/{id}/members/{userId}',
    invite: 'POST /api/organizations/{id}/invitations',
    withdraw: 'DELETE /api/organizations/{id}/invitations/{invitationId}',
  },
} as const;

export type Scope = keyof typeof groupCalls;
