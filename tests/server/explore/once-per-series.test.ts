// The list of public events with each series once: by its next matching date, over pages, with the number of
// other dates.
import { describe, expect, it } from 'vitest';
import type { Query } from '../../../src/contract/api.ts';
import { createClient } from '../../support/client.ts';
import { buildEvent, buildSeries } from '../../support/factories.ts';
import { setUpPlanning } from '../planning/setup.ts';

const setup = setUpPlanning();
const { db } = setup;
type Given = NonNullable<Parameters<typeof buildEvent>[1]>;

/** A series with dates on these days at 10:00 UTC. */
async function series(name: string, dates: (Given & { day: string })[]) {
  const { id } = await buildSeries(db());
  for (const { day, ...given } of dates)
    await buildEvent(db(), {
      name: `${name} ${day.slice(5)}`,
      series_id: id,
      recurrence_id: `${day}T11:00`,
      starts_at: `${day}T10:00:00.000Z`,
      published_at: '2026-11-01T10:00:00.000Z',
      ...given,
    });
  return id;
}

const list = async (query: Partial<Query<'GET /api/explore/events'>> = {}) =>
  (
    await createClient(setup.server).call('GET /api/explore/events', {
      query: { oncePerSeries: 'true', ...query } as Record<string, string>,
    })
  ).body;
const names = async (query: Parameters<typeof list>[0] = {}) =>
  (await list(query)).items.map(({ name }) => name);

describe('GET /api/explore/events?oncePerSeries=true', () => {
  it('shows a series by its next date, with the number of other listed dates, and single events unchanged', async () => {
    const id = await series('Row', [
      { day: '2026-11-14' },
      { day: '2026-11-28' },
      { day: '2026-12-05' },
      { day: '2026-12-12', visibility: 'team' },
      { day: '2026-12-19', publication: 'draft' },
      { day: '2026-12-26' },
    ]);
    await buildEvent(db(), { name: 'Single', starts_at: '2026-12-01T10:00:00.000Z' });
    const { items } = await list();
    expect(items.map(({ name, furtherDates }) => [name, furtherDates])).toEqual([
      ['Row 11-28', { seriesId: id, count: 2 }],
      ['Single', undefined],
    ]);
    expect(await names({ oncePerSeries: undefined })).toEqual([
      'Row 11-28',
      'Single',
      'Row 12-05',
      'Row 12-26',
    ]);
  });

  it('shows the first date that matches the other filters', async () => {
    await series('Row', [
      { day: '2026-11-28', kind: 'match' },
      { day: '2026-12-05', attendance_mode: 'online' },
      { day: '2026-12-12', name: 'Row indoors' },
    ]);
    expect(await names({ kind: 'match' })).toEqual(['Row 11-28']);
    expect(await names({ kind: 'training' })).toEqual(['Row 12-05']);
    expect(await names({ online: 'true' })).toEqual(['Row 12-05']);
    expect(await names({ from: '2026-12-06' })).toEqual(['Row indoors']);
    expect(await names({ q: 'indoors' })).toEqual(['Row indoors']);
    expect(await names({ q: 'row' })).toEqual(['Row 11-28']);
    expect(await names({ from: '2026-12-13' })).toEqual([]);
  });

  it('shows a running date before future ones, and a past one only when asked for', async () => {
    await series('Camp', [
      { day: '2026-11-01' },
      { day: '2026-11-20', durationMinutes: 3 * 1440 },
      { day: '2026-11-28' },
    ]);
    expect(await names()).toEqual(['Camp 11-20']);
    expect(await names({ from: '2026-10-01' })).toEqual(['Camp 11-01']);
  });

  it('shows each series on one page only, and every single event, also sorted by newest', async () => {
    const days = Array.from({ length: 6 }, (_, week) =>
      Temporal.PlainDate.from('2026-11-28').add({ weeks: week }).toString(),
    );
    for (const name of ['A', 'B', 'C', 'D', 'E'])
      await series(
        name,
        days.map((day) => ({ day })),
      );
    for (const day of days)
      await buildEvent(db(), { name: `Single ${day}`, starts_at: `${day}T10:00:00.000Z` });
    for (const sort of ['soonest', 'newest'] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { items, nextCursor } = await list({ limit: 3, sort, ...(cursor && { cursor }) });
        seen.push(...items.map(({ name }) => name));
        cursor = nextCursor ?? undefined;
      } while (cursor);
      expect([sort, seen.toSorted()]).toEqual([
        sort,
        [...['A', 'B', 'C', 'D', 'E'].map((name) => `${name} 11-28`), ...days.map((day) => `Single ${day}`)],
      ]);
    }
  });
});
