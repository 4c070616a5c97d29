// A mail that waits is sent earlier, if what it waits for has changed.
import { expect, it } from 'vitest';
import type { Body } from '../../../src/contract/api.ts';
import { signIn } from '../../support/client.ts';
import { runJob } from '../../support/server.ts';
import { plan } from '../planning/club.ts';
import { setUpPlanning } from '../planning/setup.ts';
import { buildNotification } from './factory.ts';

// Saturday 21 November 2026, 10:00 UTC: 11:00 in Brussels.
const setup = setUpPlanning({ members: 1 });
const { db } = setup;

/** The number of mails so far to the only member. */
async function mailsToMember(): Promise<number> {
  await runJob(setup.server, 'deliverNotifications');
  const [member] = setup.club.members;
  return setup.server.mails.filter(({ to }) => to === member?.email).length;
}

type Settings = Omit<Body<'PATCH /api/users/me/settings'>, 'version'>;
const choose = async (settings: Settings) => {
  const client = await signIn(setup.server, setup.club.members[0] ?? setup.club.coach);
  const { body } = await client.call('GET /api/users/me/settings');
  const { status } = await client.call('PATCH /api/users/me/settings', {
    body: { version: body.version, ...settings },
  });
  expect(status).toBe(200);
};
const mailed = (frequency: 'weekly' | 'instant'): Settings => ({
  notifications: [{ kind: 'eventChanged', channel: 'email', frequency }],
});

it.each<[string, Settings, Settings]>([
  ['weekly mails come at once from now on', mailed('weekly'), mailed('instant')],
  ['quiet hours are turned off', { quietHours: { from: '10:00', to: '13:00' } }, { quietHours: null }],
  [
    'the time zone is one without quiet hours now',
    { quietHours: { from: '10:00', to: '13:00' } },
    { timeZone: 'Asia/Tokyo' },
  ],
])('a waiting mail is sent once %s', async (_, before, after) => {
  await choose({ timeZone: 'Europe/Brussels', quietHours: null, ...before });
  const event = await setup.teamEvent();
  await buildNotification(db(), { user_id: setup.club.members[0]?.id ?? '', event_id: event.id });
  expect(await mailsToMember()).toBe(0);
  await choose(after);
  expect(await mailsToMember()).toBe(1);
  setup.server.advance(7 * 24 * 3_600_000);
  expect(await mailsToMember()).toBe(1);
});

it('a question that waits for the daily mail is sent once its answer is due before that', async () => {
  await choose({ timeZone: 'Europe/Brussels', quietHours: null });
  const coach = await signIn(setup.server, setup.club.coach);
  const { body } = await coach.call('POST /api/events', {
    body: plan({ teamIds: [setup.club.team.id], publication: 'published' }),
  });
  expect(await mailsToMember()).toBe(0);
  const { status } = await setup.change(setup.club.coach, body.id, {
    version: body.version,
    repliesDueAt: '2026-11-21T20:00:00.000Z',
  });
  expect(status).toBe(200);
  expect(await mailsToMember()).toBe(1);
  expect(setup.server.mails.at(-1)?.text).toContain('Please answer by Sat, Nov 21, 2026');
  setup.server.advance(24 * 3_600_000);
  expect(await mailsToMember()).toBe(1);
});
