// Who acted, so that a notification can name them; null where no one did, or it is older than this column.

export const notificationActors = `
alter table notifications add column actor_id ID references people(id) on delete set null;
create index notifications_actor on notifications(actor_id) where actor_id is not null;
`;
