// The planner of an event of an independent team organizes it, until they no longer run the team.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../../../support/client.ts';
import { buildEvent, buildMembership, buildTeam, buildUser } from '../../../support/factories.ts';
import { runJob, startTestServer, type TestServer } from '../../../support/server.ts';
import { plan } from '../../planning/club.ts';
import { auditedActions } from '../people.ts';
import { changeInTeam } from '../private-team.ts';

let server: TestServer;
let team: { id: string };
let owner: { id: string };
let coach: { id: string };
beforeEach(async () => {
  server = await startTestServer();
  team = await buildTeam(db());
  owner = await buildUser(db());
  coach = await buildUser(db(), { is_coach: 1 });
  await buildMembership(db(), { team_id: team.id, person_id: owner.id, role: 'owner' });
  await buildMembership(db(), { team_id: team.id, person_id: coach.id, role: 'coach' });
});
afterEach(() => server.close());

const db = () => server.database.db;
const organizedByCoach = (more: object = {}) =>
  buildEvent(db(), { teams: [team.id], organizer_user_id: coach.id, created_by: coach.id, ...more });
const organizersOf = async () => {
  const rows = await db()
    .selectFrom('events')
    .select(['organizer_user_id', 'starts_at'])
    .orderBy('starts_at')
    .execute();
  return rows.map((row) => row.organizer_user_id);
};
const leave = async (user: { id: string }) =>
  (await signIn(server, user)).call('DELETE /api/teams/{id}/membership', { params: { id: team.id } });

