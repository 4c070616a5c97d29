// The question about all dates of a series, or of an import, is stored about the next one, and outlives it.
import { v7 as uuid } from 'uuid';
import { expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import { buildFixtureSource, buildRegistration } from '../../support/factories.ts';
import { runJob } from '../../support/server.ts';
import { calendar, match } from '../fixtures/files.ts';
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

const timeZone = 'Europe/Brussels';
const matches = (first: number, ...days: number[]) =>
  calendar(
    ...days.map((day, at) =>
      match({
        UID: `match-${first + at}@league.example`,
        SUMMARY: `Match ${first + at}`,
        'DTSTART;TZID=Europe/Brussels': `202612${day}T143000`,
        'DTEND;TZID=Europe/Brussels': `202612${day}T163000`,
      }),
    ),
  );
const importMatches = async (ics: string) => {
  const { status, body } = await (await signIn(setup.server, setup.club.coach)).call(
    'POST /api/teams/{id}/fixtures',
    {
      params: { id: setup.club.team.id },
      body: { timeZone, id: uuid(), publication: 'published', ics },
    },
  );
  expect(status).toBe(201);
  return body.id;
};
const eventIds = async () =>
  (await db().selectFrom('events').select('id').orderBy('starts_at').execute()).map(({ id }) => id);
/** The daily mails, at eight. */
const mailsTo = async (person: { email: string } | undefined) => {
  setup.server.advance(24 * 3_600_000);
  await runJob(setup.server, 'deliverNotifications');
  const mails = setup.server.mails.filter(({ to }) => to === person?.email);
  return mails.map(({ text }) => text).join('\n');
};
const end = async (name: 'cancelled' | 'deleted' | 'postponed', id: string) => {
  const { body } = await setup.see(setup.club.coach, id);
  expect((await steps[name]?.change(id, body.version))?.status).toBe(name === 'deleted' ? 204 : 200);
};

it.each(['cancelled', 'deleted', 'postponed'] as const)(
  'matches of one import are asked about in the next mail although the first one is %s by then',
  async (name) => {
    await importMatches(matches(1, 12, 19, 26));
    await importMatches(matches(4, 13, 20));
    const [first = ''] = await eventIds();
    await end(name, first);
    const text = await mailsTo(setup.club.members[0]);
    expect(text.match(/This is the first of \d dates/g)?.toSorted()).toEqual([
      'This is the first of 2 dates',
      'This is the first of 2 dates',
    ]);
    expect(text).toContain('Match 2');
    expect(text).toContain('Match 4');
  },
);

it('matches of one check of a followed calendar are asked about although the first one is deleted', async () => {
  await importMatches(matches(1, 12, 19, 26));
  const source = await buildFixtureSource(db(), { team_id: setup.club.team.id });
  await db().updateTable('fixtures').set({ import_id: null, source_id: source }).execute();
  setup.server.advance(60_000);
  await importMatches(matches(4, 13));
  await db().updateTable('fixtures').set({ import_id: null, source_id: source }).execute();
  const [first = ''] = await eventIds();
  await end('deleted', first);
  const text = await mailsTo(setup.club.members[0]);
  expect(text).toContain('This is the first of 2 dates');
  expect(text).toContain('Match 2');
});

it('the match that undoing an import leaves is asked about', async () => {
  const id = await importMatches(matches(1, 12, 19, 26));
  const [, second = ''] = await eventIds();
  const [silent, declines] = setup.club.members;
  await buildRegistration(db(), { event_id: second, person_id: declines?.id ?? '', state: 'declined' });
  const coach = await signIn(setup.server, setup.club.coach);
  const undone = await coach.call('POST /api/fixtures/imports/{id}/undo', { params: { id } });
  expect(undone.body).toMatchObject({ removed: 2 });
  const text = await mailsTo(silent);
  expect(text).toContain('Match 2');
  expect(text).not.toContain('This is the first of');
  expect(await mailsTo(declines)).not.toContain('Match 2');
});
