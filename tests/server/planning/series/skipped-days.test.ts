// The skipped days of a series whose rule changes: they stay skipped, also when the series was split, unless the person takes
// them back.
import { describe, expect, it } from 'vitest';
import { signIn } from '../../../support/client.ts';
import { setUpSeries } from './series-setup.ts';

const { setup, db, make, edit, event, parts } = setUpSeries();
const tuesdays = (end: string) => `FREQ=WEEKLY;BYDAY=TU;${end}`;
const withSkips = (rrule: string, ...exceptDates: string[]) =>
  make(rrule, { recurrence: { rrule, exceptDates } });
const at = (day: string, hour = 17) => ({
  startsAt: `${day}T${hour}:00:00.000Z`,
  endsAt: `${day}T${hour + 1}:30:00.000Z`,
});

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
  );
/** School holidays: all days from 21 December through 3 January, and from 8 through 14 February. */
const christmas = daysFrom('2026-12-21', 14);
const carnival = daysFrom('2027-02-08', 7);

/** The days of a series' dates, across all of its parts. */
async function daysOf(id = '') {
  const ids = (await parts(id)).map((part) => part.id);
  const rows = await db()
    .selectFrom('events')
    .select('recurrence_id')
    .where('series_id', 'in', ids)
    .orderBy('recurrence_id')
    .execute();
  return rows.map(({ recurrence_id }) => recurrence_id?.slice(5, 10) ?? '');
}

const asAdmin = () => signIn(setup.server, setup.club.admin);
async function exceptDatesOf(id = '') {
  const { series_id } = await event(id);
  const answer = await (await asAdmin()).call('GET /api/series/{id}', { params: { id: series_id ?? '' } });
  return answer.body.exceptDates;
}

describe('PATCH with a recurrence', () => {
  it('keeps days skipped before the edited date, because its form does not show them', async () => {
    const ids = await withSkips(tuesdays('UNTIL=20270209'), '2026-12-22', '2026-12-29');
    const february = ids.at(-2) ?? '';
    expect((await event(february)).starts_at).toBe('2027-02-02T17:00:00.000Z');
    const { preview } = await edit(february, {
      scope: 'all',
      recurrence: { rrule: tuesdays('UNTIL=20270216'), exceptDates: [] },
    });
    expect(preview).toMatchObject({ warnings: [{ code: 'datesAdded', count: 1 }] });
    expect(await daysOf(february)).toEqual([
      ...['12-01', '12-08', '12-15', '01-05', '01-12', '01-19', '01-26'],
      ...['02-02', '02-09', '02-16'],
    ]);
  });

  it('moves days skipped before the edited date along with the dates', async () => {
    const [first = '', second = ''] = await withSkips(tuesdays('COUNT=5'), '2026-12-08', '2026-12-22');
    await edit(second, {
      scope: 'all',
      ...at('2026-12-16'),
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=WE;COUNT=4', exceptDates: ['2026-12-30'] },
    });
    // The 9th stays skipped, as the 8th was; the 23rd is taken back, and the 30th is skipped.
    expect(await daysOf(first)).toEqual(['12-02', '12-16', '12-23', '01-06']);
  });

  it('takes back skipped days from the edited date on', async () => {
    const [first = ''] = await withSkips(tuesdays('COUNT=5'), '2026-12-08', '2026-12-22');
    await edit(first, {
      scope: 'all',
      recurrence: { rrule: tuesdays('COUNT=5'), exceptDates: ['2026-12-22'] },
    });
    expect(await daysOf(first)).toEqual(['12-01', '12-08', '12-15', '12-29']);
  });

  it('adds no dates in the holidays on a weekday that is new', async () => {
    const ids = await withSkips(tuesdays('UNTIL=20270223'), ...christmas, ...carnival);
    const rrule = 'FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270223';
    const [first = '', second = ''] = ids;
    await edit(second, { scope: 'all', recurrence: { rrule, exceptDates: await exceptDatesOf(first) } });
    expect(await daysOf(first)).toEqual([
      ...['12-01', '12-03', '12-08', '12-10', '12-15', '12-17'],
      ...['01-05', '01-07', '01-12', '01-14', '01-19', '01-21', '01-26', '01-28'],
      ...['02-02', '02-04', '02-16', '02-18', '02-23'],
    ]);
    expect(await exceptDatesOf(first)).toEqual([...christmas, ...carnival]);
  });

  it('keeps skipped days after the end for a later end', async () => {
    const [first = ''] = await withSkips(tuesdays('UNTIL=20261229'), '2026-12-22');
    await edit(first, { scope: 'all', recurrence: { rrule: tuesdays('UNTIL=20261215') } });
    expect(await daysOf(first)).toEqual(['12-01', '12-08', '12-15']);
    expect(await exceptDatesOf(first)).toEqual(['2026-12-22']);
    await edit(first, { scope: 'all', recurrence: { rrule: tuesdays('UNTIL=20261229') } });
    expect(await daysOf(first)).toEqual(['12-01', '12-08', '12-15', '12-29']);
  });
});

