// Checks a member's calendar feed during a history of a series.
import { expect } from 'vitest';
import { createClient } from '../../../support/client.ts';
import { readByAll, type ShownEvent } from '../../calendar-feed/read-by-all.ts';
import type { World } from './run-series-steps.ts';

/**
 * The first member's feed has each event once and as stored, and every date that they attend. Events changed
 * since `known` must have a higher sequence; otherwise calendar programs ignore the change.
 */
export async function checkFeed({ server, people, feedPath }: World, known: Map<string, ShownEvent>) {
  const { db } = server.database;
  const text = await (await createClient(server).request(feedPath)).text();
  const shown = readByAll(text);
  const rows = await db
    .selectFrom('events as e')
    .leftJoin('registrations as m', (join) =>
      join.onRef('m.event_id', '=', 'e.id').on('m.person_id', '=', people[0]?.id ?? ''),
    )
    .select(['e.id', 'e.starts_at', 'e.ends_at', 'e.sequence', 'e.event_status', 'm.state'])
    .orderBy('e.id')
    .execute();
  const now = server.now().toISOString();
  for (const row of rows) {
    const one = shown.get(row.id);
    if (row.state === 'confirmed' && row.starts_at > now) expect(one, row.id).toBeDefined();
    if (!one) continue;
    const isCancelled = row.event_status === 'EventCancelled';
    const { starts_at: startsAt, ends_at: endsAt, sequence } = row;
    expect(one).toEqual({ startsAt, endsAt, sequence, isCancelled });
    const last = known.get(row.id);
    if (last && last.sequence === sequence) expect(one).toEqual(last);
    expect(sequence).toBeGreaterThanOrEqual(last?.sequence ?? 0);
    known.set(row.id, one);
  }
  expect([...shown.keys()].filter((uid) => !rows.some(({ id }) => id === uid))).toEqual([]);
}
