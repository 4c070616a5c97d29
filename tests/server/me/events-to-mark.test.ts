// The events of `doNow` at which a person marks attendance: Home leads to their lists.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MembershipRole } from '../../../src/contract/values/enums.ts';
import { signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildMembership,
  buildOrganization,
  buildRegistration,
  buildSeries,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const db = () => server.database.db;
const hourMs = 3_600_000;
const hours = (count: number) => new Date(server.now().getTime() + count * hourMs).toISOString();

async function doNow(user: { id: string }) {
  const client = await signIn(server, user);
  return (await client.call('GET /api/users/me/events', { query: { tab: 'doNow' } })).body.items;
}
const names = async (user: { id: string }) => (await doNow(user)).map(({ name }) => name);

async function join(role: MembershipRole, group: { team_id: string } | { organization_id: string }) {
  const user = await buildUser(db());
  await buildMembership(db(), { ...group, person_id: user.id, role });
  return user;
}

/** A training of a home team at which an away team takes part, in two hours. */
async function planTraining() {
  const club = await buildOrganization(db());
  const home = await buildTeam(db(), { organization_id: club.id });
  const away = await buildTeam(db());
  const of = { organizer_organization_id: club.id, owner_team_id: home.id, teams: [home.id, away.id] };
  const training = await buildEvent(db(), { ...of, name: 'Training', starts_at: hours(2) });
  const ofHome = (role: MembershipRole) => join(role, { team_id: home.id });
  const ofAway = (role: MembershipRole) => join(role, { team_id: away.id });
  const reply = (person: { id: string }, state: 'declined' | 'confirmed') =>
    buildRegistration(db(), { event_id: training.id, person_id: person.id, state });
  return { club, home, of, training, ofHome, ofAway, reply };
}
type Training = Awaited<ReturnType<typeof planTraining>>;

it.each<[string, (training: Training) => Promise<{ id: string }>]>([
  ['an assistant who has not replied', ({ ofHome }) => ofHome('assistant')],
  [
    "an assistant who can't go",
    async ({ ofHome, reply }) => {
      const assistant = await ofHome('assistant');
      await reply(assistant, 'declined');
      return assistant;
    },
  ],
  [
    'an assistant who goes',
    async ({ ofHome, reply }) => {
      const assistant = await ofHome('assistant');
      await reply(assistant, 'confirmed');
      return assistant;
    },
  ],
  [
    'an assistant who is named as leader',
    async ({ ofHome, training }) => {
      const assistant = await ofHome('assistant');
      const leader = { event_id: training.id, person_id: assistant.id, position: 0 };
      await db().insertInto('event_leaders').values(leader).execute();
      return assistant;
    },
  ],
  ['a coach who has turned coaching off', ({ ofHome }) => ofHome('coach')],
  ['a coach of a visiting team', ({ ofAway }) => ofAway('coach')],
  ['an assistant of a visiting team', ({ ofAway }) => ofAway('assistant')],
])('%s marks there, before and after the start, and until the role ends', async (_, personOf) => {
  const plan = await planTraining();
  const person = await personOf(plan);
  expect((await doNow(person)).map(({ name, can }) => [name, can.markAttendance])).toEqual([
    ['Training', true],
  ]);
  server.advance(2.5 * hourMs);
  expect(await names(person)).toEqual(['Training']);
  await db()
    .updateTable('memberships')
    .set({ status: 'removed', ended_at: hours(0) })
    .where('person_id', '=', person.id)
    .execute();
  expect(await names(person)).toEqual([]);
});

it('those who run an event without a team mark there: its owner, and coaches of the club that owns it', async () => {
  const owner = await buildUser(db());
  const club = await buildOrganization(db());
  const coach = await join('coach', { organization_id: club.id });
  await buildEvent(db(), { name: 'Run', organizer_user_id: owner.id, starts_at: hours(1) });
  await buildEvent(db(), { name: 'Camp', organizer_organization_id: club.id, starts_at: hours(1) });
  expect(await names(owner)).toEqual(['Run']);
  expect(await names(coach)).toEqual(['Camp']);
  expect(await names(await join('assistant', { organization_id: club.id }))).toEqual([]);
});

it('members who do not mark, and admins of the club of the team, are not led to the list', async () => {
  const { club, ofHome, ofAway, reply } = await planTraining();
  const trainee = await ofHome('trainee');
  await reply(trainee, 'confirmed');
  for (const person of [
    trainee,
    await ofAway('trainee'),
    await join('admin', { organization_id: club.id }),
    await buildUser(db()),
  ])
    expect(await names(person)).toEqual([]);
});

it('only published events of the coming week that are not over and take place are to be marked', async () => {
  const { of, ofHome } = await planTraining();
  const assistant = await ofHome('assistant');
  const plan = (name: string, start: number, given: Partial<Parameters<typeof buildEvent>[1]> = {}) =>
    buildEvent(db(), { ...of, name, starts_at: hours(start), ...given });
  await plan('Camp that runs', -30, { ends_at: hours(30) });
  await plan('Over', -3);
  await plan('In six days', 6 * 24);
  await plan('In eight days', 8 * 24);
  await plan('Moved', 5, { event_status: 'EventRescheduled' });
  await plan('Draft', 5, { publication: 'draft' });
  await plan('Archived', 5, { publication: 'archived' });
  await plan('Taken down', 5, { removed_at: hours(-1) });
  expect(await names(assistant)).toEqual(['Camp that runs', 'Training', 'Moved', 'In six days']);
  const coach = await ofHome('coach');
  await plan('Cancelled', 5, { event_status: 'EventCancelled' });
  await plan('Postponed', 5, { event_status: 'EventPostponed' });
  expect(await names(coach)).toEqual(['Camp that runs', 'Training', 'Moved', 'In six days']);
});

it('dates of a series that ask "Still coming?" are listed once while they ask', async () => {
  const { of, ofHome } = await planTraining();
  const assistant = await ofHome('assistant');
  const series = await buildSeries(db());
  for (const start of [3, 27]) {
    const date = await buildEvent(db(), {
      ...of,
      series_id: series.id,
      recurrence_id: hours(start),
      name: `Date in ${start} hours`,
      starts_at: hours(start),
    });
    const asked = { reconfirm_asked_at: hours(-1) };
    await buildRegistration(db(), { event_id: date.id, person_id: assistant.id, ...asked });
  }
  expect(await names(assistant)).toEqual(['Training', 'Date in 3 hours']);
  server.advance(3.5 * hourMs);
  // The first date has begun, and is marked; the other one asks.
  expect(await names(assistant)).toEqual(['Date in 3 hours', 'Date in 27 hours']);
});

it('many events to mark leave room on the page for a place to pay for', async () => {
  const { of, ofHome } = await planTraining();
  const assistant = await ofHome('assistant');
  for (let index = 0; index < 24; index += 1)
    await buildEvent(db(), { ...of, name: `Match ${index}`, starts_at: hours(3 + index) });
  const match = await buildEvent(db(), { name: 'To pay', starts_at: hours(40 * 24) });
  const hold = { state: 'pendingPayment', hold_expires_at: hours(1) } as const;
  await buildRegistration(db(), { event_id: match.id, person_id: assistant.id, ...hold });
  expect(await names(assistant)).toEqual([
    'Training',
    ...Array.from({ length: 9 }, (_, index) => `Match ${index}`),
    'To pay',
  ]);
});
