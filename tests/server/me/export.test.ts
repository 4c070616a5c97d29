import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildMembership,
  buildPlace,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

describe('exporting my data', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  it("gives a file of everything about me, without secrets and other people's data", async () => {
    const { db } = server.database;
    const me = await buildUser(db, {
      name: 'Ann Self',
      password_hash: 'secret-hash',
      profile: { bio: 'Mine' },
    });
    const other = await buildUser(db, { name: 'Bob Other', email: 'bob@other.example' });
    const team = await buildTeam(db, { name: 'Lions' });
    for (const { id } of [me, other]) await buildMembership(db, { team_id: team.id, person_id: id });
    const event = await buildEvent(db, { name: 'Derby' });
    for (const { id } of [me, other])
      await buildRegistration(db, { event_id: event.id, person_id: id, note: `note of ${id}` });
    for (const { id } of [me, other])
      await buildPlace(db, { name: `Home of ${id}`, directions: 'Key under the mat', owner_user_id: id });
    const client = await signIn(server, me);
    const { url } = (await client.call('POST /api/users/me/calendar-feed', { body: {} })).body;
    const response = await client.request('/api/users/me/export');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="sideline-my-data.json"');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const text = await response.text();
    const { data } = JSON.parse(text);
    expect(data.account).toMatchObject([{ name: 'Ann Self', email: me.email }]);
    expect(data.profile).toMatchObject([{ bio: 'Mine', activities: [] }]);
    expect(data.memberships).toMatchObject([{ team: 'Lions', role: 'trainee', status: 'active' }]);
    expect(data.registrations).toMatchObject([
      { event: 'Derby', state: 'confirmed', note: `note of ${me.id}` },
    ]);
    expect(data.places).toMatchObject([{ name: `Home of ${me.id}`, directions: 'Key under the mat' }]);
    expect(data.calendarFeeds).toHaveLength(1);
    expect(data.sessions).toHaveLength(1);
    const token = /calendar\/([\w-]+)\.ics/.exec(url)?.[1] ?? 'none';
    for (const secret of ['secret-hash', token, other.id, 'Bob', 'bob@other.example'])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
  });
});
