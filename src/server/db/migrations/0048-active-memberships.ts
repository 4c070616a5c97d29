// Since when a membership is active. `created_at` is the day of the first request to join: someone who was accepted later, or
// came back, would count as a member since then. The other rows stay null and are read as `created_at`, as are those that an
// older process inserts during a rolling upgrade: rewriting 100,000 rows would hold the lock of the new column for 7 s and more.

export const activeMemberships = `
alter table memberships add column active_since INSTANT;
update memberships set active_since = a.at from (
  select object_id, max(at) as at from audit_log
  where object_kind = 'membership' and action in ('membership.joined', 'membership.accepted')
  group by object_id
) a
where a.object_id = memberships.id and a.at > memberships.created_at and memberships.status = 'active';
`;
