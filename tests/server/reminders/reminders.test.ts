// Who has not replied, how many have, and reminders: once automatically, and manually at most once in 12
// hours.

import { describe, expect, it } from 'vitest';
import { lockEventRow } from '../../../src/server/registrations/queries.ts';
import { remind as sendReminders } from '../../../src/server/reminders/remind.ts';
import { signIn } from '../../support/client.ts';
import {
  buildMembership,
  buildPerson,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { runJob } from '../../support/server.ts';
import { setUpPlanning } from '../planning/setup.ts';

const setup = setUpPlanning({ members: 5, event: { published_at: '2026-11-10T10:00:00.000Z' } });
const { db, teamEvent } = setup;
const hourMs = 3_600_000;
const remind = async (id: string, who: { id: string } = setup.club.coach) =>
  (await signIn(setup.server, who)).call('POST /api/events/{id}/reminders', { params: { id }, body: {} });
const owed = async (id: string) =>
  (
    await db()
      .selectFrom('notifications')
      .select('user_id')
      .where('event_id', '=', id)
      .where('kind', '=', 'replyOwed')
      .execute()
  ).map((row) => row.user_id);

/** Five members: one attends, one declined, one is a leader; two have not replied. The coach is not asked. */
async function answered(id: string) {
  const [comes, declines, leads, ...silent] = setup.club.members;
  if (!comes || !declines || !leads) throw new Error('The club has five members.');
  await buildRegistration(db(), { event_id: id, person_id: comes.id });
  await buildRegistration(db(), { event_id: id, person_id: declines.id, state: 'declined' });
  await db().insertInto('event_leaders').values({ event_id: id, person_id: leads.id, position: 0 }).execute();
  return silent.map((person) => person.id).sort();
}

it('those who run an event read how many attend, declined and have not replied; others do not', async () => {
  const event = await teamEvent();
  await answered(event.id);
  const read = async (who: { id: string }) =>
    (await (await signIn(setup.server, who)).call('GET /api/events/{id}', { params: { id: event.id } })).body
      .replies;
  const replies = { going: 1, cannot: 1, noAnswer: 2, askedAgain: 0 };
  expect(await read(setup.club.coach)).toMatchObject(replies);
  expect(await read(setup.club.members[0] ?? setup.club.coach)).toBeNull();
  const list = await (await signIn(setup.server, setup.club.coach)).call('GET /api/users/me/events', {
    query: { tab: 'coaching' },
  });
  expect(list.body.items.map((item) => [item.id, item.replies])).toEqual([[event.id, replies]]);
});

it('the counts say how many people a reminder reaches now, and how many of the silent have no account', async () => {
  const event = await teamEvent({
    starts_at: '2026-11-24T18:00:00.000Z',
    ends_at: '2026-11-24T19:30:00.000Z',
  });
  await answered(event.id);
  for (const name of ['Bo', 'Cy', 'Di'])
    await buildMembership(db(), {
      team_id: setup.club.team.id,
      person_id: (await buildPerson(db(), { name })).id,
    });
  const counts = async () => {
    const coach = await signIn(setup.server, setup.club.coach);
    const list = await coach.call('GET /api/users/me/events', { query: { tab: 'coaching' } });
    return list.body.items.find(({ id }) => id === event.id)?.replies;
  };
  expect(await counts()).toMatchObject({ noAnswer: 5, canRemind: 2, noAccount: 3 });
  const [first = ''] = setup.club.members.slice(3).map(({ id }) => id);
  const at = setup.server.now().toISOString();
  await db().updateTable('users').set({ suspended_at: at }).where('id', '=', first).execute();
  expect(await counts()).toMatchObject({ noAnswer: 5, canRemind: 1, noAccount: 3 });
  expect((await remind(event.id)).body.reminded).toBe(1);
  expect(await counts()).toMatchObject({ noAnswer: 5, canRemind: 0, noAccount: 3 });
  setup.server.advance(12 * hourMs);
  expect(await counts()).toMatchObject({ canRemind: 1 });
});

it('someone in two teams of an event counts once, and coaches of a visiting team are asked', async () => {
  const visitors = await buildTeam(db());
  const [both = setup.club.coach] = setup.club.members;
  const visitingCoach = await buildUser(db());
  await buildMembership(db(), { team_id: visitors.id, person_id: both.id });
  await buildMembership(db(), { team_id: visitors.id, person_id: visitingCoach.id, role: 'coach' });
  await buildMembership(db(), { team_id: visitors.id, person_id: setup.club.coach.id });
  const event = await teamEvent({
    teams: [setup.club.team.id, visitors.id],
    owner_team_id: setup.club.team.id,
  });
  const client = await signIn(setup.server, setup.club.coach);
  const names = await client.call('GET /api/events/{id}/reminders', { params: { id: event.id } });
  expect(names.body.items.map(({ user }) => user.id).sort()).toEqual(
    [...setup.club.members.map(({ id }) => id), visitingCoach.id].sort(),
  );
  const { body } = await client.call('GET /api/events/{id}', { params: { id: event.id } });
  expect(body.replies?.noAnswer).toBe(6);
});

describe('a manual reminder', () => {
  it('notifies everyone without a reply, and each once in 12 hours', async () => {
    const event = await teamEvent();
    const silent = await answered(event.id);
    expect((await remind(event.id)).body).toEqual({ reminded: 2, remindedAt: '2026-11-21T10:00:00.000Z' });
    expect((await owed(event.id)).sort()).toEqual(silent);
    setup.server.advance(12 * hourMs - 1);
    expect((await remind(event.id)).body.reminded).toBe(0);
    setup.server.advance(1);
    expect((await remind(event.id)).body.reminded).toBe(2);
    const client = await signIn(setup.server, setup.club.coach);
    const { body } = await client.call('GET /api/events/{id}/reminders', { params: { id: event.id } });
    expect(body.items.map(({ canRemind }) => canRemind)).toEqual([false, false]);
  });

  it('waits for another one that has just begun, and reminds no one again', async () => {
    const event = await teamEvent();
    const client = await signIn(setup.server, setup.club.coach);
    const { database, now } = setup.server;
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = db()
      .transaction()
      .execute(async (tx) => {
        await lockEventRow(tx, database.dialect, event.id);
        begun.resolve();
        await goOn.promise;
        return sendReminders(tx, event.id, { by: setup.club.coach.id, at: now() });
      });
    await begun.promise;
    const second = client.call('POST /api/events/{id}/reminders', { params: { id: event.id }, body: {} });
    // Time for the second one to read who has not replied, if it did not wait.
    await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 500))]);
    goOn.resolve();
    expect([await first, (await second).body.reminded]).toEqual([5, 0]);
    expect(await owed(event.id)).toHaveLength(5);
  });

  it.each([
    ['cancelled', { event_status: 'EventCancelled' as const }],
    ['postponed', { event_status: 'EventPostponed' as const }],
    ['a draft', { publication: 'draft' as const }],
    ['under way', { starts_at: '2026-11-21T09:30:00.000Z' }],
  ])('is neither offered nor allowed for an event that is %s', async (_, given) => {
    const event = await teamEvent(given);
    const client = await signIn(setup.server, setup.club.coach);
    const { body } = await client.call('GET /api/events/{id}/reminders', { params: { id: event.id } });
    expect(body.items.map(({ canRemind }) => canRemind)).toEqual(Array(5).fill(false));
    expect((await remind(event.id)).body.code).toBe('not_permitted');
    expect(await owed(event.id)).toEqual([]);
  });

  it('notifies no one without an account, and still lists them', async () => {
    const { id } = await buildPerson(db(), { name: 'Zoe' });
    await buildMembership(db(), { team_id: setup.club.team.id, person_id: id });
    const event = await teamEvent();
    expect((await remind(event.id)).body.reminded).toBe(5);
    const client = await signIn(setup.server, setup.club.coach);
    const { body } = await client.call('GET /api/events/{id}/reminders', { params: { id: event.id } });
    expect(body.items.at(-1)).toEqual({
      user: { id, name: 'Zoe', avatarSrc: null, hasAccount: false },
      remindedAt: null,
      canRemind: false,
      isAskedAgain: false,
    });
  });
});

