// Who an event asks for a reply is the same everywhere: in the preview and the notices of publishing, in the lists of the
// people, in reminders, and under "No answer".
import { beforeEach, describe, expect, it } from 'vitest';
import type { MembershipRole } from '../../../src/contract/values/enums.ts';
import { signIn } from '../../support/client.ts';
import { buildMembership, buildTeam, buildUser } from '../../support/factories.ts';
import { runJob } from '../../support/server.ts';
import { buildNotification } from '../notifications/factory.ts';
import { setUpPlanning } from '../planning/setup.ts';

const setup = setUpPlanning({ members: 2 });
const { db } = setup;

type Person = { id: string; name: string };
let people: Record<string, Person>;
let visitors: { id: string };
beforeEach(async () => {
  visitors = await buildTeam(db(), { organization_id: setup.club.organization.id });
  const join = async (name: string, role: MembershipRole, team: { id: string }) => {
    const person = await buildUser(db(), { name, is_coach: 1 });
    await buildMembership(db(), { team_id: team.id, person_id: person.id, role });
    return { id: person.id, name };
  };
  people = {
    coCoach: await join('Co-coach', 'coach', setup.club.team),
    owner: await join('Owner of the team', 'owner', setup.club.team),
    assistant: await join('Assistant', 'assistant', setup.club.team),
    coLeader: await join('Co-leader', 'trainee', setup.club.team),
    trainee: await join('Trainee', 'trainee', setup.club.team),
    admin: await join('Admin who trains', 'trainee', setup.club.team),
    visitingCoach: await join('Visiting coach', 'coach', visitors),
    visitor: await join('Visitor', 'trainee', visitors),
  };
  // These two are also in another group: what counts are the leaders and the coaches of the team that owns the event.
  await buildMembership(db(), { team_id: visitors.id, person_id: people.coCoach?.id ?? '' });
  const organization_id = setup.club.organization.id;
  await buildMembership(db(), { organization_id, person_id: people.admin?.id ?? '', role: 'admin' });
  for (const [index, { id }] of setup.club.members.entries())
    people[`member ${index}`] = { id, name: `Member ${index}` };
});

const asked = ['admin', 'assistant', 'member 0', 'member 1', 'trainee', 'visitingCoach', 'visitor'];

/** The people of these ids, by their keys; any other person by the id. */
const named = (ids: Iterable<string>) =>
  [...ids].map((id) => Object.entries(people).find(([, one]) => one.id === id)?.[0] ?? id).sort();

const askedEvent = (given: Parameters<typeof setup.teamEvent>[0] = {}) =>
  setup.teamEvent({
    owner_team_id: setup.club.team.id,
    teams: [setup.club.team.id, visitors.id],
    leaders: [setup.club.coach.id, people.coLeader?.id ?? ''],
    ...given,
  });

const noticesOf = async (eventId: string) =>
  named(
    (
      await db()
        .selectFrom('notifications')
        .select('user_id')
        .where('event_id', '=', eventId)
        .where('kind', '=', 'replyOwed')
        .execute()
    ).map((row) => row.user_id),
  );

/** The people for whom something is true. */
async function peopleWith(is: (person: Person) => Promise<boolean>): Promise<string[]> {
  const keys: string[] = [];
  for (const [key, person] of Object.entries(people)) if (await is(person)) keys.push(key);
  return keys.sort();
}

describe('the people whom an event asks', () => {
  it('are those whom publishing counts before, and tells', async () => {
    const event = await askedEvent({ publication: 'draft' });
    const client = await signIn(setup.server, setup.club.coach);
    const params = { id: event.id };
    const preview = await client.call('POST /api/events/{id}/preview', {
      params,
      body: { action: 'publish' },
    });
    expect(preview.body.notified).toBe(asked.length);
    await client.call('POST /api/events/{id}/publish', { params, body: { version: 1 } });
    expect(await noticesOf(event.id)).toEqual(asked);
  });

  it('are those who find it under "Needs reply", and in the number of replies that their teams wait for', async () => {
    const event = await askedEvent();
    const owing = await peopleWith(async (person) => {
      const { body } = await (await signIn(setup.server, person)).call('GET /api/users/me/events', {
        query: { tab: 'needsReply' },
      });
      return body.items.some(({ id }) => id === event.id);
    });
    expect(owing).toEqual(asked);
    const counted = await peopleWith(async (person) => {
      const { body } = await (await signIn(setup.server, person)).call('GET /api/users/me/teams');
      return body.items.some(({ repliesOwed }) => repliesOwed > 0);
    });
    expect(counted).toEqual(asked);
  });

  it('are those under "No answer", and those whom a reminder tells', async () => {
    const event = await askedEvent();
    const client = await signIn(setup.server, setup.club.coach);
    const params = { id: event.id };
    const silent = await client.call('GET /api/events/{id}/reminders', { params });
    expect(named(silent.body.items.map(({ user }) => user.id))).toEqual(asked);
    const { body } = await client.call('GET /api/events/{id}', { params });
    expect(body.replies?.noAnswer).toBe(asked.length);
    await client.call('POST /api/events/{id}/reminders', { params, body: {} });
    expect(await noticesOf(event.id)).toEqual(asked);
  });

  it('are those who see the question in their notifications, also if they were notified before they led or coached', async () => {
    const event = await askedEvent();
    for (const { id } of Object.values(people))
      await buildNotification(db(), { user_id: id, kind: 'replyOwed', event_id: event.id });
    const shown = await peopleWith(async (person) => {
      const { body } = await (await signIn(setup.server, person)).call('GET /api/users/me/notifications');
      return body.items.some(({ kind }) => kind === 'replyOwed');
    });
    expect(shown).toEqual(asked);
  });

  it('are not those who have left the teams, in the notifications and in the next mail', async () => {
    const event = await askedEvent();
    const { id = '' } = people.trainee ?? {};
    const coach = await signIn(setup.server, setup.club.coach);
    await coach.call('POST /api/events/{id}/reminders', { params: { id: event.id }, body: {} });
    await coach.call('PATCH /api/teams/{id}/members/{userId}', {
      params: { id: setup.club.team.id, userId: id },
      body: { version: 1, status: 'removed' },
    });
    const { body } = await (await signIn(setup.server, { id })).call('GET /api/users/me/notifications');
    expect(body.items.map(({ kind }) => kind)).toEqual(['membershipRemoved']);
    setup.server.advance(24 * 60 * 60_000);
    await runJob(setup.server, 'deliverNotifications');
    const { email } = await db()
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const mails = setup.server.mails.filter(({ to }) => to === email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).not.toContain('Are you coming?');
  });

  it('are not all who are notified that it is cancelled: its leaders and coaches are, too', async () => {
    const event = await askedEvent();
    const client = await signIn(setup.server, setup.club.coach);
    await client.call('POST /api/events/{id}/cancel', { params: { id: event.id }, body: {} });
    const rows = await db()
      .selectFrom('notifications')
      .select('user_id')
      .where('event_id', '=', event.id)
      .where('kind', '=', 'eventCancelled')
      .execute();
    expect(named(rows.map((row) => row.user_id))).toEqual(Object.keys(people).sort());
  });
});
