// Who administers the whole server: made by the operator's command alone, never by the API.

export const administrators = `
alter table users add column is_admin FLAG not null default 0;
`;
