// All verbs of the admin command, in the order of the help text.

import type { Verb } from './verb.ts';
import { backup } from './verbs/backup.ts';
import { createAdmin } from './verbs/create-admin.ts';
import { doctor } from './verbs/doctor.ts';
import { listUsers } from './verbs/list-users.ts';
import { moveToPostgres } from './verbs/move-to-postgres.ts';
import { prune } from './verbs/prune.ts';
import { resetPassword } from './verbs/reset-password.ts';
import { restore } from './verbs/restore.ts';
import { suspend, unsuspend } from './verbs/suspend.ts';
import { takeDown } from './verbs/take-down.ts';

export const verbs: readonly Verb[] = [
  createAdmin,
  resetPassword,
  suspend,
  unsuspend,
  takeDown,
  listUsers,
  backup,
  restore,
  moveToPostgres,
  doctor,
  prune,
];
