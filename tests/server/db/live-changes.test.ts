// The change log of live updates: which writes add to it.
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type Call } from '../../../src/contract/api.ts';
import { startSession } from '../../../src/server/accounts/session/sessions.ts';
import { liveTriggers, silentTables } from '../../../src/server/db/live-changes.ts';
import type { Db } from '../../../src/server/db/open.ts';
import { silencePostgresLiveTriggers } from '../../../src/server/db/postgres/live-triggers.ts';
import { createClient, signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildMembership,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { matrix, type Row } from '../access/matrix.ts';
import { buildWorld, viewers } from '../access/world.ts';

let server: TestServer;
let db: Db;
beforeAll(async () => {
  server = await startTestServer();
  db = server.database.db;
});
afterAll(() => server.close());

/** The subjects that a write added to the log, as `event <id>`. */
async function noted(write: () => Promise<unknown>): Promise<string[]> {
  await db.deleteFrom('live_changes').execute();
  await write();
  const rows = await db.selectFrom('live_changes').select(['kind', 'subject']).execute();
  return [...new Set(rows.map(({ kind, subject }) => `${kind} ${subject}`))].toSorted();
}

describe('the change log of live updates', () => {
  test('gets a row for every table, or the table says why not', async () => {
    const tables = await db.introspection.getTables();
    const names = tables
      .map(({ name }) => name)
      .filter((name) => !/^(kysely_|search_index|sqlite_)/.test(name))
      .toSorted();
    const live = liveTriggers.map(({ on }) => on);
    expect([...new Set([...live, ...Object.keys(silentTables)])].toSorted()).toEqual(names);
    expect(live.filter((name) => name in silentTables)).toEqual([]);
  });

  test('names the event and the person of a reply', async () => {
    const event = await buildEvent(db);
    const { id } = await buildUser(db);
    expect(await noted(() => buildRegistration(db, { event_id: event.id, person_id: id }))).toEqual(
      [`access ${id}`, `event ${event.id}`].toSorted(),
    );
  });

  test('names the teams of an event that is given to another team or hidden', async () => {
    const [before, after] = [await buildTeam(db), await buildTeam(db)];
    const event = await buildEvent(db, { owner_team_id: before.id, teams: [before.id] });
    const rows = await noted(() =>
      db.updateTable('events').set({ owner_team_id: after.id }).where('id', '=', event.id).execute(),
    );
    expect(rows).toEqual(expect.arrayContaining([`team ${before.id}`, `team ${after.id}`]));
  });

  test('names the group and the person of a membership that ends', async () => {
    const team = await buildTeam(db);
    const { id } = await buildUser(db);
    await buildMembership(db, { team_id: team.id, person_id: id });
    const end = () =>
      db.updateTable('memberships').set({ status: 'left' }).where('person_id', '=', id).execute();
    expect(await noted(end)).toEqual([`access ${id}`, `team ${team.id}`].toSorted());
  });

  test('is as it was after a transaction that was rolled back', async () => {
    const undone = () =>
      db
        .transaction()
        .execute(async (trx) => {
          await buildEvent(trx);
          throw new Error('undone');
        })
        .catch(() => {});
    expect(await noted(undone)).toEqual([]);
  });

  test('gets no row while a database is copied', async () => {
    if (server.database.dialect.name !== 'postgres') return;
    const copy = () =>
      db.transaction().execute(async (trx) => {
        await sql.raw(silencePostgresLiveTriggers).execute(trx);
        await buildEvent(trx);
      });
    expect(await noted(copy)).toEqual([]);
  });

  test('has the same triggers after another start, and those that were missing', async () => {
    const { dialect } = server.database;
    expect(await dialect.createLiveTriggers(db)).toBe(false);
    for (const { name, on } of liveTriggers) {
      const place = dialect.name === 'postgres' ? ` on ${on}` : '';
      await sql.raw(`drop trigger live_${name}${place}`).execute(db);
    }
    expect(await noted(() => buildEvent(db))).toEqual([]);
    expect(await dialect.createLiveTriggers(db)).toBe(true);
    expect(await noted(() => buildEvent(db))).not.toEqual([]);
  });

  test('gets no row for an update of columns that no screen shows', async () => {
    const { id } = await buildUser(db);
    await startSession(server, id, 'test');
    const rows = () => db.selectFrom('sessions').select('id').where('user_id', '=', id);
    const { id: session } = await rows().executeTakeFirstOrThrow();
    const seen = () => db.updateTable('sessions').set({ last_seen_at: '2026-11-21T11:00:00.000Z' }).execute();
    expect(await noted(seen)).toEqual([]);
    const ended = () => db.updateTable('sessions').set({ revoked_at: '2026-11-21T11:00:00.000Z' });
    expect(await noted(() => ended().where('id', '=', session).execute())).toEqual(
      [`person ${id}`, `session ${session}`].toSorted(),
    );
  });
});

/** Columns that no screen shows. */
const hidden: Partial<Record<string, string[]>> = { sessions: ['last_seen_at'] };
const shownTables = [...new Set(liveTriggers.map(({ on }) => on))];

/** What is in the tables that screens show. */
async function contents(): Promise<string> {
  const texts: string[] = [];
  for (const table of shownTables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
    for (const row of rows) for (const column of hidden[table] ?? []) delete row[column];
    texts.push(...rows.map((row) => `${table} ${JSON.stringify(row)}`));
  }
  return hash('sha1', texts.toSorted().join('\n'));
}

const rows: Partial<Record<Call, Row>> = matrix;
const writes = (Object.keys(api) as Call[]).filter((call) => !call.startsWith('GET '));
const changing: Call[] = [];

describe.each(writes)('%s', (call) => {
  test('adds to the change log of live updates wherever it changes what a screen shows', async () => {
    const row = rows[call];
    // One of them is enough, as the triggers do not see who writes.
    for (const viewer of viewers.filter((_, at) => (row?.statuses[at] ?? 500) < 300).slice(-1)) {
      const world = await buildWorld(db);
      const client = viewer === 'visitor' ? createClient(server) : await signIn(server, world.people[viewer]);
      const before = await contents();
      const subjects = await noted(() => client.call(call, row?.ask(world, viewer)));
      if ((await contents()) === before) continue;
      changing.push(call);
      expect([viewer, subjects]).not.toEqual([viewer, []]);
    }
  });
});

test('most writes of the access matrix change what a screen shows', () => {
  expect(new Set(changing).size).toBeGreaterThan(writes.length / 2);
});
