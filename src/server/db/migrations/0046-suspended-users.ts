// The few suspended people: public lists leave out the events that they own.

export const suspendedUsers = `
create index users_suspended on users(id) where suspended_at is not null;
`;
