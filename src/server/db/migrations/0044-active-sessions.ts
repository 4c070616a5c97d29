// The active sessions of a user by their last use: every sign-in looks for those beyond the most that an account may have, and
// would sort all sessions of the user, revoked ones too.

export const activeSessions = `
create index sessions_active on sessions(user_id, last_seen_at, id) where revoked_at is null;
`;
