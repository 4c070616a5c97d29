// The live stream: who receives what, how a stream is resumed, and how it ends.
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { liveLimits } from '../../../src/server/live/rules.ts';
import { createLiveStream } from '../../../src/server/live/stream.ts';
import { createClient, signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildMembership,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildWorld, type World } from '../access/world.ts';
import { listen } from './listen.ts';

let server: TestServer;
let world: World;
let stopping: AbortController;

beforeEach(async () => {
  stopping = new AbortController();
  server = await startTestServer({ shutdown: stopping.signal });
  world = await buildWorld(server.database.db);
});
afterEach(async () => {
  stopping.abort();
  // A poll of the change log may be in progress.
  await pause(50);
  await server.close();
});

const db = () => server.database.db;
const listenAs = async (person: { id: string }, headers: Record<string, string> = {}) =>
  listen(await signIn(server, person), headers);
const ofEvent = () => `/api/events/${world.event}`;

async function reply(person: { id: string } = world.people.member) {
  const client = await signIn(server, person);
  const { status } = await client.call('PUT /api/events/{id}/registration', {
    params: { id: world.event },
    body: { response: 'declined' },
  });
  expect(status).toBe(200);
}

/** A change that everyone here receives, after which nothing earlier is on its way. */
async function settled(
  streams: readonly Awaited<ReturnType<typeof listen>>[],
  people: readonly { id: string }[],
) {
  const before = streams.map(({ received }) => received.length);
  for (const { id } of people)
    await db().updateTable('profiles').set({ bio: 'Here' }).where('user_id', '=', id).execute();
  await expect
    .poll(() => streams.every(({ received }, at) => received.length > (before[at] ?? 0)), { interval: 20 })
    .toBe(true);
}

