// Cancelling several dates of a series: which ones, the notifications, and the agreement of its preview.
import { describe, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import { buildRegistration } from '../../support/factories.ts';
import { runJob } from '../../support/server.ts';
import { plan } from '../planning/club.ts';
import { setUpPlanning } from '../planning/setup.ts';

const setup = setUpPlanning();
const { db } = setup;
const dayMs = 86_400_000;

/** Twice a week from 1 December, published; the ids of its dates in order. */
async function weeks(rrule = 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6') {
  const client = await signIn(setup.server, setup.club.coach);
  const { body } = await client.call('POST /api/events', {
    body: plan({ teamIds: [setup.club.team.id], recurrence: { rrule }, publication: 'published' }),
  });
  const id = body.series?.id ?? '';
  await db().deleteFrom('notifications').execute();
  return { id, dates: (await datesOf(id)).map((date) => date.id) };
}
const datesOf = (id: string) =>
  db().selectFrom('events').selectAll().where('series_id', '=', id).orderBy('recurrence_id').execute();
const statusesOf = async (id: string) => (await datesOf(id)).map((date) => date.event_status.slice(5));
const cancel = async (id: string, body: object, who: { id: string } = setup.club.admin) =>
  (await signIn(setup.server, who)).call('POST /api/events/{id}/cancel', { params: { id }, body });
const ruleOf = (id: string) =>
  db()
    .selectFrom('event_series')
    .select(['rrule', 'extended_until'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const notices = () => db().selectFrom('notifications').selectAll().orderBy('user_id').execute();

describe('POST /api/events/{id}/cancel of a date of a series', () => {
  it('cancels that date alone without a scope', async () => {
    const { id, dates } = await weeks();
    expect((await cancel(dates[2] ?? '', {})).body).toMatchObject({ outcome: 'applied' });
    expect((await statusesOf(id)).filter((status) => status === 'Cancelled')).toHaveLength(1);
    expect((await ruleOf(id)).rrule).toBe('FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6');
  });

  it('with scope following cancels it and later ones, notifies each person once, and ends the rule before it', async () => {
    const { id, dates } = await weeks();
    const [, , third = '', , fifth = ''] = dates;
    const [comes = setup.club.coach, declines = setup.club.coach, silent] = setup.club.members;
    await buildRegistration(db(), { event_id: fifth, person_id: comes.id });
    for (const event_id of dates)
      await buildRegistration(db(), { event_id, person_id: declines.id, state: 'declined' });
    const preview = await setup.preview(setup.club.admin, third, { action: 'cancel', scope: 'following' });
    expect(preview.body).toMatchObject({ dates: 4, kept: 2, registrations: 1, payments: 0, notified: 3 });
    const { body } = await cancel(third, { scope: 'following', reason: 'The hall is closed.' });
    expect(body).toEqual({ outcome: 'applied', told: preview.body.notified });
    expect(await statusesOf(id)).toEqual(['Scheduled', 'Scheduled', ...Array(4).fill('Cancelled')]);
    const sent = await notices();
    expect(sent.map(({ user_id }) => user_id)).toEqual([comes.id, silent?.id, setup.club.coach.id].sort());
    for (const notice of sent)
      expect([notice.kind, notice.event_id, JSON.parse(notice.changes)]).toEqual([
        'eventCancelled',
        third,
        [
          { field: 'eventStatus', before: 'EventScheduled', after: 'EventCancelled' },
          { field: 'statusReason', before: null, after: 'The hall is closed.' },
          { field: 'eventCount', before: null, after: '4' },
        ],
      ]);
    expect(await setup.stateOf(comes, fifth)).toBe('cancelledByOrganizer');
    expect(await setup.stateOf(declines, fifth)).toBe('declined');
    expect((await ruleOf(id)).rrule).toBe('FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261207');
    const cancelled = (await datesOf(id)).filter(({ event_status }) => event_status === 'EventCancelled');
    expect(cancelled.map(({ sequence, version }) => [sequence, version])).toEqual(Array(4).fill([1, 2]));
  });

  it('with scope following cancels what takes place later, also where a date was moved past others', async () => {
    const { id, dates } = await weeks();
    // The Tuesday of the second week is on its Friday, after the Thursday.
    const [, , third = '', fourth = ''] = dates;
    const moved = { startsAt: '2026-12-11T17:00:00.000Z', endsAt: '2026-12-11T18:30:00.000Z' };
    expect((await setup.change(setup.club.admin, third, moved)).status).toBe(200);
    const previewed = async (date: string) =>
      (await setup.preview(setup.club.admin, date, { action: 'cancel', scope: 'following' })).body;
    expect(await previewed(fourth)).toMatchObject({ dates: 4, kept: 2 });
    expect(await previewed(third)).toMatchObject({ dates: 3, kept: 3 });
    await cancel(third, { scope: 'following' });
    expect(await statusesOf(id)).toEqual([
      'Scheduled',
      'Scheduled',
      'Cancelled',
      'Scheduled',
      'Cancelled',
      'Cancelled',
    ]);
    expect((await ruleOf(id)).rrule).toBe('FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261207');
  });

  it('with scope all cancels all future dates, and keeps past, cancelled and given away ones', async () => {
    const { id, dates } = await weeks();
    setup.server.advance(11 * dayMs);
    const [over = '', gone = '', others = ''] = dates;
    await cancel(gone, { reason: 'Frost' });
    await db().updateTable('events').set({ owner_team_id: null }).where('id', '=', others).execute();
    const before = await datesOf(id);
    const preview = await setup.preview(setup.club.admin, over, { action: 'cancel', scope: 'all' });
    expect(preview.body).toMatchObject({ dates: 3, kept: 3 });
    expect((await cancel(over, { scope: 'all' })).body.told).toBe(preview.body.notified);
    const after = await datesOf(id);
    // Each date gets a version, because the rule of its series ends.
    const owned = ({ version: _v, updated_at: _at, ...values }: (typeof after)[number]) => values;
    expect(after.slice(0, 3).map(owned)).toEqual(before.slice(0, 3).map(owned));
    expect(after.slice(3).map(({ event_status }) => event_status)).toEqual(Array(3).fill('EventCancelled'));
    expect((await cancel(dates[4] ?? '', { scope: 'all' })).body).toEqual({ outcome: 'duplicate', told: 0 });
  });

  it('stops the job from creating more dates of a rule without an end', async () => {
    const { id, dates } = await weeks('FREQ=WEEKLY');
    await cancel(dates[3] ?? '', { scope: 'following' });
    expect(await ruleOf(id)).toEqual({ rrule: 'FREQ=WEEKLY;UNTIL=20261221', extended_until: null });
    setup.server.advance(90 * dayMs);
    await runJob(setup.server, 'extendSeries');
    expect(await datesOf(id)).toHaveLength(dates.length);
  });

  it('is refused to members, and for a series that has ended', async () => {
    const { id, dates } = await weeks();
    const [member = setup.club.coach] = setup.club.members;
    expect((await cancel(dates[0] ?? '', { scope: 'all' }, member)).status).toBe(409);
    setup.server.advance(60 * dayMs);
    expect((await cancel(dates[0] ?? '', { scope: 'all' })).status).toBe(409);
    const previewed = { action: 'cancel', scope: 'all' };
    expect((await setup.preview(setup.club.admin, dates[0] ?? '', previewed)).status).toBe(409);
    expect(await statusesOf(id)).toEqual(Array(6).fill('Scheduled'));
  });

  it('is applied once when two people cancel from different dates', async () => {
    const { id, dates } = await weeks();
    const answers = await Promise.all([
      cancel(dates[1] ?? '', { scope: 'following' }),
      cancel(dates[3] ?? '', { scope: 'following' }, setup.club.coach),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await statusesOf(id)).toEqual(['Scheduled', ...Array(5).fill('Cancelled')]);
    expect((await datesOf(id)).slice(1).map(({ sequence }) => sequence)).toEqual(Array(5).fill(1));
  });
});
