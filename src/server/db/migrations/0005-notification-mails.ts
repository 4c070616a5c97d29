// Quiet hours belong to the person, not to each preference. Notifications are claimed before they are mailed: `mail_after`
// says until when a claim or a pause holds. Notifications from before mails existed are not mailed.

export const notificationMails = `
alter table users add column quiet_from TEXT default '21:00';
alter table users add column quiet_to TEXT default '08:00';
alter table notification_preferences drop column quiet_from;
alter table notification_preferences drop column quiet_to;
alter table notifications add column mail_after INSTANT;
alter table notifications add column mail_attempts INT not null default 0;
update notifications set mailed_at = created_at where mailed_at is null;
create index notifications_unmailed on notifications(user_id, created_at) where mailed_at is null;
create index calendar_feeds_user on calendar_feeds(user_id);
`;