describe('the automatic reminder', () => {
  const start = '2026-11-23T10:00:00.000Z';

  it('is sent 48 hours before the start, once, and not to those whom a coach reminded', async () => {
    const event = await teamEvent({ starts_at: '2026-11-23T10:00:00.001Z' });
    await runJob(setup.server, 'remindOfReplies');
    expect(await owed(event.id)).toEqual([]);
    setup.server.advance(1);
    await Promise.all([runJob(setup.server, 'remindOfReplies'), runJob(setup.server, 'remindOfReplies')]);
    expect(await owed(event.id)).toHaveLength(5);
    setup.server.advance(hourMs);
    await runJob(setup.server, 'remindOfReplies');
    expect(await owed(event.id)).toHaveLength(5);
    const other = await teamEvent({ starts_at: start });
    await remind(other.id);
    await runJob(setup.server, 'remindOfReplies');
    expect(await owed(other.id)).toHaveLength(5);
  });

  it('is sent 48 hours before replies are due, if that is earlier', async () => {
    const event = await teamEvent({ starts_at: '2026-12-20T10:00:00.000Z', replies_due_at: start });
    await runJob(setup.server, 'remindOfReplies');
    expect(await owed(event.id)).toHaveLength(5);
  });

  it('waits until registration opens, and asks no one for a first reply after it has closed', async () => {
    const opens = await teamEvent({ starts_at: start, registration_opens_at: '2026-11-21T12:00:00.000Z' });
    const closed = await teamEvent({ starts_at: start, registration_closes_at: '2026-11-21T10:00:00.000Z' });
    await runJob(setup.server, 'remindOfReplies');
    expect([await owed(opens.id), await owed(closed.id)]).toEqual([[], []]);
    setup.server.advance(2 * hourMs);
    await runJob(setup.server, 'remindOfReplies');
    expect(await owed(opens.id)).toHaveLength(5);
    expect(await owed(closed.id)).toEqual([]);
  });

  it('asks "Still coming?" again although registration has closed', async () => {
    const event = await teamEvent({ starts_at: start, registration_closes_at: '2026-11-20T10:00:00.000Z' });
    const [comes = setup.club.coach] = setup.club.members;
    await buildRegistration(db(), {
      event_id: event.id,
      person_id: comes.id,
      reconfirm_asked_at: '2026-11-19T10:00:00.000Z',
    });
    await runJob(setup.server, 'remindOfReplies');
    expect(await owed(event.id)).toEqual([comes.id]);
  });

  describe('of an event whose people were reminded', () => {
    const dayMs = 24 * hourMs;
    /** Two members owe a reply, and were reminded. */
    const reminded = async (given: Parameters<typeof teamEvent>[0] = {}) => {
      const event = await teamEvent({ starts_at: start, ...given });
      const silent = await answered(event.id);
      await runJob(setup.server, 'remindOfReplies');
      expect((await owed(event.id)).sort()).toEqual(silent);
      return { ...event, silent };
    };
    const change = async (id: string, body: object) => {
      const { status } = await setup.change(setup.club.coach, id, body);
      expect(status).toBe(200);
    };
    const runIn = async (ms: number) => {
      setup.server.advance(ms);
      await runJob(setup.server, 'remindOfReplies');
      await runJob(setup.server, 'remindOfReplies');
    };
    const timesOwed = async (id: string, userId: string) =>
      (await owed(id)).filter((one) => one === userId).length;

    it('is sent once more, 48 hours before a later start, also to those whom a coach reminded', async () => {
      const event = await reminded();
      setup.server.advance(12 * hourMs);
      expect((await remind(event.id)).body.reminded).toBe(2);
      await change(event.id, { startsAt: '2026-12-14T10:00:00.000Z', endsAt: '2026-12-14T11:30:00.000Z' });
      // The move asks the one who comes again; 12 hours have not passed for the others.
      expect((await remind(event.id)).body.reminded).toBe(1);
      await runIn(20 * dayMs + 12 * hourMs - 1);
      expect(await owed(event.id)).toHaveLength(5);
      await runIn(1);
      for (const id of event.silent) expect(await timesOwed(event.id, id)).toBe(3);
      await runIn(dayMs);
      expect(await owed(event.id)).toHaveLength(7);
    });

    it('is sent once more before a later deadline of replies', async () => {
      const event = await reminded({ starts_at: '2027-01-10T10:00:00.000Z', replies_due_at: start });
      await change(event.id, { repliesDueAt: '2026-12-23T10:00:00.000Z' });
      await runIn(29 * dayMs);
      expect(await owed(event.id)).toHaveLength(2);
      await runIn(dayMs);
      expect(await owed(event.id)).toHaveLength(4);
    });

    it('is sent once more when a postponed event has a date again', async () => {
      const event = await reminded();
      await change(event.id, { eventStatus: 'EventPostponed' });
      await change(event.id, {
        startsAt: '2026-12-14T10:00:00.000Z',
        endsAt: '2026-12-14T11:30:00.000Z',
        version: 2,
      });
      await runIn(21 * dayMs);
      for (const id of event.silent) expect(await timesOwed(event.id, id)).toBe(2);
    });

    it.each([
      ['is moved earlier', { startsAt: '2026-11-23T09:00:00.000Z' }],
      ['is moved by an hour', { startsAt: '2026-11-23T11:00:00.000Z', endsAt: '2026-11-23T12:30:00.000Z' }],
      ['has another name', { name: 'Morning row' }],
    ])('is not sent again when the event %s', async (_, body) => {
      const event = await reminded();
      await change(event.id, body);
      await runIn(0);
      await runIn(30 * hourMs);
      for (const id of event.silent) expect(await timesOwed(event.id, id)).toBe(1);
    });

    it('does not go to those whom a coach reminded of a date that is then moved earlier', async () => {
      const event = await teamEvent({ starts_at: '2026-12-14T10:00:00.000Z' });
      expect((await remind(event.id)).body.reminded).toBe(5);
      await change(event.id, { startsAt: '2026-12-07T10:00:00.000Z' });
      await runIn(15 * dayMs);
      expect(await owed(event.id)).toHaveLength(5);
    });
  });

  it.each([
    ['was published within a day', { published_at: '2026-11-20T10:00:00.001Z' }],
    ['is cancelled', { event_status: 'EventCancelled' as const }],
    ['is postponed', { event_status: 'EventPostponed' as const }],
    ['is a draft', { publication: 'draft' as const }],
    ['has begun', { starts_at: '2026-11-21T10:00:00.000Z' }],
    ['was taken down', { removed_at: '2026-11-20T10:00:00.000Z' }],
  ])('is not sent for an event that %s', async (_, given) => {
    const event = await teamEvent({ starts_at: start, ...given });
    await runJob(setup.server, 'remindOfReplies');
    expect(await owed(event.id)).toEqual([]);
  });
});
