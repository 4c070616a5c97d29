// Whether a maybe is all that a person has answered: taken back, it counts as no answer again, however often its note changed.

export const onlyMaybe = `
alter table registrations add column only_maybe FLAG not null default 0;
update registrations set only_maybe = 1 where state = 'tentative' and version = 1;
`;
