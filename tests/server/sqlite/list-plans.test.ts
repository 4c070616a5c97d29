// Public lists of people read the index of names page by page; SQLite's own choice is to sort everyone listed.
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listMembers, listOrganizingPeople } from '../../../src/server/explore/people-queries.ts';
import { momentOf } from '../../../src/server/explore/rules.ts';
import { openTestDatabase } from '../../support/server.ts';

const moment = momentOf(new Date('2026-11-21T10:00:00.000Z'));

test.each([
  { name: 'members', list: listMembers, filter: {} },
  { name: 'members who coach', list: listMembers, filter: { type: 'coach' as const } },
  { name: 'members by activity', list: listMembers, filter: { activity: 'yoga' } },
  { name: 'organizers', list: listOrganizingPeople, filter: {} },
])('a page of $name comes from the index of names, without sorting', async ({ list, filter }) => {
  const database = await openTestDatabase();
  onTestFinished(database.close);
  // As where many people are listed: from these numbers SQLite would begin with the profiles.
  const statistics = [
    ['people', 'people_by_name', '100000 56 1'],
    ['people', 'sqlite_autoindex_people_1', '100000 1'],
    ['users', 'sqlite_autoindex_users_1', '100000 1'],
    ['profiles', 'profiles_listed', '28000 1'],
  ];
  const texts: string[] = [];
  let connection: DatabaseSync | undefined;
  const prepare = DatabaseSync.prototype.prepare;
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    text,
    options,
  ) {
    connection = this;
    if (text.startsWith('select "who"')) texts.push(text);
    return prepare.call(this, text, options);
  });
  await list(database, filter, null, moment, 20);
  connection?.exec('analyze sqlite_schema');
  for (const [table, index, numbers] of statistics)
    connection?.exec(`insert into sqlite_stat1 values ('${table}', '${index}', '${numbers}')`);
  connection?.exec('analyze sqlite_schema');
  expect(texts).toHaveLength(1);
  const plan = connection?.prepare(`explain query plan ${texts[0]}`).all() ?? [];
  const details = plan.map(({ detail }) => String(detail)).join('\n');
  expect(details).toContain('USING INDEX people_by_name');
  expect(details).not.toContain('TEMP B-TREE');
});
