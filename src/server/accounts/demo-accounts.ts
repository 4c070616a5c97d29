// The accounts of the demo data, whose password everyone knows.
import type { Db } from '../db/open.ts';
import { verifyPassword } from './passwords.ts';
import { findAccount } from './queries.ts';

export const demoPassword = 'sideline-demo';

/** The names of those that anyone can sign in to. */
export async function openDemoAccounts(db: Db): Promise<string[]> {
  const open: string[] = [];
  for (const name of ['coach', 'trainee']) {
    const account = await findAccount(db, name);
    if (!account || account.suspended_at !== null) continue;
    if (await verifyPassword(account.password_hash, demoPassword)) open.push(name);
  }
  return open;
}