describe('the organizer of coming events of an independent team', () => {
  it('is an owner of the team once the coach has left; past events and their own stay theirs', async () => {
    await organizedByCoach({ starts_at: '2026-11-14T10:00:00.000Z' });
    const ahead = await organizedByCoach({ starts_at: '2026-12-14T10:00:00.000Z' });
    await buildEvent(db(), { organizer_user_id: coach.id, starts_at: '2026-12-15T10:00:00.000Z' });
    expect((await leave(coach)).status).toBe(200);
    expect(await organizersOf()).toEqual([coach.id, owner.id, coach.id]);
    const { version } = await db()
      .selectFrom('events')
      .select('version')
      .where('id', '=', ahead.id)
      .executeTakeFirstOrThrow();
    expect(version).toBe(2);
    const audited = await auditedActions(server);
    expect(audited.filter(({ action }) => action === 'event.organizerChanged')).toEqual([
      {
        actor_id: coach.id,
        action: 'event.organizerChanged',
        before: JSON.stringify({ organizerId: coach.id }),
        after: JSON.stringify({ organizerId: owner.id }),
      },
    ]);
    const shown = await (await signIn(server, owner)).call('GET /api/events/{id}', {
      params: { id: ahead.id },
    });
    expect(shown.body.organizer).toMatchObject({ kind: 'person', id: owner.id });
  });

  it.each([{ status: 'removed' }, { role: 'assistant' }, { role: 'trainee' }] as const)(
    'is an owner after the change %j, and not after a new title',
    async (change) => {
      await organizedByCoach();
      const by = { by: owner, team, user: coach };
      expect((await changeInTeam(server, by, { title: 'Head coach' })).status).toBe(200);
      expect(await organizersOf()).toEqual([coach.id]);
      expect((await changeInTeam(server, by, change)).status).toBe(200);
      expect(await organizersOf()).toEqual([owner.id]);
    },
  );

  it('stays the coach where another team owns the event', async () => {
    const event = await organizedByCoach();
    const other = await buildTeam(db());
    await db().updateTable('events').set({ owner_team_id: other.id }).where('id', '=', event.id).execute();
    await leave(coach);
    expect(await organizersOf()).toEqual([coach.id]);
  });

  it('is an owner who is not suspended', async () => {
    await db()
      .updateTable('users')
      .set({ suspended_at: '2026-11-20T10:00:00.000Z' })
      .where('id', '=', owner.id)
      .execute();
    const second = await buildUser(db());
    await buildMembership(db(), {
      team_id: team.id,
      person_id: second.id,
      role: 'owner',
      created_at: '2026-11-27T10:00:00.000Z',
    });
    await organizedByCoach();
    expect((await leave(coach)).status).toBe(200);
    expect(await organizersOf()).toEqual([second.id]);
  });

  it('is the owner who joined first, and not one who has left and come back since', async () => {
    const params = { id: team.id };
    const second = await buildUser(db());
    await buildMembership(db(), {
      team_id: team.id,
      person_id: second.id,
      role: 'owner',
      created_at: '2026-11-10T10:00:00.000Z',
    });
    expect((await leave(owner)).status).toBe(200);
    const returned = await signIn(server, owner);
    await returned.call('PUT /api/teams/{id}/membership', { params, body: {} });
    const again = { by: second, team, user: owner };
    expect((await changeInTeam(server, again, { role: 'owner' })).status).toBe(200);
    await organizedByCoach();
    expect((await leave(coach)).status).toBe(200);
    expect(await organizersOf()).toEqual([second.id]);
  });

  it('is an owner also of the dates that a series gets later', async () => {
    const created = await (await signIn(server, coach)).call('POST /api/events', {
      body: plan({
        owner: { kind: 'team', id: team.id },
        teamIds: [team.id],
        recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU' },
        publication: 'published',
      }),
    });
    expect(created.status).toBe(201);
    await leave(coach);
    const before = await organizersOf();
    expect(new Set(before)).toEqual(new Set([owner.id]));
    server.advance(35 * 86_400_000);
    await runJob(server, 'extendSeries');
    const after = await organizersOf();
    expect(after.length).toBeGreaterThan(before.length);
    expect(new Set(after)).toEqual(new Set([owner.id]));
  });

  describe('where an event is given to another team', () => {
    /** Coached by the actor, as is the first team. */
    let other: { id: string };
    let actor: { id: string };
    beforeEach(async () => {
      other = await buildTeam(db());
      actor = await buildUser(db(), { is_coach: 1 });
      for (const { id } of [team, other])
        await buildMembership(db(), { team_id: id, person_id: actor.id, role: 'coach' });
    });
    const edit = async (id: string, body: object) => {
      const client = await signIn(server, actor);
      const { version } = (await client.call('GET /api/events/{id}', { params: { id } })).body;
      const answer = await client.call('PATCH /api/events/{id}', {
        params: { id },
        body: { version, owner: { kind: 'team', id: other.id }, teamIds: [other.id], ...body },
      });
      expect(answer.status).toBe(200);
    };
    const series = async () => {
      const { body } = await (await signIn(server, coach)).call('POST /api/events', {
        body: plan({
          owner: { kind: 'team', id: team.id },
          teamIds: [team.id],
          recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU' },
        }),
      });
      const rows = await db().selectFrom('events').select('id').orderBy('starts_at').execute();
      return { first: body.id, last: rows.at(-1)?.id ?? '' };
    };
    const organizersOfOther = async () => {
      const rows = await db()
        .selectFrom('events')
        .select('organizer_user_id')
        .distinct()
        .where('owner_team_id', '=', other.id)
        .execute();
      return rows.map((row) => row.organizer_user_id);
    };

    it('is still theirs for later dates of the series whose last date was given away', async () => {
      const { last } = await series();
      await edit(last, {});
      server.advance(35 * 86_400_000);
      await runJob(server, 'extendSeries');
      expect((await organizersOf()).filter((id) => id !== coach.id)).toEqual([actor.id]);
      expect((await organizersOf()).at(-1)).toBe(coach.id);
    });

    it.each([
      [
        'a new series',
        async () => (await organizedByCoach({ starts_at: '2026-12-01T10:00:00.000Z' })).id,
        {},
      ],
      ['the series with a new rule', async () => (await series()).first, { scope: 'all' }],
    ])('is the person who gave it, for all dates of %s', async (_, make, more) => {
      await edit(await make(), { recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU,FR;COUNT=8' }, ...more });
      expect(await organizersOfOther()).toEqual([actor.id]);
    });
  });
});
