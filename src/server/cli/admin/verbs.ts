// Every verb of the operator's command, in the order of the help text.
import { backup } from './backup.ts';
import { createAdmin } from './create-admin.ts';
import { doctor } from './doctor.ts';
import { listUsers } from './list-users.ts';
import { moveToPostgres } from './move-to-postgres.ts';
import { prune } from './prune.ts';
import { resetPassword } from './reset-password.ts';
import { restore } from './restore.ts';
import { suspend, unsuspend } from './suspend.ts';
import type { Verb } from './verb.ts';

export const verbs: readonly Verb[] = [
  createAdmin,
  resetPassword,
  suspend,
  unsuspend,
  listUsers,
  backup,
  restore,
  moveToPostgres,
  doctor,
  prune,
];
