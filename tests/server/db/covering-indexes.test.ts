// Counts per row of public lists must come from an index alone, because rows of events are large.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { isComing } from '../../../src/server/explore/people-queries.ts';
import { momentOf } from '../../../src/server/explore/rules.ts';
import { openTestDatabase } from '../../support/server.ts';

if (process.env.TEST_ENGINE === 'sqlite')
  test.each(['user', 'organization'])(
    'upcoming events of an organizer (%s) are counted in an index',
    async (kind) => {
      const { db, close } = await openTestDatabase();
      onTestFinished(close);
      const column = sql.ref(`e.organizer_${kind}_id`);
      const moment = momentOf(new Date('2026-11-21T10:00:00.000Z'));
      const { rows } = await sql<{ detail: string }>`explain query plan
      select count(*) from events e where ${column} = ${'x'} and ${isComing(moment)}`.execute(db);
      expect(rows.map(({ detail }) => detail).join('\n')).toContain(`COVERING INDEX events_coming_${kind}`);
    },
  );
else
  test('the same indexes exist', async () => {
    const { db, close } = await openTestDatabase();
    onTestFinished(close);
    const { rows } = await sql`select 1 from pg_indexes where indexname like 'events_coming_%'`.execute(db);
    expect(rows).toHaveLength(2);
  });
