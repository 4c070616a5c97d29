import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Query } from '../../../src/contract/api.ts';
import { createClient } from '../../support/client.ts';
import {
  buildEvent,
  buildListedUser,
  buildOffer,
  buildOrganization,
  buildPlace,
  buildRegistration,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

type EventQuery = Query<'GET /api/explore/events'>;

describe('the filters of public events', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const list = (query: Partial<EventQuery> = {}) =>
    createClient(server).call('GET /api/explore/events', { query: query as Record<string, string | number> });
  const names = async (query: Partial<EventQuery> = {}) =>
    (await list(query)).body.items.map((event) => event.name);

  const count = async (query: Partial<EventQuery> = {}) =>
    (
      await createClient(server).call('GET /api/explore/events/count', {
        query: query as Record<string, string | number>,
      })
    ).body.count;

  it('by a region find the same with few events in it and with many', async () => {
    const place = await buildPlace(db(), { region: 'Ghent' });
    const elsewhere = await buildPlace(db(), { region: 'Berlin' });
    const day = (index: number) => new Date(Date.UTC(2026, 10, 24 + index, 10));
    const build = (index: number, place_id: string) =>
      buildEvent(db(), {
        name: `Event ${index}`,
        place_id,
        starts_at: day(index).toISOString(),
        ends_at: new Date(day(index).getTime() + 3_600_000).toISOString(),
        starts_on: day(index).toISOString().slice(0, 10),
      });
    for (let index = 0; index < 5; index += 1) await build(index, place.id);
    await build(0, elsewhere.id);
    const pages = async (query: Partial<EventQuery>) => {
      const first = (await list({ region: 'ghent', limit: 2, ...query })).body;
      const { body } = await list({ region: 'ghent', limit: 2, ...query, cursor: first.nextCursor ?? '' });
      return [...first.items, ...body.items].map(({ name }) => name);
    };
    const queries = [{}, { sort: 'newest' }, { from: '2026-11-20' }, { oncePerSeries: 'true' }];
    const few = await Promise.all(queries.map((query) => pages(query as Partial<EventQuery>)));
    expect(few[0]).toEqual(few[3]);
    for (let index = 5; index < 510; index += 1) await build(index, place.id);
    const many = await Promise.all(queries.map((query) => pages(query as Partial<EventQuery>)));
    // The newest are others now.
    expect([many[0], many[2], many[3]]).toEqual([few[0], few[2], few[3]]);
    expect(many[1]).toEqual(['Event 509', 'Event 508', 'Event 507', 'Event 506']);
    expect(await count({ region: 'ghent' })).toBe(100);
  });

  it('work for every property, alone and together', async () => {
    const ghent = await buildPlace(db(), { region: 'Águeda' });
    const club = await buildOrganization(db());
    const person = await buildListedUser(db());
    const rich = await buildEvent(db(), {
      name: 'Match',
      kind: 'match',
      level: 'elite',
      activities: '["futsal","tennis"]',
      place_id: ghent.id,
      organizer_organization_id: club.id,
      maximum_attendee_capacity: 1,
    });
    await buildOffer(db(), { event_id: rich.id });
    await buildRegistration(db(), { event_id: rich.id, person_id: person.id });
    await buildEvent(db(), {
      name: 'Stream',
      attendance_mode: 'online',
      organizer_user_id: person.id,
      starts_at: '2026-11-29T10:00:00.000Z',
    });
    await buildEvent(db(), {
      name: 'Both',
      attendance_mode: 'mixed',
      place_id: (await buildPlace(db())).id,
      starts_at: '2026-11-30T10:00:00.000Z',
    });
    const cases: [Partial<EventQuery>, string[]][] = [
      [{}, ['Match', 'Stream', 'Both']],
      [{ kind: 'match' }, ['Match']],
      [{ level: 'elite' }, ['Match']],
      [{ activity: 'tennis' }, ['Match']],
      [{ activity: 'football' }, ['Stream', 'Both']],
      [{ region: 'ÁGUEDA' }, ['Match']],
      [{ region: 'agueda' }, ['Match']],
      [{ region: 'Ague' }, []],
      [{ online: 'true' }, ['Stream', 'Both']],
      [{ price: 'paid' }, ['Match']],
      [{ price: 'free' }, ['Stream', 'Both']],
      [{ hasPlaces: 'true' }, ['Stream', 'Both']],
      [{ organizer: club.id }, ['Match']],
      [{ organizer: person.id }, ['Stream']],
      [
        {
          kind: 'match',
          level: 'elite',
          activity: 'futsal',
          region: 'agueda',
          price: 'paid',
          organizer: club.id,
          q: 'match',
        },
        ['Match'],
      ],
      [{ kind: 'match', online: 'true' }, []],
    ];
    for (const [query, expected] of cases) {
      expect([query, await names(query)]).toEqual([query, expected]);
      expect([query, await count(query)]).toEqual([query, expected.length]);
    }
  });

  it('do not find an event by an organizer whose name is private', async () => {
    const hidden = await buildUser(db());
    await buildEvent(db(), { name: 'Hidden organizer', organizer_user_id: hidden.id });
    expect(await names({ organizer: hidden.id })).toEqual([]);
  });

  it('compare days in the local time of the event', async () => {
    await buildEvent(db(), { name: 'Tokyo', time_zone: 'Asia/Tokyo', starts_at: '2026-11-27T22:00:00.000Z' });
    await buildEvent(db(), { name: 'Brussels', starts_at: '2026-11-28T22:30:00.000Z' });
    await buildEvent(db(), {
      name: 'Los Angeles',
      time_zone: 'America/Los_Angeles',
      starts_at: '2026-11-29T05:00:00.000Z',
    });
    await buildEvent(db(), { name: 'Sunday', starts_at: '2026-11-28T23:30:00.000Z' });
    expect(await names({ from: '2026-11-28', to: '2026-11-28' })).toEqual([
      'Tokyo',
      'Brussels',
      'Los Angeles',
    ]);
    expect(await names({ from: '2026-11-29' })).toEqual(['Sunday']);
    expect(await names({ to: '2026-11-27' })).toEqual([]);
  });

  it('show past events from a past day, and not from today', async () => {
    await buildEvent(db(), { name: 'Yesterday', starts_at: '2026-11-20T10:00:00.000Z' });
    await buildEvent(db(), { name: 'This morning', starts_at: '2026-11-21T06:00:00.000Z' });
    await buildEvent(db(), { name: 'Tonight', starts_at: '2026-11-21T18:00:00.000Z' });
    expect(await names({ from: '2026-11-20' })).toEqual(['Yesterday', 'This morning', 'Tonight']);
    expect(await names({ from: '2026-11-20', to: '2026-11-20' })).toEqual(['Yesterday']);
    expect(await names({ from: '2026-11-21' })).toEqual(['Tonight']);
    expect(await names({ from: '0000-01-01' })).toEqual(['Yesterday', 'This morning', 'Tonight']);
    expect(await names({ from: '9999-12-31' })).toEqual([]);
    expect(await names({ to: '0000-01-01' })).toEqual([]);
    expect(await names({ to: '9999-12-31' })).toEqual(['Tonight']);
  });

  it('show past events from the day before the requested zone’s today', async () => {
    await buildEvent(db(), { name: 'Over', starts_at: '2026-11-21T16:00:00.000Z' });
    await buildEvent(db(), { name: 'Later', starts_at: '2026-11-22T18:00:00.000Z' });
    // 01:00 in UTC on the 22nd, 20:00 in New York on the 21st.
    server.advance(15 * 3_600_000);
    const timeZone = 'America/New_York';
    expect(await names({ from: '2026-11-21' })).toEqual(['Over', 'Later']);
    expect(await names({ from: '2026-11-21', timeZone })).toEqual(['Later']);
    expect(await count({ from: '2026-11-21', timeZone })).toBe(1);
    expect(await names({ from: '2026-11-20', timeZone })).toEqual(['Over', 'Later']);
  });

  it('resolve today, tomorrow, weekend and week in the requested zone', async () => {
    // Saturday 10:00 in UTC is Saturday 23:00 in Auckland.
    const days = ['21', '22', '23', '27', '28'];
    for (const day of days)
      await buildEvent(db(), { name: day, time_zone: 'UTC', starts_at: `2026-11-${day}T20:00:00.000Z` });
    expect(await names({ when: 'today' })).toEqual(['21']);
    expect(await names({ when: 'tomorrow' })).toEqual(['22']);
    expect(await names({ when: 'weekend' })).toEqual(['21', '22']);
    expect(await names({ when: 'week' })).toEqual(['21', '22', '23', '27']);
    server.advance(2 * 3_600_000);
    expect(await names({ when: 'today', timeZone: 'Pacific/Auckland' })).toEqual(['22']);
    expect(await names({ when: 'weekend', timeZone: 'Pacific/Auckland' })).toEqual(['22']);
    expect(await names({ when: 'weekend', from: '2026-11-22' })).toEqual(['22']);
  });

  it('offer the first events that fit the other filters where nothing fits `when`', async () => {
    for (const day of ['22', '23', '24', '25', '26', '27', '30'])
      await buildEvent(db(), { name: day, time_zone: 'UTC', starts_at: `2026-11-${day}T20:00:00.000Z` });
    await buildEvent(db(), {
      name: 'Judo',
      activities: '["judo"]',
      time_zone: 'UTC',
      starts_at: '2026-12-01T20:00:00.000Z',
    });
    const nextNames = async (query: Partial<EventQuery>) =>
      (await list(query)).body.next?.map((event) => event.name);
    expect(await names({ when: 'today' })).toEqual([]);
    expect(await nextNames({ when: 'today' })).toEqual(['22', '23', '24', '25', '26']);
    expect(await nextNames({ when: 'today', limit: 1, sort: 'newest' })).toHaveLength(5);
    expect(await nextNames({ when: 'week', activity: 'judo' })).toEqual(['Judo']);
    expect(await nextNames({ when: 'today', activity: 'yoga' })).toEqual([]);
    expect(await nextNames({ when: 'tomorrow' })).toBeUndefined();
    expect(await nextNames({ activity: 'yoga' })).toBeUndefined();
    const { body } = await list({ when: 'week', limit: 3 });
    expect(await nextNames({ when: 'week', cursor: body.nextCursor ?? '' })).toBeUndefined();
  });

  it('reject unknown and contradictory values', async () => {
    const client = createClient(server);
    for (const query of [
      'foo=1',
      'limit=0',
      'limit=101',
      'limit=x',
      'kind=party',
      'when=never',
      'from=2026-02-30',
      'timeZone=Mars%2FOlympus',
      'online=false',
      'organizer=1',
      'q=a&q=b',
      'region=%00',
      `q=${'x'.repeat(101)}`,
    ])
      expect([query, (await client.request(`/api/explore/events?${query}`)).status]).toEqual([query, 422]);
  });
});
