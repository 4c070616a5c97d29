// Invitations alone say who is invited, and each names its inviter: it holds while the inviter may still invite. An
// invitation without an inviter cannot be judged, so it ends. `daily_uses` counts what one person may do so often a day.

export const invitationAuthority = `
delete from invitations where invited_by is null;
delete from memberships where status = 'invited';
create index invitations_updated on invitations(updated_at);

create table daily_uses (
  user_id ID not null references users(id) on delete cascade,
  action TEXT not null,
  day TEXT not null,
  uses INT not null,
  primary key (user_id, action, day)
);
create index daily_uses_day on daily_uses(day);
`;
