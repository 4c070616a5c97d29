// Migration 0048 on a database of the version before it: memberships that were accepted or joined again get that day.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrations, onlyMigrations } from '../../../src/server/db/migrate.ts';
import type { Database } from '../../../src/server/db/open.ts';
import { memberSince } from '../../../src/server/groups/queries.ts';
import { buildMembership, buildTeam, buildUser } from '../../support/factories.ts';
import { openNewDatabase } from '../../support/server.ts';

let database: Database;
beforeAll(async () => {
  database = await openNewDatabase();
  const known = migrations(database.dialect);
  const names = Object.keys(known).filter((name) => name < '0048');
  await migrate(database, onlyMigrations(known, names));
});
afterAll(() => database.close());

const day = (date: number) => `2026-11-0${date}T10:00:00.000Z`;

test('migration 0048 takes from the audit log when a membership became active', async () => {
  const { db } = database;
  const team = await buildTeam(db);
  /** A membership with its audit entries, one on each day from the first of the month. */
  const build = async (status: 'active' | 'left' | 'requested', ...actions: string[]) => {
    const { id: person_id, name } = await buildUser(db);
    const { id: object_id } = await buildMembership(db, {
      team_id: team.id,
      person_id,
      status,
      created_at: day(1),
      updated_at: day(Math.max(1, actions.length)),
    });
    for (const [index, action] of actions.entries())
      await db
        .insertInto('audit_log')
        .values({
          id: uuid(),
          actor_id: person_id,
          action: `membership.${action}`,
          object_kind: 'membership',
          object_id,
          before: null,
          after: null,
          at: day(index + 1),
        })
        .execute();
    return name;
  };
  const joined = await build('active', 'joined');
  const edited = await build('active', 'joined', 'edited');
  const added = await build('active', 'added', 'edited');
  const accepted = await build('active', 'requested', 'accepted', 'roleChanged');
  const cameBack = await build('active', 'joined', 'left', 'joined');
  const left = await build('left', 'joined', 'left', 'joined', 'left');
  const asked = await build('requested', 'requested');
  await migrate(database);
  const rows = await db
    .selectFrom('memberships as g')
    .innerJoin('people as who', 'who.id', 'g.person_id')
    .select(['who.name', 'g.active_since', memberSince('g').as('since')])
    .execute();
  expect(Object.fromEntries(rows.map((row) => [row.name, [row.active_since, row.since]]))).toEqual({
    [joined]: [null, day(1)],
    [edited]: [null, day(1)],
    [added]: [null, day(1)],
    [accepted]: [day(2), day(2)],
    [cameBack]: [day(3), day(3)],
    [left]: [null, day(1)],
    [asked]: [null, day(1)],
  });
});
