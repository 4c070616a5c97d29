// A phone number is optional: absent is null. A new column takes the place of the old one, as SQLite cannot drop `not null`.

export const optionalPhone = `
alter table users add column given_phone TEXT;
update users set given_phone = nullif(phone, '');
alter table users drop column phone;
alter table users rename column given_phone to phone;
`;
