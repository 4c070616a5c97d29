// The head of the page of a series that was split: each part with its own times and its own end.
import { describe, expect, it } from 'vitest';
import { headOf } from '../../../src/app/ssr/head.ts';
import type { Series } from '../../../src/contract/events/series.ts';
import { signIn } from '../../support/client.ts';
import { setUpSeries } from '../planning/series/series-setup.ts';

const { setup, db, make, edit } = setUpSeries();
const origin = 'https://club.example';

/** As a visitor reads it, by the id of one of its dates. */
async function seriesOf(dateId: string) {
  const admin = await signIn(setup.server, setup.club.admin);
  const { body } = await admin.call('GET /api/events/{id}', { params: { id: dateId } });
  const address = `/api/series/${body.series?.id}`;
  const series = (await (await setup.server.app.request(address)).json()) as Series;
  const head = headOf(`/series/${series.id}`, '', { [address]: series }, { origin, name: 'Sideline' });
  const { eventSchedule } = head.jsonLd[0] as { eventSchedule: unknown };
  return { series, description: head.description, eventSchedule, isIndexed: head.isIndexed };
}

/** Twelve dates, Tuesdays and Thursdays from 1 December on at 18:00. */
const makePublic = (rrule = 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=12') => make(rrule, { visibility: 'public' });
const halfPastSix = { startsAt: '2026-12-15T17:30:00.000Z', endsAt: '2026-12-15T19:00:00.000Z' };

describe('the head of a split series', () => {
  it('has the times and the end of each part in the description and in a Schedule', async () => {
    const ids = await makePublic();
    await edit(ids[4] ?? '', { scope: 'following', ...halfPastSix });
    // A date that was moved by itself, past the end of its part.
    await edit(ids[3] ?? '', {
      scope: 'this',
      startsAt: '2027-01-20T09:00:00.000Z',
      endsAt: '2027-01-20T10:30:00.000Z',
    });
    const { series, description, eventSchedule } = await seriesOf(ids[0] ?? '');
    expect(series.parts).toMatchObject([
      { startsAt: '2026-12-01T17:00:00.000Z', lastStartsAt: '2026-12-08T17:00:00.000Z' },
      { ...halfPastSix, timeZone: 'Europe/Brussels', lastStartsAt: '2027-01-07T17:30:00.000Z' },
    ]);
    expect(series.lastStartsAt).toBe('2027-01-20T09:00:00.000Z');
    expect(description).toMatch(
      /^Tuesdays and Thursdays, 18:00–19:30, until 8 December\. From 15 December, 18:30–20:00, until 7 January\. /,
    );
    const common = {
      '@type': 'Schedule',
      repeatFrequency: 'P1W',
      byDay: ['https://schema.org/Tuesday', 'https://schema.org/Thursday'],
      scheduleTimezone: 'Europe/Brussels',
    };
    expect(eventSchedule).toEqual([
      {
        ...common,
        startDate: '2026-12-01',
        endDate: '2026-12-08',
        startTime: '18:00:00',
        endTime: '19:30:00',
      },
      {
        ...common,
        startDate: '2026-12-15',
        endDate: '2027-01-07',
        startTime: '18:30:00',
        endTime: '20:00:00',
      },
    ]);
  });

  it('has an open-ended part without an end, and the skipped days with their part', async () => {
    const ids = await make('FREQ=WEEKLY;BYDAY=TU', {
      visibility: 'public',
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU', exceptDates: ['2026-12-08', '2026-12-22'] },
    });
    await edit(ids[1] ?? '', { scope: 'following', ...halfPastSix });
    const { series, description, eventSchedule } = await seriesOf(ids[0] ?? '');
    expect(series.parts.map(({ lastStartsAt }) => lastStartsAt)).toEqual(['2026-12-01T17:00:00.000Z', null]);
    expect(description).toMatch(
      /^Tuesdays, 18:00–19:30, until 1 December\. From 15 December, 18:30–20:00\. /,
    );
    expect(eventSchedule).toMatchObject([
      { endDate: '2026-12-01' },
      { startDate: '2026-12-15', exceptDate: ['2026-12-22'] },
    ]);
    expect((eventSchedule as object[]).map((one) => 'endDate' in one)).toEqual([true, false]);
  });

  it('has one sentence where a split changed neither days nor times', async () => {
    const ids = await makePublic();
    await edit(ids[4] ?? '', { scope: 'following', name: 'Winter training' });
    const { description, series } = await seriesOf(ids[0] ?? '');
    expect(series.parts).toHaveLength(2);
    expect(description).toMatch(/^Tuesdays and Thursdays, 18:00–19:30, until 7 January\. (?!From)/);
  });

  it('leaves out a part whose dates the viewer may not open', async () => {
    const ids = await makePublic();
    await edit(ids[4] ?? '', { scope: 'following', ...halfPastSix });
    await db().updateTable('events').set({ visibility: 'team' }).where('id', 'in', ids.slice(4)).execute();
    const { description, eventSchedule } = await seriesOf(ids[0] ?? '');
    expect(description).toMatch(/^Tuesdays and Thursdays, 18:00–19:30, until 10 December\. (?!From)/);
    expect(eventSchedule).toMatchObject({ startTime: '18:00:00', endDate: '2026-12-10' });
  });
});

it('the page of a series is not indexed while the person who runs it is suspended, like those of its dates', async () => {
  const [id = ''] = await makePublic();
  expect(await seriesOf(id)).toMatchObject({ isIndexed: true });
  const { coach } = setup.club;
  const of = { organizer_user_id: coach.id, organizer_organization_id: null, owner_team_id: null };
  await db().updateTable('events').set(of).execute();
  expect(await seriesOf(id)).toMatchObject({ isIndexed: true });
  await db()
    .updateTable('users')
    .set({ suspended_at: '2026-11-20T10:00:00.000Z' })
    .where('id', '=', coach.id)
    .execute();
  expect(await seriesOf(id)).toMatchObject({ isIndexed: false });
});
