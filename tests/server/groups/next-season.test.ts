// Continuing a team in its next season.
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildMembership,
  buildOrganization,
  buildSeries,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { auditedActions, member, noticesOf, stored, turnsDuring } from './people.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const db = () => server.database.db;
type Person = { id: string };
const start = async (viewer: Person, id: string, body: object) =>
  (await signIn(server, viewer)).call('POST /api/teams/{id}/next-season', { params: { id }, body });
const read = async (viewer: Person, id: string) =>
  (await signIn(server, viewer)).call('GET /api/teams/{id}', { params: { id } });
const next = { season: '2026/27', memberIds: [] as string[] };

async function team(given: Parameters<typeof buildTeam>[1] = {}) {
  const { id } = await buildTeam(db(), { name: 'U12', season: '2025/26', ...given });
  const owner = await member(server, { team_id: id }, 'owner');
  return { id, owner, group: { team_id: id } };
}

/** A member without an account, as a coach adds them. */
async function managed(id: string) {
  const person = {
    id: uuid(),
    created_at: '2026-11-01T10:00:00.000Z',
    updated_at: '2026-11-01T10:00:00.000Z',
  };
  await db()
    .insertInto('people')
    .values({ ...person, name: 'Mila', sort_name: 'mila' })
    .execute();
  await buildMembership(db(), { team_id: id, person_id: person.id, title: 'Keeper', jersey: '1' });
  return person;
}

