// A date that has begun while others of its series change: it keeps its time, its place in the series, its replies and marks.
import { describe, expect, it } from 'vitest';
import { signIn } from '../../../support/client.ts';
import { buildRegistration } from '../../../support/factories.ts';
import { setUpSeries } from './series-setup.ts';

const { setup, db, make, edit, event, column, parts, notices } = setUpSeries();
const starts = async (ids: readonly string[]) =>
  (await column(ids, 'starts_at')).map((at) => at && String(at).slice(5, 16));

/** Twice a week; the first date began 40 minutes ago, and the coach has marked the first member as present. */
async function withRunning(more: object = {}) {
  const ids = await make(undefined, more);
  const [running = ''] = ids;
  const [member = setup.club.coach] = setup.club.members;
  await buildRegistration(db(), { event_id: running, person_id: member.id });
  const { starts_at } = await event(running);
  setup.server.advance(Date.parse(starts_at) + 40 * 60_000 - setup.server.now().getTime());
  const at = setup.server.now().toISOString();
  const { status } = await (await signIn(setup.server, setup.club.coach)).call(
    'PUT /api/events/{id}/attendance/{personId}',
    { params: { id: running, personId: member.id }, body: { status: 'present', occurredAt: at, sentAt: at } },
  );
  expect(status).toBe(200);
  return ids;
}

const onDay = (day: string) => ({ startsAt: `${day}T17:00:00.000Z`, endsAt: `${day}T18:30:00.000Z` });

describe('a date that has begun', () => {
  it('keeps its time when all dates move, and the preview does not count it', async () => {
    const ids = await withRunning();
    const { status, preview } = await edit(ids[2] ?? '', { scope: 'all', ...onDay('2026-12-09') });
    expect([status, preview]).toMatchObject([200, { dates: 5, kept: 1, keptDates: [] }]);
    expect(await starts(ids)).toEqual([
      '12-01T17:00',
      '12-04T17:00',
      '12-09T17:00',
      '12-11T17:00',
      '12-16T17:00',
      '12-18T17:00',
    ]);
    expect(await event(ids[0] ?? '')).toMatchObject({
      recurrence_id: '2026-12-01T18:00',
      event_status: 'EventScheduled',
      sequence: 0,
    });
    expect((await parts(ids[0] ?? '')).map(({ rrule }) => rrule)).toEqual([
      'FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261202',
      'FREQ=WEEKLY;BYDAY=WE,FR;COUNT=5',
    ]);
    expect((await notices()).some(({ event_id }) => event_id === ids[0])).toBe(false);
  });

  it('gets the other fields of the same edit, also with the choice to replace manual edits', async () => {
    const ids = await withRunning();
    const { preview } = await edit(ids[2] ?? '', {
      scope: 'all',
      handEdits: 'replace',
      name: 'Row',
      ...onDay('2026-12-09'),
    });
    expect(preview).toMatchObject({ dates: 6, kept: 0 });
    expect(await event(ids[0] ?? '')).toMatchObject({ starts_at: '2026-12-01T17:00:00.000Z', name: 'Row' });
  });

  it('is not postponed with the others', async () => {
    const ids = await withRunning();
    const { preview } = await edit(ids[2] ?? '', { scope: 'all', eventStatus: 'EventPostponed' });
    expect(preview).toMatchObject({ dates: 5, kept: 1 });
    const statuses = await Promise.all(ids.map(async (id) => (await event(id)).event_status));
    expect(statuses).toEqual(['EventScheduled', ...Array(5).fill('EventPostponed')]);
  });

  it.each(['cancel', 'separate'] as const)(
    'stays in its series when a new rule leaves its day out, with leftOut %s',
    async (leftOut) => {
      const ids = await withRunning();
      const { series_id } = await event(ids[0] ?? '');
      const { status, preview } = await edit(ids[3] ?? '', {
        scope: 'all',
        leftOut,
        recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=2' },
      });
      expect([status, preview]).toMatchObject([
        200,
        { dates: 2, kept: 4, warnings: [{ code: 'datesDeleted', count: 2 }] },
      ]);
      expect(await starts(ids)).toEqual([
        '12-01T17:00',
        '12-03T17:00',
        null,
        '12-10T17:00',
        null,
        '12-17T17:00',
      ]);
      expect(await event(ids[0] ?? '')).toMatchObject({ series_id, event_status: 'EventScheduled' });
    },
  );

  it('is not deleted by a new rule when it has no replies', async () => {
    const ids = await make();
    setup.server.advance(Date.parse('2026-12-01T17:40:00Z') - setup.server.now().getTime());
    await edit(ids[3] ?? '', { scope: 'all', recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=2' } });
    expect((await starts(ids))[0]).toBe('12-01T17:00');
  });

  it('is not made a second time by a new rule when it was brought forward', async () => {
    const ids = await make();
    const [, , brought = ''] = ids;
    await edit(brought, { startsAt: '2026-12-01T17:00:00.000Z', endsAt: '2026-12-01T18:30:00.000Z' });
    setup.server.advance(Date.parse('2026-12-01T17:40:00Z') - setup.server.now().getTime());
    const { preview } = await edit(ids[1] ?? '', {
      scope: 'all',
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6' },
    });
    expect(preview.warnings).toEqual([{ code: 'datesAdded', count: 1 }]);
    expect((await starts(ids))[2]).toBe('12-01T17:00');
    const slots = await db().selectFrom('events').select('recurrence_id').orderBy('recurrence_id').execute();
    expect(slots.map(({ recurrence_id }) => recurrence_id?.slice(5, 10))).toEqual([
      '12-01',
      '12-03',
      '12-08',
      '12-10',
      '12-15',
      '12-17',
      '12-22',
    ]);
  });

  it('moves when it is the edited date itself', async () => {
    const ids = await withRunning();
    await edit(ids[0] ?? '', { scope: 'all', ...onDay('2026-12-02') });
    expect((await starts(ids)).slice(0, 2)).toEqual(['12-02T17:00', '12-04T17:00']);
  });

  it('moves with the others while it is postponed', async () => {
    const ids = await make();
    await edit(ids[0] ?? '', { eventStatus: 'EventPostponed' });
    setup.server.advance(Date.parse('2026-12-01T17:40:00Z') - setup.server.now().getTime());
    await edit(ids[2] ?? '', { scope: 'all', ...onDay('2026-12-09') });
    expect((await starts(ids))[0]).toBe('12-02T17:00');
  });
});
