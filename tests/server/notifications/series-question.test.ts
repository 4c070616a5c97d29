// The question about all dates of a series is stored about its next date, and outlives it.
import { expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import { buildRegistration } from '../../support/factories.ts';
import { runJob } from '../../support/server.ts';
import { plan } from '../planning/club.ts';
import { setUpPlanning } from '../planning/setup.ts';

const setup = setUpPlanning({ members: 2 });
const { db } = setup;

const steps: Record<
  string,
  { of: number; change: (id: string, version: number) => Promise<{ status: number }> }
> = {
  cancelled: {
    of: 3,
    change: async (id, version) =>
      (await signIn(setup.server, setup.club.coach)).call('POST /api/events/{id}/cancel', {
        params: { id },
        body: { version, reason: 'Ice' },
      }),
  },
  deleted: {
    of: 3,
    change: async (id) =>
      (await signIn(setup.server, setup.club.coach)).call('DELETE /api/events/{id}', { params: { id } }),
  },
  postponed: {
    of: 3,
    change: (id, version) => setup.change(setup.club.coach, id, { version, eventStatus: 'EventPostponed' }),
  },
  'left out by a new rule': {
    of: 2,
    change: (id, version) =>
      setup.change(setup.club.coach, id, {
        version,
        scope: 'all',
        recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4', exceptDates: ['2026-12-01', '2026-12-08'] },
        leftOut: 'cancel',
      }),
  },
};

it.each(Object.keys(steps))(
  'a series is asked about in the next mail although its first date is %s by then',
  async (name) => {
    const step = steps[name];
    const coach = await signIn(setup.server, setup.club.coach);
    const made = await coach.call('POST /api/events', {
      body: plan({
        teamIds: [setup.club.team.id],
        publication: 'published',
        recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' },
      }),
    });
    const dates = await db().selectFrom('events').select('id').orderBy('starts_at').execute();
    const [first = '', second = ''] = dates.map(({ id }) => id);
    const [silent, declines] = setup.club.members;
    if (!silent || !declines) throw new Error('The club has two members.');
    await buildRegistration(db(), { event_id: second, person_id: declines.id, state: 'declined' });
    const { body: now } = await coach.call('GET /api/events/{id}', { params: { id: first } });
    const done = await step?.change(first, now.version);
    expect([made.status, done?.status]).toEqual([201, name === 'deleted' ? 204 : 200]);
    // Daily, at eight.
    setup.server.advance(24 * 3_600_000);
    await runJob(setup.server, 'deliverNotifications');
    const texts = setup.server.mails.filter(({ to }) => to === silent.email).map(({ text }) => text);
    expect(texts.join('\n')).toContain(`This is the first of ${step?.of} dates.`);
  },
);
