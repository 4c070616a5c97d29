// People whose accounts were deleted have no name any more: it is said when it is read, in the reader's language.

export const formerMembers = `
update people set name = '', sort_name = ''
  where name = 'Former member' and id in (select u.id from users u where u.email like '%@left.invalid');
`;
