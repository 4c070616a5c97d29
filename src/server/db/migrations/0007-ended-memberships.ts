// When a membership ended. An invitation or a request that follows does not make a former member a newcomer.

export const endedMemberships = `
alter table memberships add column ended_at INSTANT;
update memberships set ended_at = updated_at where status in ('left', 'removed');
`;
