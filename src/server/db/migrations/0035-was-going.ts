// Whether a registration was a confirmed place when its event was cancelled; unknown for those that were cancelled before.

export const wasGoing = `
alter table registrations add column was_going FLAG not null default 0;
`;
