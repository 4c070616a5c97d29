import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient, signIn } from '../../support/client.ts';
import { type BuiltUser, buildEvent, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const call = 'PATCH /api/users/me/profile';

describe('changing my profile', () => {
  let server: TestServer;
  let me: BuiltUser;
  let client: Client;
  beforeEach(async () => {
    server = await startTestServer();
    me = await buildUser(server.database.db, { name: 'Ann Old' });
    client = await signIn(server, me);
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const change = (body: Record<string, unknown>) => client.call(call, { body: { version: 1, ...body } });
  const paths = async (body: Record<string, unknown>) => {
    const answer = await change(body);
    return [answer.status, answer.body.errors?.map((error) => `${error.path} ${error.code}`)];
  };

  it('changes the given fields and keeps the rest, and the next read returns the same', async () => {
    const answer = await change({
      name: '  Øystein Ünal ',
      bio: 'Line one\r\nLine two',
      activities: ['judo', 'swimming'],
      level: 'advanced',
      region: 'Genève',
      languages: ['nl', 'pt-BR'],
      qualifications: ['UEFA B'],
      phone: '0470 12 34 56',
      countryCode: 'BE',
      fieldVisibility: { bio: 'public' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      name: 'Øystein Ünal',
      phone: '+32470123456',
      countryCode: 'BE',
      version: 2,
      birthDate: '1990-05-04',
      profile: {
        bio: 'Line one\nLine two',
        activities: ['judo', 'swimming'],
        level: 'advanced',
        region: 'Genève',
        languages: ['nl', 'pt-BR'],
        qualifications: ['UEFA B'],
        isPublic: false,
        fieldVisibility: { bio: 'public', level: 'team', activities: 'public' },
      },
    });
    expect((await client.call('GET /api/users/me/profile')).body).toEqual(answer.body);
    const emptied = await client.call(call, { body: { version: 2, bio: ' ', region: '', level: null } });
    expect(emptied.body.profile).toMatchObject({
      bio: null,
      region: null,
      level: null,
      languages: ['nl', 'pt-BR'],
    });
  });

  it('updates the sort keys and the search documents', async () => {
    await change({ isPublic: true, name: 'Zoë Öst', region: 'Liège', activities: ['judo'] });
    const members = async (query: Record<string, string>) =>
      (await createClient(server).call('GET /api/explore/members', { query })).body.items.map(
        (item) => item.name,
      );
    for (const query of [{ q: 'zoe ost' }, { q: 'liege' }, { q: 'judo' }, { region: 'LIEGE' }])
      expect([query, await members(query)]).toEqual([query, ['Zoë Öst']]);
    expect(await members({ q: 'ann' })).toEqual([]);
    await client.call(call, { body: { version: 2, fieldVisibility: { region: 'team' } } });
    expect(await members({ q: 'liege' })).toEqual([]);
    const row = await db()
      .selectFrom('people as who')
      .innerJoin('profiles as f', 'f.user_id', 'who.id')
      .select(['who.sort_name', 'f.sort_region'])
      .where('who.id', '=', me.id)
      .executeTakeFirst();
    expect(row).toEqual({ sort_name: 'zoe ost', sort_region: 'liege' });
  });

  it('makes the events I organize findable by my name while my profile is public, and by it alone', async () => {
    await buildEvent(db(), { name: 'Sunday ride', organizer_user_id: me.id });
    const find = async (q: string) =>
      (await createClient(server).call('GET /api/explore/events', { query: { q } })).body.items.length;
    await change({ name: 'Bertrand', isPublic: true });
    expect([await find('bertrand'), await find('sunday'), await find('ann')]).toEqual([1, 1, 0]);
    await client.call(call, { body: { version: 2, isPublic: false } });
    expect([await find('bertrand'), await find('sunday')]).toEqual([0, 1]);
  });

  it('does not write my name into the search documents of events, which would outlive my account', async () => {
    const event = await buildEvent(db(), { name: 'Sunday ride', organizer_user_id: me.id });
    const document = () =>
      db().selectFrom('search_documents').select('body').where('object_id', '=', event.id).executeTakeFirst();
    const before = await document();
    expect((await change({ name: 'Bertrand', isPublic: true })).status).toBe(200);
    expect(await document()).toEqual(before);
    const find = async (q: string) =>
      (await createClient(server).call('GET /api/explore/events', { query: { q } })).body.items.length;
    expect(await find('bertrand')).toBe(1);
    await db().updateTable('users').set({ suspended_at: '2026-11-20T10:00:00.000Z' }).execute();
    // Events of a suspended person are not listed.
    expect([await find('bertrand'), await find('sunday')]).toEqual([0, 0]);
  });

  it('answers 409 with the current state after a concurrent change, and changes nothing', async () => {
    await change({ name: 'First' });
    const late = await change({ name: 'Second' });
    expect([late.status, late.body.code]).toEqual([409, 'stale_version']);
    expect(late.body.current).toEqual((await client.call('GET /api/users/me/profile')).body);
    expect(late.body.current).toMatchObject({ name: 'First', version: 2 });
  });

  it('accepts one of many concurrent edits', async () => {
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((name) => change({ name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('allows a public profile only with a birth date of 18 or more', async () => {
    // 21 November 2026: someone born on that day in 2008 is 18.
    expect(await paths({ isPublic: true, birthDate: '2008-11-22' })).toEqual([422, ['isPublic not_adult']]);
    expect(await paths({ isPublic: true, birthDate: null })).toEqual([422, ['isPublic not_adult']]);
    expect((await change({ isPublic: true, birthDate: '2008-11-21' })).status).toBe(200);
    const younger = await client.call(call, { body: { version: 2, birthDate: '2010-01-01' } });
    expect(younger.body.errors?.map(({ path }) => path)).toEqual(['birthDate']);
    const both = await client.call(call, { body: { version: 2, birthDate: '2010-01-01', isPublic: false } });
    expect(both.status).toBe(200);
  });

  it('reports every invalid field, and changes nothing', async () => {
    const refused: [Record<string, unknown>, string][] = [
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(10_000) }, 'name'],
      [{ name: 'a\u202eb' }, 'name'],
      [{ bio: 'x'.repeat(2001) }, 'bio'],
      [{ bio: 'a\u0000b' }, 'bio'],
      [{ activities: ['flying'] }, 'activities.0'],
      [{ activities: ['judo', 'judo'] }, 'activities'],
      [{ languages: ['Klingon'] }, 'languages.0'],
      [{ qualifications: [''] }, 'qualifications.0'],
      [{ birthDate: '2030-01-01' }, 'birthDate'],
      [{ birthDate: '1899-12-31' }, 'birthDate'],
      [{ birthDate: '2000-02-30' }, 'birthDate'],
      [{ phone: '12' }, 'phone'],
      [{ countryCode: 'XX' }, 'countryCode'],
      [{ fieldVisibility: { bio: 'world' } }, 'fieldVisibility.bio'],
      [{ fieldVisibility: { birthDate: 'public' } }, 'fieldVisibility'],
      [{ email: 'new@example.com' }, 'email'],
      [{ isCoach: true }, 'isCoach'],
      [{ filePath: '/x' }, 'filePath'],
    ];
    for (const [body, path] of refused) {
      const answer = await change(body);
      expect([body, answer.status, answer.body.errors?.[0]?.path.split('.')[0]]).toEqual([
        body,
        422,
        path.split('.')[0],
      ]);
    }
    expect((await client.call('GET /api/users/me/profile')).body).toMatchObject({
      name: 'Ann Old',
      version: 1,
    });
    expect((await client.call(call, { body: { name: 'x' } })).body.errors?.[0]?.path).toBe('version');
  });
});
