// SQLite replans a statement on each run when a parameter is a whole LIMIT or LIKE pattern: our hot queries
// have none.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClient, signIn } from '../../support/client.ts';
import { buildEvent, buildUser } from '../../support/factories.ts';
import { startTestServer } from '../../support/server.ts';

/** In Node, but not yet in its types. */
type Counting = StatementSync & { stat(counter: 'reprepare'): number };

test('hot reads and a reply are planned once, for any number of runs', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const statements = new Map<string, StatementSync>();
  const prepare = DatabaseSync.prototype.prepare;
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    text,
    options,
  ) {
    const statement = prepare.call(this, text, options);
    statements.set(text, statement);
    return statement;
  });
  const event = await buildEvent(server.database.db);
  const member = await signIn(server, await buildUser(server.database.db));
  const visitor = createClient(server);
  const params = { id: event.id };
  const ask = async (limit: number) => {
    for (const filter of [{}, { activity: 'yoga' }, { q: 'training' }, { region: 'Gent', sort: 'newest' }])
      await visitor.call('GET /api/explore/events', { query: { ...filter, limit } });
    await visitor.call('GET /api/explore/members', { query: { activity: 'yoga', limit } });
    await visitor.call('GET /api/events/public/{id}', { params });
    await member.call('GET /api/events/{id}', { params });
    await member.call('GET /api/users/me/events', { query: { tab: 'needsReply', limit } });
    const occurredAt = server.now().toISOString();
    for (const response of ['attending', 'declined'])
      await member.call('PUT /api/events/{id}/registration', { params, body: { response, occurredAt } });
  };
  for (const limit of [5, 6, 7]) await ask(limit);
  const planned = [...statements].filter(([, statement]) => (statement as Counting).stat('reprepare') > 0);
  expect(statements.size).toBeGreaterThan(10);
  expect(planned.map(([text]) => text)).toEqual([]);
});
