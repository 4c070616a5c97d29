// Series whose rules the form cannot make: they are created by the API, and edited like any other, with every
// scope.
import { expect, it } from 'vitest';
import { setUpSeries } from './series-setup.ts';

const { make, edit, column, parts } = setUpSeries({ members: 1 });

const rules = [
  ['FREQ=MONTHLY;BYMONTHDAY=1,15;COUNT=4', 'FREQ=MONTHLY;BYMONTHDAY=1,15;COUNT=3'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=4', 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3'],
  ['FREQ=MONTHLY;BYDAY=1TU,3TU;COUNT=4', 'FREQ=MONTHLY;BYDAY=1TU,3TU;COUNT=3'],
  ['FREQ=MONTHLY;COUNT=4', 'FREQ=MONTHLY;COUNT=3'],
  ['FREQ=WEEKLY;COUNT=4', 'FREQ=WEEKLY;COUNT=3'],
  ['FREQ=DAILY;INTERVAL=3;COUNT=4', 'FREQ=DAILY;INTERVAL=3;COUNT=3'],
] as const;

it.each(rules)(
  '%s: fields and times are edited with the scopes this, following and all',
  async (rrule, rest) => {
    const ids = await make(rrule);
    expect(ids).toHaveLength(4);
    const starts = await column(ids, 'starts_at');
    const one = await edit(ids[2] ?? '', { name: 'One' });
    expect([one.status, await column(ids, 'name')]).toEqual([
      200,
      ['Evening row', 'Evening row', 'One', 'Evening row'],
    ]);
    const all = await edit(ids[0] ?? '', { scope: 'all', meetingPoint: 'At the gate', name: 'All' });
    expect([all.status, all.preview.dates]).toEqual([200, 4]);
    expect(await column(ids, 'name')).toEqual(['All', 'All', 'One', 'All']);
    expect((await parts(ids[0] ?? '')).map((part) => part.rrule)).toEqual([rrule]);
    const later = (at: unknown) => new Date(Date.parse(String(at)) + 1_800_000).toISOString();
    const following = await edit(ids[1] ?? '', {
      scope: 'following',
      startsAt: later(starts[1]),
      endsAt: new Date(Date.parse(String(starts[1])) + 7_200_000).toISOString(),
    });
    expect([following.status, following.preview.dates]).toEqual([200, 3]);
    expect(await column(ids, 'starts_at')).toEqual([starts[0], ...starts.slice(1).map(later)]);
    // The first part ends before the second, which continues counting.
    expect((await parts(ids[0] ?? '')).map((part) => part.rrule)).toContain(rest);
  },
);

it.each(['FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=4', 'FREQ=MONTHLY;BYMONTHDAY=1,15;COUNT=4'])(
  '%s: days that the rule cannot name after a move are rejected at the start, and one date alone moves',
  async (rrule) => {
    const ids = await make(rrule);
    const [start] = await column([ids[1] ?? ''], 'starts_at');
    const moved = (days: number) => ({
      startsAt: new Date(Date.parse(String(start)) + days * 86_400_000).toISOString(),
      endsAt: new Date(Date.parse(String(start)) + days * 86_400_000 + 5_400_000).toISOString(),
    });
    const refused = await edit(ids[1] ?? '', { scope: 'all', ...moved(20) });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'startsAt']);
    expect(await column([ids[1] ?? ''], 'starts_at')).toEqual([start]);
    expect((await edit(ids[1] ?? '', moved(2))).status).toBe(200);
    expect(await column([ids[1] ?? ''], 'starts_at')).toEqual([moved(2).startsAt]);
  },
);
