import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { searchBody } from '../../../src/server/db/search-words.ts';
import { createClient } from '../../support/client.ts';
import {
  buildEvent,
  buildListedUser,
  buildOrganization,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

describe('the search', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const search = async (q: string) =>
    (await createClient(server).call('GET /api/explore/events', { query: { q } })).body.items.map(
      (event) => event.name,
    );

  it('finds words without accents, in any case, by prefix and in any order', async () => {
    await buildEvent(db(), { name: 'Torneio de Águeda' });
    await buildEvent(db(), { name: 'Straße und Ørsted' });
    for (const q of ['agueda', 'Águeda', 'ÁGUEDA', 'A\u0301gueda', 'ag', 'a', 'águeda torneio', 'torn de ag'])
      expect([q, await search(q)]).toEqual([q, ['Torneio de Águeda']]);
    for (const q of ['strasse', 'orsted', 'ØRSTED', 'straße'])
      expect([q, await search(q)]).toEqual([q, ['Straße und Ørsted']]);
    for (const q of ['gueda', 'agueda porto', 'xyz']) expect([q, await search(q)]).toEqual([q, []]);
  });

  it('treats a text without a letter or digit as empty', async () => {
    await buildEvent(db(), { name: 'Training' });
    for (const q of ['', '   ', '"', '***', '()', '%', '--', "'", '🏃'])
      expect([q, await search(q)]).toEqual([q, ['Training']]);
  });

  it('never fails on operators of a search engine or of SQL', async () => {
    await buildEvent(db(), { name: 'Training or match near the pitch' });
    const texts = [
      '" OR * ( ) : ^ \' -- %',
      'training"',
      'training*',
      '*training',
      'training OR x',
      'NOT training',
      'training AND',
      'NEAR(training match)',
      'body:training',
      'kindevent',
      'kindevent:*',
      'training & match',
      'training | match',
      '!training',
      'training <-> match',
      "training':*",
      'a:b',
      '\\',
      'training\\',
      "'; drop table events; --",
      '%training%',
      '_raining',
      '{training}',
      '[training]',
      '^training',
      '+training',
      'training:',
      ':*',
      '𞤀𞤁',
      'ไทย',
      '日本語',
      '½',
      'x'.repeat(100),
      'a b c d e f g h i j k l',
    ];
    for (const q of texts)
      for (const path of ['', '/events', '/members', '/organizations', '/organizers', '/teams']) {
        const response = await createClient(server).request(`/api/explore${path}?q=${encodeURIComponent(q)}`);
        expect([path, q, response.status]).toEqual([path, q, 200]);
      }
    expect(await search('training" * (match)')).toEqual(['Training or match near the pitch']);
  });

  it('does not find objects by the marker words of their kind', async () => {
    await buildEvent(db(), { name: 'Training' });
    await buildListedUser(db(), { name: 'Ines' });
    await buildOrganization(db(), { name: 'Clube' });
    await buildTeam(db(), { name: 'Juniors' });
    const kinds = ['event', 'user', 'organization', 'team'];
    const sign = '\uE000';
    const texts = kinds.flatMap((kind) => [
      kind,
      `kind${kind}`,
      `kínd${kind}`,
      `ｋｉｎｄ${kind}`,
      `${sign}${kind}`,
    ]);
    for (const q of ['k', 'ki', 'kin', 'kind', 'Kínd', 'kinde', 'kindo', ...texts]) {
      const { body } = await createClient(server).call('GET /api/explore', { query: { q } });
      const none = { events: 0, members: 0, organizations: 0, organizers: 0, teams: 0 };
      expect([q, body.counts]).toEqual([q, none]);
    }
    // A marker sign alone is no word, so the query is empty.
    expect(await search(sign)).toEqual(['Training']);
  });

  it('finds an object whose name contains a marker word under its own kind alone', async () => {
    await buildEvent(db(), { name: 'kindteam \uE000team user' });
    await buildTeam(db(), { name: 'Kindevent' });
    for (const q of ['kindteam', 'team', 'user'])
      expect([q, await search(q)]).toEqual([q, [expect.any(String)]]);
    const { counts } = (await createClient(server).call('GET /api/explore', { query: { q: 'kind' } })).body;
    expect(counts).toMatchObject({ events: 1, teams: 1, members: 0, organizations: 0 });
  });

  it('searches all kinds at once and counts the matches', async () => {
    const runner = await buildListedUser(db(), { name: 'Ines Águeda' });
    const club = await buildOrganization(db(), { name: 'Clube de Águeda' });
    await buildTeam(db(), { name: 'Águeda U12' });
    await buildEvent(db(), { name: 'Corrida de Águeda', organizer_organization_id: club.id });
    await buildEvent(db(), { name: 'Elsewhere', organizer_user_id: runner.id });
    for (let index = 0; index < 7; index += 1) await buildTeam(db(), { name: `Agueda ${index}` });
    const { body } = await createClient(server).call('GET /api/explore', { query: { q: 'agueda' } });
    expect(body.events.map((event) => event.name)).toEqual(['Corrida de Águeda', 'Elsewhere']);
    expect(body.members.map((member) => member.name)).toEqual(['Ines Águeda']);
    expect(body.organizations.map((organization) => organization.name)).toEqual(['Clube de Águeda']);
    expect(body.organizers.map((organizer) => [organizer.kind, organizer.name])).toEqual([
      ['organization', 'Clube de Águeda'],
      ['person', 'Ines Águeda'],
    ]);
    expect(body.teams).toHaveLength(6);
    expect(body.counts).toEqual({ events: 2, members: 1, organizations: 1, organizers: 2, teams: 8 });
  });

  it('finds the events that a person leads or organizes by their name, if the person is listed', async () => {
    const nora = await buildListedUser(db(), { name: 'Nora Claes' });
    const hidden = await buildUser(db(), { name: 'Nora Claessens' });
    await buildEvent(db(), { name: 'Led', leaders: [nora.id] });
    await buildEvent(db(), { name: 'Organized', organizer_user_id: nora.id });
    await buildEvent(db(), { name: 'Both', leaders: [nora.id], organizer_user_id: nora.id });
    await buildEvent(db(), { name: 'Nora cup' });
    await buildEvent(db(), { name: 'Hidden', leaders: [hidden.id], organizer_user_id: hidden.id });
    await buildEvent(db(), { name: 'Draft', leaders: [nora.id], publication: 'draft' });
    await buildEvent(db(), { name: 'Of the team', leaders: [nora.id], visibility: 'team' });
    expect((await search('nora claes')).toSorted()).toEqual(['Both', 'Led', 'Organized']);
    expect((await search('nora')).toSorted()).toEqual(['Both', 'Led', 'Nora cup', 'Organized']);
    expect(await search('claessens')).toEqual([]);
    const { counts } = (await createClient(server).call('GET /api/explore', { query: { q: 'nora' } })).body;
    expect(counts.events).toBe(4);
  });

  it('returns the same results for few and many matches', async () => {
    await buildEvent(db(), { name: 'Águeda run' });
    await buildEvent(db(), { name: 'Agueda swim' });
    await buildEvent(db(), { name: 'Porto run' });
    await buildTeam(db(), { name: 'Agueda run' });
    const { dialect } = server.database;
    for (const [text, expected] of [
      ['agueda', ['Agueda swim', 'Águeda run']],
      ['run ag', ['Águeda run']],
      ['lisboa', []],
    ] as const)
      for (const isCommon of [false, true]) {
        const query = dialect.searchQuery('event', text);
        const rows = await db()
          .selectFrom('events as e')
          .select('e.name')
          .where(dialect.matches('event', sql.ref('e.id'), query, isCommon))
          .execute();
        expect([text, isCommon, rows.map((row) => row.name).toSorted()]).toEqual([text, isCommon, expected]);
        const porto = sql`select p.id from events p where p.name = 'Porto run'`;
        const withOthers = await db()
          .selectFrom('events as e')
          .select('e.name')
          .where(dialect.matches('event', sql.ref('e.id'), query, isCommon, porto))
          .execute();
        expect(withOthers.map((row) => row.name).toSorted()).toEqual([...expected, 'Porto run'].toSorted());
      }
  });

  it('pages through very many matching events', async () => {
    const { id } = await buildOrganization(db());
    const template = await buildEvent(db(), { name: 'Crowded', organizer_organization_id: id });
    const row = await db()
      .selectFrom('events')
      .selectAll()
      .where('id', '=', template.id)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 3000 }, () => uuid());
    for (let from = 0; from < copies.length; from += 250) {
      const ids = copies.slice(from, from + 250);
      await db()
        .insertInto('events')
        .values(ids.map((copy) => ({ ...row, id: copy })))
        .execute();
      const documents = ids.map((copy) => ({
        kind: 'event',
        object_id: copy,
        body: searchBody('event', ['Crowded']),
      }));
      await db().insertInto('search_documents').values(documents).execute();
    }
    const client = createClient(server);
    const query = { q: 'crowd', limit: 3 };
    const first = await client.call('GET /api/explore/events', { query });
    const second = await client.call('GET /api/explore/events', {
      query: { ...query, cursor: first.body.nextCursor ?? '' },
    });
    const seen = [...first.body.items, ...second.body.items].map((event) => event.id);
    expect(seen).toEqual([template.id, ...copies].toSorted().slice(0, 6));
    expect((await client.call('GET /api/explore', { query: { q: 'crowd' } })).body.counts.events).toBe(100);
  });
});