describe('POST with skipped days', () => {
  const rrule = tuesdays('COUNT=3');

  it('accepts the school holidays of five years', async () => {
    const [first = ''] = await withSkips(rrule, ...daysFrom('2026-12-02', 600));
    expect(await daysOf(first)).toEqual(['12-01']);
    expect(await exceptDatesOf(first)).toHaveLength(600);
  });

  it('rejects more than 600 days', async () => {
    await expect(withSkips(rrule, ...daysFrom('2026-12-02', 601))).rejects.toThrow('At most 600');
  });
});

describe('the skipped days of a split series', () => {
  /** Tuesdays from 1 December without the 8th, and from 6 January on Wednesdays without the 20th. */
  async function split() {
    const ids = await withSkips(tuesdays('COUNT=10'), '2026-12-08');
    await edit(ids[4] ?? '', { scope: 'following', ...at('2027-01-06') });
    const removed = { params: { id: ids[6] ?? '' }, query: {} };
    expect((await (await asAdmin()).call('DELETE /api/events/{id}', removed)).status).toBe(204);
    expect(await daysOf(ids[0])).toEqual([
      ...['12-01', '12-15', '12-22', '12-29'],
      ...['01-06', '01-13', '01-27', '02-03'],
    ]);
    return ids;
  }

  it('are those of all its parts', async () => {
    const [first] = await split();
    expect(await exceptDatesOf(first)).toEqual(['2026-12-08', '2027-01-20']);
  });

  it('stay skipped under a new rule of a later part', async () => {
    const ids = await split();
    const exceptDates = await exceptDatesOf(ids[0]);
    const recurrence = { rrule: 'FREQ=WEEKLY;BYDAY=WE;UNTIL=20270210', exceptDates };
    await edit(ids[5] ?? '', { scope: 'following', recurrence });
    expect((await daysOf(ids[0])).slice(4)).toEqual(['01-06', '01-13', '01-27', '02-03', '02-10']);
  });

  it('stay skipped under a new rule of all parts that sends none', async () => {
    const ids = await split();
    await edit(ids[5] ?? '', { scope: 'all', recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU,WE;COUNT=16' } });
    const days = await daysOf(ids[0]);
    expect(days).toEqual(expect.arrayContaining(['12-09', '12-15', '01-06', '01-13', '01-19']));
    expect(days.filter((day) => day === '12-08' || day === '01-20')).toEqual([]);
  });

  it('leave out a day that a later part takes back', async () => {
    const [first = '', second = ''] = await withSkips(tuesdays('COUNT=6'), '2026-12-08', '2026-12-29');
    await edit(second, { scope: 'following', ...at('2026-12-15', 18) });
    expect(await exceptDatesOf(first)).toEqual(['2026-12-08', '2026-12-29']);
    await edit(second, {
      scope: 'following',
      recurrence: { rrule: tuesdays('COUNT=4'), exceptDates: [] },
    });
    expect(await exceptDatesOf(first)).toEqual(['2026-12-08']);
    await edit(first, { scope: 'all', recurrence: { rrule: tuesdays('COUNT=7') } });
    expect(await daysOf(first)).toEqual(['12-01', '12-15', '12-22', '12-29', '01-05', '01-12']);
  });

  it('are not moved by a new rule of a later part', async () => {
    const [first = '', , third = ''] = await withSkips(tuesdays('COUNT=5'), '2026-12-08');
    const recurrence = { rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=2' };
    await edit(third, { scope: 'following', ...at('2026-12-21'), recurrence });
    expect(await daysOf(first)).toEqual(['12-01', '12-15', '12-21', '12-28']);
    expect(await exceptDatesOf(first)).toEqual(['2026-12-08']);
  });

  it('leave out those of a part that a new rule replaced', async () => {
    const ids = await split();
    const recurrence = { rrule: 'FREQ=WEEKLY;BYDAY=TU,WE;UNTIL=20270203', exceptDates: [] };
    await edit(ids[0] ?? '', { scope: 'all', recurrence });
    expect(await daysOf(ids[0])).toEqual(expect.arrayContaining(['12-08', '01-20']));
    expect(await exceptDatesOf(ids[0])).toEqual([]);
  });
});
