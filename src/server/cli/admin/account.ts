// Finds the account that a verb names.
import { isDeletedAccount } from '../../accounts/deleted-account-queries.ts';
import { findAccount, findUser } from '../../accounts/queries.ts';
import type { Db } from '../../db/open.ts';
import { Refusal } from '../../db/transfer/store.ts';

/** The account with this username or e-mail address; undefined where there is none. */
export async function findUserOfAccount(db: Db, name: string) {
  const found = await findAccount(db, name.trim().toLowerCase());
  return found && findUser(db, found.id);
}

/** The same; throws `Refusal` for an unknown account, or one whose person left. */
export async function requireAccount(db: Db, name: string) {
  const found = await findAccount(db, name.trim().toLowerCase());
  if (found && isDeletedAccount(found))
    throw new Refusal(`The person of ${found.username} left, and the account is empty.`);
  const user = found && (await findUser(db, found.id));
  if (!user) throw new Refusal(`There is no account "${name}".`);
  return user;
}
