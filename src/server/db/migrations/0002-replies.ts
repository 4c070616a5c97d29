// What replying needs beside the foundation: who must ask before they come back, and old stored answers and an event's notices found quickly.
export const replies = `
alter table registrations add column must_ask FLAG not null default 0;
create index mutations_created on mutations(created_at);
create index notifications_event on notifications(event_id, kind, user_id);
`;
