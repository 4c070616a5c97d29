// An event of two teams: people of the owner run it; coaches of the other team see and mark only their own
// members.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MembershipRole } from '../../../src/contract/values/enums.ts';
import { organizersToNotify } from '../../../src/server/registrations/recipient-queries.ts';
import { signIn } from '../../support/client.ts';
import {
  buildAttendance,
  buildEvent,
  buildMembership,
  buildOrganization,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

type Group = { team_id: string } | { organization_id: string };
type Person = { id: string; name: string };

let server: TestServer;
let world: Awaited<ReturnType<typeof buildTwoTeams>>;
beforeEach(async () => {
  server = await startTestServer();
  world = await buildTwoTeams();
});
afterEach(() => server.close());

const db = () => server.database.db;

async function join(group: Group, role: MembershipRole, name?: string, status?: 'removed') {
  const user = await buildUser(db(), { is_coach: 1, ...(name && { name }) });
  await buildMembership(db(), { ...group, person_id: user.id, role, ...(status && { status }) });
  return user;
}

/** Two private clubs with a private team each. The home team owns the events; the away team takes part. */
async function buildTwoTeams() {
  const [home, away] = await Promise.all(
    ['Home', 'Away'].map(async (name) => {
      const club = await buildOrganization(db(), { name: `${name} club`, visibility: 'private' });
      const team = await buildTeam(db(), { name, organization_id: club.id, visibility: 'private' });
      return { club: { organization_id: club.id }, team: { team_id: team.id }, id: team.id, clubId: club.id };
    }),
  );
  if (!home || !away) throw new Error('Two clubs were built.');
  const both = await join(away.team, 'trainee', 'In both');
  await buildMembership(db(), { ...home.team, person_id: both.id });
  const people = {
    homeCoach: await join(home.team, 'coach'),
    homeAssistant: await join(home.team, 'assistant'),
    homeAdmin: await join(home.club, 'admin'),
    awayOwner: await join(away.team, 'owner'),
    awayCoach: await join(away.team, 'coach', 'Away coach'),
    awayAssistant: await join(away.team, 'assistant'),
    awayClubAdmin: await join(away.club, 'admin'),
    awayClubCoach: await join(away.club, 'coach'),
    awayTrainee: await join(away.team, 'trainee', 'Away trainee'),
    formerHomeCoach: await join(home.team, 'coach', 'Former home', 'removed'),
    formerAwayCoach: await join(away.team, 'coach', 'Former away', 'removed'),
  };
  const homePlayer = await join(home.team, 'trainee', 'Home player');
  const homeDeclined = await join(home.team, 'trainee', 'Home declined');
  const awayDeclined = await join(away.team, 'trainee', 'Away declined');
  const guest = await buildUser(db(), { name: 'Guest' });
  const event = (given: Parameters<typeof buildEvent>[1] = {}) =>
    buildEvent(db(), {
      organizer_organization_id: home.clubId,
      owner_team_id: home.id,
      teams: [home.id, away.id],
      visibility: 'team',
      roster_visibility: 'coaches',
      ...given,
    });
  /** An event with replies and marks of members of both teams, of former ones and of a guest. */
  const answered = async (given: Parameters<typeof buildEvent>[1] = {}) => {
    const built = await event(given);
    const confirmed = [both, homePlayer, people.awayTrainee, people.formerAwayCoach, guest];
    for (const { id: person_id } of confirmed)
      await buildRegistration(db(), { event_id: built.id, person_id, note: 'Sore knee' });
    for (const { id: person_id } of [homeDeclined, awayDeclined])
      await buildRegistration(db(), { event_id: built.id, person_id, state: 'declined' });
    for (const { id: person_id } of [...confirmed, homeDeclined])
      await buildAttendance(db(), { event_id: built.id, person_id });
    return built;
  };
  return { home, away, people, homePlayer, event, answered };
}

const call = async (user: Person, name: 'registrations' | 'attendance', event: { id: string }) =>
  (await signIn(server, user)).call(`GET /api/events/{id}/${name}`, { params: { id: event.id } });
const namesOf = (items: { user: { name: string } }[]) => items.map(({ user }) => user.name).toSorted();
const namesIn = async (user: Person, name: 'registrations' | 'attendance', event: { id: string }) => {
  const { status, body } = await call(user, name, event);
  if (status !== 200) return status;
  // The attendance has everyone who is expected, and these tests are about marks.
  return namesOf(body.items.filter((item) => !('status' in item) || item.status !== null));
};
const rights = async (user: Person, event: { id: string }) => {
  const { status, body } = await (await signIn(server, user)).call('GET /api/events/{id}', {
    params: { id: event.id },
  });
  if (status !== 200) return status;
  const { seeRoster, markAttendance, manageRegistrations, edit, cancel } = body.can;
  return { seeRoster, markAttendance, manageRegistrations, edit, cancel };
};
const all = { seeRoster: true, markAttendance: true, manageRegistrations: true, edit: true, cancel: true };
const visiting = { ...all, manageRegistrations: false, edit: false, cancel: false };
const none = { ...visiting, seeRoster: false, markAttendance: false };

const everyone = [
  'Away declined',
  'Away trainee',
  'Former away',
  'Guest',
  'Home declined',
  'Home player',
  'In both',
];
const ownReplies = ['Away declined', 'Away trainee', 'In both'];
const ownMarks = ['Away trainee', 'In both'];

describe('an event of two teams', () => {
  it('lets people of its owner run it, and people of the other team act as visiting coaches', async () => {
    const event = await world.event();
    const found: Record<string, unknown> = {};
    for (const [name, user] of Object.entries(world.people)) found[name] = await rights(user, event);
    expect(found).toEqual({
      homeCoach: all,
      homeAssistant: visiting,
      homeAdmin: all,
      awayOwner: visiting,
      awayCoach: visiting,
      awayAssistant: visiting,
      awayClubAdmin: visiting,
      awayClubCoach: 404,
      awayTrainee: none,
      formerHomeCoach: 404,
      formerAwayCoach: 404,
    });
  });

  it('GET /api/events/{id}/registrations returns a visiting coach only the replies of their own members, without notes', async () => {
    const event = await world.answered();
    const { people } = world;
    for (const user of [people.homeCoach, people.homeAssistant])
      expect(await namesIn(user, 'registrations', event)).toEqual(everyone);
    for (const user of [people.awayCoach, people.awayAssistant, people.awayOwner, people.awayClubAdmin])
      expect(await namesIn(user, 'registrations', event)).toEqual(ownReplies);
    const { body } = await (await signIn(server, people.awayCoach)).call(
      'GET /api/events/{id}/registrations',
      { params: { id: event.id } },
    );
    expect(body.items.map(({ note }) => note)).toEqual([null, null, null]);
    expect(await namesIn(people.awayTrainee, 'registrations', event)).toBe(409);
    for (const user of [people.formerAwayCoach, people.formerHomeCoach, people.awayClubCoach])
      expect(await namesIn(user, 'registrations', event)).toBe(404);
  });

  it('GET /api/events/{id}/attendance returns a visiting coach only the marks of their own members', async () => {
    const event = await world.answered();
    const { people } = world;
    for (const user of [people.homeCoach, people.homeAssistant])
      expect(await namesIn(user, 'attendance', event)).toEqual(
        everyone.filter((name) => name !== 'Away declined'),
      );
    for (const user of [people.awayCoach, people.awayAssistant, people.awayOwner, people.awayClubAdmin])
      expect(await namesIn(user, 'attendance', event)).toEqual(ownMarks);
    expect(await namesIn(people.awayTrainee, 'attendance', event)).toBe(409);
    for (const user of [people.formerAwayCoach, people.formerHomeCoach, people.awayClubCoach])
      expect(await namesIn(user, 'attendance', event)).toBe(404);
  });

  it("shows a visiting coach others' places only as a participant, when the event shows them", async () => {
    const { awayCoach } = world.people;
    const shown = await world.answered({ roster_visibility: 'participants' });
    const hidden = await world.answered({ roster_visibility: 'countOnly' });
    expect(await namesIn(awayCoach, 'registrations', shown)).toEqual(ownReplies);
    for (const event of [shown, hidden])
      await buildRegistration(db(), { event_id: event.id, person_id: awayCoach.id });
    const places = everyone.filter((name) => name !== 'Home declined');
    expect(await namesIn(awayCoach, 'registrations', shown)).toEqual(['Away coach', ...places].toSorted());
    expect(await namesIn(awayCoach, 'registrations', hidden)).toEqual(['Away coach', ...ownReplies]);
    expect(await namesIn(awayCoach, 'attendance', shown)).toEqual(ownMarks);
  });

  it('counts every place for a visiting coach, and names the teams that they are in or run', async () => {
    const event = await world.answered();
    for (const user of [world.people.awayCoach, world.people.awayClubAdmin]) {
      const { body } = await (await signIn(server, user)).call('GET /api/events/{id}', {
        params: { id: event.id },
      });
      expect([body.confirmedCount, body.teams.map(({ name }) => name)]).toEqual([5, ['Away']]);
    }
  });

  it('stops showing a visiting coach its data when their role ends; a member of the team sees what members may', async () => {
    const event = await world.answered();
    const { awayCoach, homeCoach } = world.people;
    const remove = (user: Person) =>
      db()
        .updateTable('memberships')
        .set({ status: 'removed', ended_at: '2026-11-21T09:00:00.000Z' })
        .where('person_id', '=', user.id)
        .execute();
    await remove(awayCoach);
    await remove(homeCoach);
    for (const user of [awayCoach, homeCoach]) {
      expect(await rights(user, event)).toBe(404);
      for (const name of ['registrations', 'attendance'] as const)
        expect(await namesIn(user, name, event)).toBe(404);
    }
    await buildMembership(db(), { ...world.away.team, person_id: homeCoach.id });
    expect(await rights(homeCoach, event)).toEqual(none);
  });

  it("refuses a visiting coach the owner's decisions", async () => {
    const event = await world.answered();
    const client = await signIn(server, world.people.awayCoach);
    const params = { id: event.id };
    const answers = [
      await client.call('PATCH /api/events/{id}/registrations/{userId}', {
        params: { ...params, userId: world.people.awayTrainee.id },
        body: { version: 1, action: 'remove' },
      }),
      await client.call('POST /api/events/{id}/cancel', { params, body: {} }),
      await client.call('GET /api/events/{id}/payments', { params }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [409, 'not_permitted']),
    );
  });

  it("admits people of the other team like the owner's members when it is for invited people", async () => {
    const event = await world.event({ join_policy: 'invite' });
    for (const user of [world.people.awayCoach, world.people.awayClubAdmin, world.people.awayTrainee]) {
      const { body } = await (await signIn(server, user)).call('GET /api/events/{id}', {
        params: { id: event.id },
      });
      expect([body.can.register, body.can.respond, body.onlineUrl]).toEqual([true, true, null]);
    }
    const approval = await world.event({ join_policy: 'approval' });
    const answer = await (await signIn(server, world.people.awayCoach)).call(
      'PUT /api/events/{id}/registration',
      { params: { id: approval.id }, body: { response: 'attending' } },
    );
    expect(answer.body.registration?.state).toBe('pendingApproval');
  });

  it("is in the coaching list of its owner's coaches, and a reply due for coaches of the other team", async () => {
    await world.event({ name: 'Cup' });
    const listsOf = async (user: Person) => {
      const client = await signIn(server, user);
      const tab = async (name: 'coaching' | 'needsReply') =>
        (await client.call('GET /api/users/me/events', { query: { tab: name } })).body.items.length;
      const calendar = await client.call('GET /api/users/me/calendar', {
        query: { from: '2026-11-01T00:00:00Z', to: '2026-12-31T00:00:00Z' },
      });
      const showsInFeed = async (includeUnanswered: boolean) => {
        const { url } = (
          await client.call('POST /api/users/me/calendar-feed', { body: { includeUnanswered } })
        ).body;
        return (await (await client.request(new URL(url).pathname)).text()).includes('SUMMARY:Cup');
      };
      return {
        coaching: await tab('coaching'),
        needsReply: await tab('needsReply'),
        calendar: calendar.body.items.map(({ isCoaching }) => isCoaching),
        feeds: [await showsInFeed(true), await showsInFeed(false)],
      };
    };
    const { homeCoach, awayCoach } = world.people;
    expect(await listsOf(homeCoach)).toEqual({
      coaching: 1,
      needsReply: 0,
      calendar: [true],
      feeds: [true, true],
    });
    expect(await listsOf(awayCoach)).toEqual({
      coaching: 0,
      needsReply: 1,
      calendar: [false],
      feeds: [true, false],
    });
  });

  it("notifies coaches of its owner of requests, and those who run the owner's organization of refunds", async () => {
    const { home, away, people } = world;
    const event = await world.event({ leaders: [people.awayCoach.id] });
    expect(await organizersToNotify(db(), event.id, 'approvalOwed')).toEqual([people.homeCoach.id]);
    const both = [people.homeCoach.id, people.homeAdmin.id].toSorted();
    expect((await organizersToNotify(db(), event.id, 'refundAsked')).toSorted()).toEqual(both);
    // The organizer does not own this one, so no one there is notified.
    const owned = await world.event({ owner_team_id: away.id, organizer_organization_id: home.clubId });
    const coaches = [people.awayOwner.id, people.awayCoach.id];
    expect((await organizersToNotify(db(), owned.id, 'approvalOwed')).toSorted()).toEqual(coaches.toSorted());
    expect((await organizersToNotify(db(), owned.id, 'refundAsked')).toSorted()).toEqual(
      [...coaches, people.awayClubAdmin.id].toSorted(),
    );
  });
});

describe('the owner of an event', () => {
  it("is the only one who runs it: an organization that organizes an event of another owner's team has no permissions", async () => {
    const { home, people } = world;
    const independent = await buildTeam(db());
    const coach = await join({ team_id: independent.id }, 'coach');
    const given = { owner_team_id: independent.id, teams: [independent.id] };
    const ofTeam = await world.event(given);
    const ofClub = await world.event({ ...given, visibility: 'organization' });
    expect([await rights(coach, ofTeam), await rights(coach, ofClub)]).toEqual([all, all]);
    const clubOwner = await join(home.club, 'owner');
    for (const user of [people.homeAdmin, clubOwner]) {
      expect(await rights(user, ofTeam)).toBe(404);
      expect(await rights(user, ofClub)).toEqual(none);
    }
  });

  it("may be an organization while teams take part: its coaches run the event, the teams' coaches visit", async () => {
    const { home, people } = world;
    const clubCoach = await join(home.club, 'coach');
    const clubAssistant = await join(home.club, 'assistant');
    const event = await world.answered({ owner_team_id: null });
    expect([await rights(clubCoach, event), await rights(people.homeAdmin, event)]).toEqual([all, all]);
    expect(await rights(clubAssistant, event)).toBe(404);
    for (const user of [people.homeCoach, people.homeAssistant, people.awayCoach])
      expect(await rights(user, event)).toEqual(visiting);
    expect(await namesIn(people.homeCoach, 'registrations', event)).toEqual([
      'Home declined',
      'Home player',
      'In both',
    ]);
    expect(await namesIn(people.awayCoach, 'registrations', event)).toEqual(ownReplies);
    expect((await organizersToNotify(db(), event.id, 'approvalOwed')).toSorted()).toEqual(
      [clubCoach.id, people.homeAdmin.id].toSorted(),
    );
  });

  it('is a person when no team takes part', async () => {
    const person = await buildUser(db());
    const event = await buildEvent(db(), { organizer_user_id: person.id, visibility: 'team' });
    expect(await rights(person, event)).toEqual(all);
    expect(await rights(world.people.homeAdmin, event)).toBe(404);
  });
});
