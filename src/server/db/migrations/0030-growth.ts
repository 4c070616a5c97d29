// What keeps a database quick while it grows: indexes for what is deleted by its age (pruning/retention.ts) and for the sandbox's
// job, and a note of every change that a calendar feed may show.

export const growth = `
create index refresh_tokens_rotated on refresh_tokens(rotated_at) where rotated_at is not null;
create index sessions_revoked on sessions(revoked_at) where revoked_at is not null;
create index sessions_seen on sessions(last_seen_at);
create index push_subscriptions_session on push_subscriptions(session_id);
create index one_time_tokens_expired on one_time_tokens(expires_at);
create index notifications_old on notifications(created_at);
create index provider_events_old on provider_events(received_at);
create index calendar_feeds_revoked on calendar_feeds(revoked_at) where revoked_at is not null;
create index audit_log_old on audit_log(at);

create index sandbox_checkouts_hanging on sandbox_checkouts(settles_at) where state = 'processing';
`;
