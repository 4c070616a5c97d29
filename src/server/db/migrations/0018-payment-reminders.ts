// When someone is to be reminded that their place is held until they pay; null where no place is held, or they were.

export const paymentReminders = `
alter table registrations add column pay_reminder_at INSTANT;
create index registrations_pay_reminder on registrations(pay_reminder_at, event_id) where pay_reminder_at is not null;
`;
