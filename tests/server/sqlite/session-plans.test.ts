// Sign-ins and the list of devices read the active sessions of a user in the order of their last use.
import { DatabaseSync } from 'node:sqlite';
import { v7 as uuid } from 'uuid';
import { expect, onTestFinished, test, vi } from 'vitest';
import { revokeOldSessions } from '../../../src/server/accounts/queries.ts';
import { openTestDatabase } from '../../support/server.ts';

test('the least recently used sessions of a user come from an index, without sorting', async () => {
  const database = await openTestDatabase();
  onTestFinished(database.close);
  const plans: string[] = [];
  const prepare = DatabaseSync.prototype.prepare;
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    text,
    options,
  ) {
    if (text.startsWith('select "id" from "sessions"')) {
      const plan = prepare.call(this, `explain query plan ${text}`).all();
      plans.push(plan.map(({ detail }) => String(detail)).join('\n'));
    }
    return prepare.call(this, text, options);
  });
  await revokeOldSessions(database.db, uuid(), 99, '2026-11-21T10:00:00.000Z');
  expect(plans).toHaveLength(1);
  expect(plans[0]).toContain('USING INDEX sessions_active');
  expect(plans[0]).not.toContain('TEMP B-TREE');
});
