// Recognizes a deleted account. Its row of `users` stays for its foreign keys.
import { sql } from 'kysely';
import { deletedAccountDomain } from '../../contract/common.ts';

/** Stored for a deleted account. Only the server can write it, as every password is stored as an argon2id hash. */
export const deletedPasswordHash = 'none';

/** Whether the account was deleted by its user; its row stays, without personal data. */
export const isDeletedAccount = (user: { email: string; password_hash: string }) =>
  user.password_hash === deletedPasswordHash && user.email.endsWith(deletedAccountDomain);

/** The same as a condition on `users` with the alias `u`. */
export const isDeletedUser = () =>
  sql<boolean>`(u.password_hash = ${deletedPasswordHash} and u.email like ${`%${deletedAccountDomain}`})`;