describe('POST /api/teams/{id}/next-season', () => {
  it('copies settings, look and organization, under a new name and invite code', async () => {
    const club = await buildOrganization(db(), { name: 'Harbour' });
    const { id, owner } = await team({
      organization_id: club.id,
      activity: 'rowing',
      level: 'advanced',
      age_min: 10,
      age_max: 12,
      description: 'We **row**.',
      region: 'Ghent',
      visibility: 'unlisted',
      openness: 'inviteOnly',
      roster_visibility: 'coaches',
      color: 'teal',
      invite_code: 'old-code',
    });
    const { status, body } = await start(owner, id, { ...next, name: 'U13' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'U13',
      season: '2026/27',
      activity: 'rowing',
      level: 'advanced',
      ageMin: 10,
      ageMax: 12,
      description: 'We **row**.',
      region: 'Ghent',
      visibility: 'unlisted',
      openness: 'inviteOnly',
      rosterVisibility: 'coaches',
      color: 'teal',
      organization: { id: club.id },
      version: 1,
      memberCount: 1,
      membership: { role: 'owner', status: 'active' },
      previous: { id, name: 'U12', season: '2025/26' },
      next: null,
      can: { edit: true, startNextSeason: true },
    });
    expect(body.inviteCode).toMatch(/^[\w-]{12}$/);
    const old = (await read(owner, id)).body;
    expect(old).toMatchObject({
      name: 'U12',
      season: '2025/26',
      inviteCode: 'old-code',
      previous: null,
      next: { id: body.id, name: 'U13', season: '2026/27' },
      can: { edit: true, startNextSeason: false },
    });
  });

  it('copies chosen members with role, title and jersey, always those who run it, and people without an account', async () => {
    const { id, owner, group } = await team();
    const admin = await member(server, group, 'admin');
    const coach = await member(server, group, 'coach');
    const left = await member(server, group, 'trainee');
    const asking = await member(server, group, 'trainee', 'requested');
    const mila = await managed(id);
    const { body } = await start(owner, id, { ...next, memberIds: [coach.id, mila.id] });
    const rows = await db()
      .selectFrom('memberships')
      .select(['person_id', 'role', 'status', 'title', 'jersey'])
      .where('team_id', '=', body.id)
      .execute();
    const plain = { status: 'active', title: null, jersey: null };
    const byId = (a: { person_id: string }, b: { person_id: string }) => (a.person_id < b.person_id ? -1 : 1);
    expect(rows.sort(byId)).toEqual(
      [
        { person_id: owner.id, role: 'owner', ...plain },
        { person_id: admin.id, role: 'admin', ...plain },
        { person_id: coach.id, role: 'coach', ...plain },
        { person_id: mila.id, role: 'trainee', status: 'active', title: 'Keeper', jersey: '1' },
      ].sort(byId),
    );
    expect((await read(owner, id)).body.memberCount).toBe(5);
    expect(await stored(server, group, asking)).toEqual({ role: 'trainee', status: 'requested' });
    expect((await noticesOf(server, coach)).map(({ kind, team_id }) => [kind, team_id])).toEqual([
      ['membershipAccepted', body.id],
    ]);
    expect([await noticesOf(server, owner), await noticesOf(server, left)]).toEqual([[], []]);
  });

  it('leaves members, events and history with the old team', async () => {
    const { id, owner, group } = await team();
    const trainee = await member(server, group);
    const event = await buildEvent(db(), { owner_team_id: id, teams: [id], name: 'Last match' });
    const { body } = await start(owner, id, { ...next, memberIds: [trainee.id] });
    const old = (await read(trainee, id)).body;
    expect(old.upcomingEvents.map((one) => one.id)).toEqual([event.id]);
    expect(old.membership).toEqual({ role: 'trainee', status: 'active' });
    expect((await read(trainee, body.id)).body.upcomingEvents).toEqual([]);
  });

  it('is announced to those who may start it where a series or a followed calendar still adds events', async () => {
    const { id, owner, group } = await team();
    const trainee = await member(server, group, 'trainee');
    const addsEvents = async (viewer: Person) => (await read(viewer, id)).body.addsEvents;
    expect(await addsEvents(owner)).toBe(false);
    const series = await buildSeries(db(), { extended_until: '2027-05-21' });
    await buildEvent(db(), { teams: [id], series_id: series.id, recurrence_id: '2026-11-28T11:00' });
    expect([await addsEvents(owner), await addsEvents(trainee)]).toEqual([true, null]);
    await db().updateTable('event_series').set({ extended_until: null }).execute();
    expect(await addsEvents(owner)).toBe(false);
    await db().updateTable('users').set({ is_coach: 1 }).where('id', '=', owner.id).execute();
    const added = await (await signIn(server, owner)).call('POST /api/teams/{id}/fixtures/sources', {
      params: { id },
      body: { url: 'https://league.example/u12.ics', timeZone: 'Europe/Brussels', publication: 'draft' },
    });
    expect([added.status, await addsEvents(owner)]).toEqual([201, true]);
    await start(owner, id, next);
    expect(await addsEvents(owner)).toBeNull();
  });

  it('is for owners and admins of the team and those who run its organization', async () => {
    const club = await buildOrganization(db());
    const { id, group } = await team({ organization_id: club.id });
    for (const role of ['coach', 'assistant', 'trainee'] as const) {
      const refused = await start(await member(server, group, role), id, next);
      expect([role, refused.status, refused.body.code]).toEqual([role, 409, 'not_permitted']);
    }
    const clubCoach = await member(server, { organization_id: club.id }, 'coach');
    expect((await start(clubCoach, id, next)).status).toBe(409);
    const clubAdmin = await member(server, { organization_id: club.id }, 'admin');
    const { status, body } = await start(clubAdmin, id, next);
    // Someone who runs the club runs its teams without being in them.
    expect([status, body.membership, body.can.edit, body.memberCount]).toEqual([201, null, true, 1]);
  });

  it('refuses a former owner like a stranger', async () => {
    const { id, group } = await team({ visibility: 'private' });
    const former = await member(server, group, 'owner');
    await db()
      .updateTable('memberships')
      .set({ status: 'removed', ended_at: '2026-11-20T10:00:00.000Z' })
      .where('person_id', '=', former.id)
      .execute();
    const stranger = await buildUser(db());
    const answers = [await start(former, id, next), await start(stranger, id, next)];
    expect(answers.map(({ status, body }) => [status, body.detail])).toEqual([
      [404, answers[1]?.body.detail],
      [404, answers[0]?.body.detail],
    ]);
  });

  it('is idempotent: the same id returns the same team, another one is rejected, two at once create one', async () => {
    const { id, owner } = await team();
    const client = await signIn(server, owner);
    const both = [uuid(), uuid()];
    const ask = (newId: string) =>
      client.call('POST /api/teams/{id}/next-season', { params: { id }, body: { ...next, id: newId } });
    const answers = await Promise.all(both.map(ask));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const made = answers.find(({ status }) => status === 201)?.body.id ?? '';
    expect(both).toContain(made);
    const again = await ask(made);
    expect([again.status, again.body.id]).toEqual([201, made]);
    const teams = await db().selectFrom('teams').select('id').execute();
    expect(teams).toHaveLength(2);
  });

  it('rejects the id of another team, and never adds a person who is not in the team', async () => {
    const { id, owner } = await team();
    const other = await team();
    const taken = await start(owner, id, { ...next, id: uuid() });
    expect(taken.status).toBe(201);
    const stranger = await buildUser(db());
    const wrong = await start(other.owner, other.id, { ...next, memberIds: [stranger.id] });
    expect([wrong.status, wrong.body.errors?.map(({ path }) => path)]).toEqual([422, ['memberIds']]);
    const foreign = await start(other.owner, other.id, { ...next, id: taken.body.id });
    expect([foreign.status, foreign.body.code]).toEqual([409, 'not_permitted']);
    const same = await start(other.owner, other.id, { ...next, season: '2025/26' });
    expect(same.body.errors?.map(({ path }) => path)).toEqual(['season']);
    expect((await start(other.owner, other.id, { memberIds: [] })).body.errors?.[0]?.path).toBe('season');
  });

  it('names the other season only to those who may see that team', async () => {
    const { id, owner, group } = await team({ visibility: 'private' });
    const stays = await member(server, group);
    const { body } = await start(owner, id, next);
    await db().updateTable('teams').set({ visibility: 'public' }).where('id', '=', id).execute();
    expect((await read(stays, id)).body.next).toBeNull();
    expect((await read(owner, id)).body.next?.id).toBe(body.id);
    await db().updateTable('teams').set({ visibility: 'private' }).where('id', '=', id).execute();
    await db().updateTable('teams').set({ visibility: 'public' }).where('id', '=', body.id).execute();
    const stranger = await buildUser(db());
    expect((await read(stranger, body.id)).body.previous).toBeNull();
  });

  it('keeps an owner when the only owner of the old team is suspended', async () => {
    const club = await buildOrganization(db());
    const { id, owner } = await team({ organization_id: club.id });
    const admin = await member(server, { organization_id: club.id }, 'admin');
    await db()
      .updateTable('users')
      .set({ suspended_at: '2026-11-20T10:00:00.000Z' })
      .where('id', '=', owner.id)
      .execute();
    const { body } = await start(admin, id, next);
    expect(body.membership).toEqual({ role: 'owner', status: 'active' });
    expect((await auditedActions(server)).map(({ action }) => action)).toEqual([
      'membership.carriedOver',
      'membership.carriedOver',
      'team.created',
    ]);
  });

  it('serves other requests while it carries a large team over', async () => {
    const { id, owner, group } = await team();
    const memberIds: string[] = [];
    for (let count = 0; count < 200; count += 1) memberIds.push((await member(server, group)).id);
    const client = await signIn(server, owner);
    const turns = await turnsDuring(async () => {
      const body = { ...next, memberIds };
      const { status } = await client.call('POST /api/teams/{id}/next-season', { params: { id }, body });
      expect(status).toBe(201);
    });
    expect(turns).toBeGreaterThanOrEqual(200 / 20);
  });

  it('is found by search at once, beside the old team', async () => {
    const { id, owner } = await team({ name: 'Lions' });
    await start(owner, id, { ...next, name: 'Lions' });
    const { body } = await createClient(server).call('GET /api/explore/teams', { query: { q: 'lions' } });
    expect(body.items.map(({ season }) => season).sort()).toEqual(['2025/26', '2026/27']);
  });
});
