// How often a person has held a place without paying since they last had one, so that no one keeps a paid place from others.

export const unpaidHolds = `
alter table registrations add column unpaid_holds INT not null default 0;
`;
