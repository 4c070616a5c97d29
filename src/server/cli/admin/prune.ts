// `prune`: deletes at once what the server's jobs delete by and by.
import { removeDeadSessions } from '../../accounts/queries.ts';
import { removeOldSignIns } from '../../accounts/sign-in-guard.ts';
import type { Database } from '../../db/open.ts';
import type { Tables } from '../../db/schema.ts';
import { forgetOldInvitations } from '../../groups/invitation-queries.ts';
import { forgetDailyUses } from '../../http/daily-uses.ts';
import { forgetOldAnswers } from '../../http/write-once.ts';
import { count, sum } from './backup.ts';
import { readSettings, withDatabase } from './database.ts';
import type { Verb } from './verb.ts';

type Pruning = {
  what: string;
  table: keyof Tables;
  run(database: Database, at: Date): Promise<void>;
};

const prunings: readonly Pruning[] = [
  {
    what: 'Answers stored under an Idempotency-Key',
    table: 'mutations',
    run: ({ db }, at) => forgetOldAnswers(db, at),
  },
  { what: 'Invitations', table: 'invitations', run: ({ db }, at) => forgetOldInvitations(db, at) },
  {
    what: 'Counts of what a person did on a day',
    table: 'daily_uses',
    run: ({ db }, at) => forgetDailyUses(db, at),
  },
  {
    what: 'Failed attempts to sign in',
    table: 'sign_in_attempts',
    run: (database, at) => removeOldSignIns({ database, now: () => at }),
  },
  { what: 'Sessions', table: 'sessions', run: ({ db }, at) => removeDeadSessions(db, at) },
];

export const prune: Verb = {
  name: 'prune',
  summary: 'Delete at once what the server deletes by its age',
  options: {},
  details: [
    'The server does the same by itself every hour. Records of money, events and replies are never deleted.',
  ],
  beside: 'works: the jobs of any number of servers do the same at once.',
  async run(_given, io) {
    return withDatabase(readSettings(io), {}, async (database) => {
      const pruned = await pruneAll(database, io.now());
      return {
        lines: pruned.map(({ what, deleted }) => `${what}: ${count(deleted)}`),
        data: { pruned, deleted: sum(pruned.map(({ deleted }) => deleted)) },
      };
    });
  },
};

async function pruneAll(database: Database, at: Date) {
  const countRows = async (table: keyof Tables) => {
    const { rows } = await database.db
      .selectFrom(table)
      .select((select) => select.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return rows;
  };
  const pruned: { what: string; table: string; deleted: number }[] = [];
  for (const { what, table, run } of prunings) {
    const first = await countRows(table);
    let before = first;
    // Each run deletes a part.
    for (;;) {
      await run(database, at);
      const after = await countRows(table);
      if (after >= before) break;
      before = after;
    }
    pruned.push({ what, table, deleted: Math.max(0, first - before) });
  }
  return pruned;
}
