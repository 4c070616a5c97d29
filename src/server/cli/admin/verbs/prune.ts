// `prune`: deletes all expired rows at once, as the server's job does in steps.
import { mailFolder } from '../../../ports/mailer.ts';
import { prune as pruneDatabase } from '../../../pruning/prune.ts';
import { pruneMails } from '../../../pruning/prune-mails.ts';
import { readSettings, withDatabase } from '../database.ts';
import type { Verb } from '../verb.ts';
import { count, sum } from './backup.ts';

export const prune: Verb = {
  name: 'prune',
  summary: 'Delete at once what the server deletes by its age',
  options: {},
  details: [
    'The server does the same by itself every hour; README.md lists the ages. Records of money, events and replies are never deleted.',
  ],
  beside: 'works: the jobs of any number of servers do the same at once.',
  async run(_given, io) {
    const config = readSettings(io);
    const pruned = await withDatabase(config, {}, (database) => pruneDatabase(database, io.now()));
    pruned.push(await pruneMails(mailFolder(config), io.now(), { isWhole: true }));
    return {
      lines: pruned.map(({ what, deleted }) => `${what}: ${count(deleted)}`),
      data: { pruned, deleted: sum(pruned.map(({ deleted }) => deleted)) },
    };
  },
};
