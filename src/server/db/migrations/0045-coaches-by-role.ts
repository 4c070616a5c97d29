// A role that plans for a group turns coaching on. Those who had such a role before saw none of its events on their home page, and
// could not plan one.

export const coachesByRole = `
update users set is_coach = 1, version = version + 1
where is_coach = 0 and id in (
  select m.person_id from memberships m where m.status = 'active' and m.role in ('coach', 'admin', 'owner')
);
`;