describe('a live stream', () => {
  test('is not cached, compressed or buffered by proxies, and sends its first event at once', async () => {
    const stream = await listenAs(world.people.coach);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.headers.get('cache-control')).toBe('private, no-store, no-transform');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.headers.get('content-encoding')).toBe(null);
    await expect.poll(stream.types).toEqual(['ready']);
  });

  test('sends a coach the address and version of a changed event after a reply, without content', async () => {
    const stream = await listenAs(world.people.coach);
    await reply();
    await expect.poll(stream.addresses, { interval: 10 }).toContain(ofEvent());
    const changed = stream.received.flatMap(({ data }) => data.changes ?? []);
    for (const change of changed) expect(Object.keys(change).toSorted()).toEqual(['address', 'version']);
    expect(JSON.stringify(stream.received)).not.toContain(world.people.member.id);
  });

  test('sends a write to the other devices of its person, and not to the one that wrote it', async () => {
    const { member } = world.people;
    const [writer, other] = await Promise.all([signIn(server, member), signIn(server, member)]);
    const [own, second] = [await listen(writer), await listen(other)];
    const { status } = await writer.call('PUT /api/events/{id}/registration', {
      params: { id: world.event },
      body: { response: 'declined' },
    });
    expect(status).toBe(200);
    await expect.poll(second.addresses).toContain(ofEvent());
    await settled([own, second], [member]);
    const written = [ofEvent(), '/api/users/me/teams'];
    expect(own.addresses()).toContain('/api/users/me');
    expect(own.addresses().filter((address) => written.includes(address))).toEqual([]);
  });

  test('sends a change of an event only to people who may see it', async () => {
    const names = [
      'stranger',
      'member',
      'coach',
      'otherCoach',
      'admin',
      'visitingCoach',
      'formerCoach',
      'formerMember',
      'declinedInvitee',
      'formerClubMember',
    ] as const;
    const people = names.map((name) => world.people[name]);
    const streams = await Promise.all(people.map((person) => listenAs(person)));
    await db().updateTable('events').set({ name: 'Moved' }).where('id', '=', world.event).execute();
    await settled(streams, people);
    const notified = names.filter((_, at) => streams[at]?.addresses().includes(ofEvent()));
    expect(notified).toEqual(['member', 'coach', 'admin', 'visitingCoach']);
    expect(streams[0]?.addresses()).toEqual(['/api/users/me']);
  });

  test('sends a change of a team or an organization only to its people', async () => {
    const names = ['stranger', 'member', 'coach', 'admin', 'formerCoach', 'formerClubMember'] as const;
    const people = names.map((name) => world.people[name]);
    const streams = await Promise.all(people.map((person) => listenAs(person)));
    await db().updateTable('teams').set({ name: 'Renamed' }).where('id', '=', world.team).execute();
    await settled(streams, people);
    const toldOf = (address: string) => names.filter((_, at) => streams[at]?.addresses().includes(address));
    expect(toldOf(`/api/teams/${world.team}`)).toEqual(['member', 'coach', 'admin']);
    expect(toldOf(`/api/organizations/${world.organization}`)).toEqual(['member', 'coach', 'admin']);
  });

  test('sends no change of an event to someone whose role has just ended', async () => {
    const { coach } = world.people;
    const stream = await listenAs(coach);
    await db()
      .updateTable('memberships')
      .set({ status: 'removed' })
      .where('person_id', '=', coach.id)
      .execute();
    await reply();
    await settled([stream], [coach]);
    expect(stream.addresses()).toContain('/api/users/me/teams');
    expect(stream.addresses()).not.toContain(ofEvent());
  });

  test('sends no change of a draft to members, and its publication', async () => {
    const { member } = world.people;
    const stream = await listenAs(member);
    await db().updateTable('events').set({ name: 'Secret' }).where('id', '=', world.draft).execute();
    await settled([stream], [member]);
    expect(stream.addresses()).not.toContain(`/api/events/${world.draft}`);
    await db()
      .updateTable('events')
      .set({ publication: 'published', published_at: '2026-11-20T10:00:00.000Z' })
      .where('id', '=', world.draft)
      .execute();
    await expect.poll(stream.addresses).toContain(`/api/events/${world.draft}`);
  });

  test('resumes after its last event with the changes that were missed, as far as the person may see them', async () => {
    const first = await listenAs(world.people.coach);
    await expect.poll(first.types).toEqual(['ready']);
    await first.close();
    await reply();
    const id = first.received[0]?.id ?? '';
    const coach = await listenAs(world.people.coach, { 'last-event-id': id });
    await expect.poll(coach.addresses).toContain(ofEvent());
    const stranger = await listenAs(world.people.stranger, { 'last-event-id': id });
    await settled([stranger], [world.people.stranger]);
    expect(stranger.addresses()).not.toContain(ofEvent());
  });

  // SQLite has one writer.
  test.runIf(process.env.TEST_ENGINE === 'postgres')(
    'resumes with a change that was committed after one with a later id was sent',
    async () => {
      const change = { kind: 'event' as const, subject: world.event };
      const slow = await db().startTransaction().execute();
      const late = slow.insertInto('live_changes').values(change).returning('id');
      const { id: version } = await late.executeTakeFirstOrThrow();
      const first = await listenAs(world.people.coach);
      await expect.poll(first.types).toEqual(['ready']);
      await db().insertInto('live_changes').values(change).execute();
      await expect.poll(first.versions).toHaveLength(1);
      await first.close();
      await slow.commit().execute();
      const id = first.received.at(-1)?.id ?? '';
      const second = await listenAs(world.people.coach, { 'last-event-id': id });
      await expect.poll(second.addresses).toContain(ofEvent());
      expect(first.versions()[0]).toBeGreaterThan(version);
      expect(second.versions()).toContain(version);
    },
  );

  test.each([
    ['an hour ago', () => String(Date.now() - 3_600_000)],
    ['in an hour', () => String(Date.now() + 3_600_000)],
    ['no time at all', () => "1'; drop table users"],
  ])('resets instead of resuming after an event of %s', async (_, id) => {
    const stream = await listenAs(world.people.coach, { 'last-event-id': id() });
    await expect.poll(stream.types).toEqual(['ready', 'reset']);
  });

  test('resets after more changes than it sends one by one', async () => {
    const stream = await listenAs(world.people.stranger);
    await expect.poll(stream.types).toEqual(['ready']);
    await db()
      .insertInto('live_changes')
      .values(
        Array.from({ length: liveLimits.subjects + 1 }, () => ({
          kind: 'event' as const,
          subject: crypto.randomUUID(),
        })),
      )
      .execute();
    await expect.poll(stream.types).toContain('reset');
  });

  test('sends many changes of an event at one moment as one, and spreads the reads of many devices', async () => {
    const team = await buildTeam(db());
    const event = await buildEvent(db(), { owner_team_id: team.id, teams: [team.id], visibility: 'team' });
    const people = await Promise.all(Array.from({ length: 30 }, () => buildUser(db())));
    for (const { id } of people) await buildMembership(db(), { team_id: team.id, person_id: id });
    const streams = await Promise.all(people.map((person) => listenAs(person)));
    await db()
      .transaction()
      .execute(async (trx) => {
        for (const { id } of people) await buildRegistration(trx, { event_id: event.id, person_id: id });
      });
    await expect
      .poll(() => streams.every((stream) => stream.addresses().includes(`/api/events/${event.id}`)))
      .toBe(true);
    const changed = streams[0]?.received.filter(({ type }) => type === 'change') ?? [];
    expect(changed[0]?.data.changes).toHaveLength(2);
    expect(changed[0]?.data.spreadMs).toBe(60);
  });
});

