// Migration 0045 on a database of the version before it: people with a role that plans have coaching turned on.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MembershipRole } from '../../../src/contract/values/enums.ts';
import { migrate, migrations, onlyMigrations } from '../../../src/server/db/migrate.ts';
import type { Database } from '../../../src/server/db/open.ts';
import { buildMembership, buildOrganization, buildTeam, buildUser } from '../../support/factories.ts';
import { openNewDatabase } from '../../support/server.ts';
import type { Group } from '../groups/people.ts';

let database: Database;
beforeAll(async () => {
  database = await openNewDatabase();
  const known = migrations(database.dialect);
  await migrate(
    database,
    onlyMigrations(
      known,
      Object.keys(known).filter((name) => name < '0045'),
    ),
  );
});
afterAll(() => database.close());

test('migration 0045 turns coaching on for active coaches, admins and owners, and for no one else', async () => {
  const { db } = database;
  const [team, organization] = [await buildTeam(db), await buildOrganization(db)];
  const hold = async (role: MembershipRole, status: 'active' | 'left', group: Group) => {
    const { id } = await buildUser(db, { is_coach: 0 });
    await buildMembership(db, { ...group, person_id: id, role, status });
    return id;
  };
  const coaching = [
    await hold('coach', 'active', { team_id: team.id }),
    await hold('admin', 'active', { organization_id: organization.id }),
    await hold('owner', 'active', { team_id: team.id }),
  ];
  await hold('coach', 'left', { team_id: team.id });
  await hold('assistant', 'active', { team_id: team.id });
  await hold('trainee', 'active', { team_id: team.id });
  await migrate(database);
  const rows = await db.selectFrom('users').select(['id', 'version']).where('is_coach', '=', 1).execute();
  expect(rows.map(({ id }) => id).toSorted()).toEqual(coaching.toSorted());
  expect(rows.every(({ version }) => version === 2)).toBe(true);
});