describe('a live stream ends', () => {
  test('when its session ends by logout, and is refused from then on', async () => {
    const client = await signIn(server, world.people.coach);
    const cookies = new Map(client.cookies);
    const stream = await listen(client);
    await client.call('POST /api/auth/logout');
    await expect.poll(stream.isOver).toBe(true);
    const late = createClient(server);
    for (const [name, value] of cookies) late.cookies.set(name, value);
    expect((await late.call('GET /api/live')).status).toBe(401);
  });

  test('when the account is suspended, before it receives a change', async () => {
    const { coach } = world.people;
    const stream = await listenAs(coach);
    await expect.poll(stream.types).toEqual(['ready']);
    await db()
      .updateTable('users')
      .set({ suspended_at: '2026-11-21T10:00:00.000Z' })
      .where('id', '=', coach.id)
      .execute();
    await reply();
    await expect.poll(stream.isOver).toBe(true);
    expect(stream.addresses()).toEqual([]);
  });

  test('when the access token of its request expires', async () => {
    const stream = await listenAs(world.people.coach);
    server.advance(16 * 60_000);
    await expect.poll(stream.isOver).toBe(true);
  });

  test('when the process stops, which then refuses new ones', async () => {
    const client = await signIn(server, world.people.coach);
    const stream = await listen(client);
    stopping.abort();
    await expect.poll(stream.isOver).toBe(true);
    expect((await client.call('GET /api/live')).status).toBe(503);
  });

  test('when the same session opens more of them than a device has windows', async () => {
    const client = await signIn(server, world.people.coach);
    const streams: Awaited<ReturnType<typeof listen>>[] = [];
    for (let at = 0; at <= liveLimits.streamsPerSession; at += 1) streams.push(await listen(client));
    await expect
      .poll(() => streams.map(({ isOver }) => isOver()))
      .toEqual([true, false, false, false, false]);
  });

  test('when its client closes it, and no longer counts', async () => {
    const client = await signIn(server, world.people.coach);
    const kept = await listen(client);
    for (let at = 0; at < 2 * liveLimits.streamsPerSession; at += 1) await (await listen(client)).close();
    await reply();
    await expect.poll(kept.addresses).toContain(ofEvent());
    expect(kept.isOver()).toBe(false);
  });

  test('when its client does not read', async () => {
    const onEnd = vi.fn();
    const stream = createLiveStream(onEnd);
    const changes = Array.from({ length: 50 }, (_, version) => ({ address: ofEvent(), version }));
    for (let at = 0; at < 100; at += 1) stream.send({ type: 'change', at, changes, spreadMs: 0 });
    expect(onEnd).toHaveBeenCalledOnce();
    await expect(stream.body.getReader().read()).rejects.toThrow('does not read');
  });

  test('answers 405 to methods other than GET', async () => {
    const client = await signIn(server, world.people.coach);
    expect((await client.request('/api/live', { method: 'HEAD' })).status).toBe(405);
  });
});
