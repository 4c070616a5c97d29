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

describe('the list of public events', () => {
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

  it('returns the fields of an event card', async () => {
    const place = await buildPlace(db(), { name: 'Sportpark', region: 'Ghent' });
    const organizer = await buildOrganization(db(), { name: 'FC Gent' });
    const leader = await buildListedUser(db(), { name: 'Ann' });
    const event = await buildEvent(db(), {
      name: 'Evening run',
      place_id: place.id,
      organizer_organization_id: organizer.id,
      leaders: [leader.id],
      level: 'beginner',
      maximum_attendee_capacity: 3,
      waitlist_enabled: 1,
      previous_start_dates: '["2026-11-27T10:00:00.000Z"]',
      event_status: 'EventRescheduled',
    });
    await buildOffer(db(), { event_id: event.id, price_minor: 2000, name: 'Guest' });
    await buildOffer(db(), { event_id: event.id, price_minor: 1250 });
    const { body } = await list();
    expect(body.items).toEqual([
      {
        id: event.id,
        slug: expect.any(String),
        name: 'Evening run',
        kind: 'training',
        activities: ['football'],
        level: 'beginner',
        startsAt: '2026-11-28T10:00:00.000Z',
        endsAt: '2026-11-28T11:30:00.000Z',
        timeZone: 'Europe/Brussels',
        attendanceMode: 'offline',
        place: { name: 'Sportpark', region: 'Ghent' },
        organizer: { kind: 'organization', id: organizer.id, name: 'FC Gent' },
        leaders: [{ id: leader.id, name: 'Ann' }],
        price: { amountMinor: 1250, currency: 'EUR' },
        maximumAttendeeCapacity: 3,
        remainingAttendeeCapacity: 3,
        waitlistEnabled: true,
        eventStatus: 'EventRescheduled',
        previousStartDates: ['2026-11-27T10:00:00.000Z'],
        image: null,
      },
    ]);
    expect(body.nextCursor).toBeNull();
  });

  it('names the leaders in their order, whatever is in their names', async () => {
    const shown = ['Zoë van den  Berg', "O'Neil | Ada\nB", 'A\u001fB'];
    const leaders = [];
    for (const name of shown) leaders.push(await buildListedUser(db(), { name }));
    await buildEvent(db(), { leaders: leaders.map(({ id }) => id) });
    await buildEvent(db(), {});
    const named = (await list()).body.items.map((event) => event.leaders.map(({ id, name }) => [id, name]));
    const [first, second, third] = leaders.map(({ id }) => id);
    expect(named.toSorted((a, b) => b.length - a.length)).toEqual([
      [
        [first, shown[0]],
        [second, shown[1]],
        [third, 'A B'],
      ],
      [],
    ]);
  });

  it('counts confirmed places and those held for a payment or an offer', async () => {
    const event = await buildEvent(db(), { maximum_attendee_capacity: 10 });
    const states = [
      { state: 'confirmed' },
      { state: 'pendingPayment', hold_expires_at: '2026-11-21T10:05:00.000Z' },
      { state: 'offered', hold_expires_at: '2026-11-21T10:05:00.000Z' },
      { state: 'pendingPayment', hold_expires_at: '2026-11-21T10:00:00.000Z' },
      { state: 'offered', hold_expires_at: '2026-11-21T09:00:00.000Z' },
      { state: 'waitlisted' },
      { state: 'tentative' },
      { state: 'declined' },
      { state: 'pendingApproval' },
    ] as const;
    for (const state of states)
      await buildRegistration(db(), { event_id: event.id, person_id: (await buildUser(db())).id, ...state });
    expect((await list()).body.items[0]?.remainingAttendeeCapacity).toBe(7);
  });

  it('never returns negative places, and null without a limit', async () => {
    const full = await buildEvent(db(), { name: 'Full', maximum_attendee_capacity: 0 });
    await buildRegistration(db(), { event_id: full.id, person_id: (await buildUser(db())).id });
    await buildEvent(db(), { name: 'Open' });
    const { items } = (await list()).body;
    expect(items.map((event) => [event.name, event.remainingAttendeeCapacity])).toEqual([
      ['Full', 0],
      ['Open', null],
    ]);
  });

  it('calls an event free when its cheapest offer costs nothing', async () => {
    const event = await buildEvent(db());
    await buildOffer(db(), { event_id: event.id, price_minor: 0 });
    await buildOffer(db(), { event_id: event.id, price_minor: 500 });
    expect((await list()).body.items[0]?.price).toBeNull();
  });

  it('shows published public events that were not taken down, including cancelled ones', async () => {
    await buildEvent(db(), { name: 'Shown' });
    await buildEvent(db(), { name: 'Cancelled', event_status: 'EventCancelled' });
    await buildEvent(db(), { name: 'Draft', publication: 'draft', published_at: null });
    await buildEvent(db(), { name: 'Archived', publication: 'archived' });
    await buildEvent(db(), { name: 'Removed', removed_at: '2026-11-20T10:00:00.000Z' });
    for (const visibility of ['unlisted', 'organization', 'team'] as const)
      await buildEvent(db(), { name: visibility, visibility });
    expect((await names()).sort()).toEqual(['Cancelled', 'Shown']);
    expect((await names({ sort: 'newest' })).sort()).toEqual(['Cancelled', 'Shown']);
  });

  it('omits past events and keeps running ones, regardless of their start', async () => {
    await buildEvent(db(), { name: 'Over', starts_at: '2026-11-21T08:30:00.000Z', durationMinutes: 90 });
    await buildEvent(db(), { name: 'Going on', starts_at: '2026-11-21T08:31:00.000Z', durationMinutes: 90 });
    await buildEvent(db(), {
      name: 'Camp',
      starts_at: '2026-10-22T08:00:00.000Z',
      durationMinutes: 31 * 1440,
    });
    await buildEvent(db(), {
      name: 'Old camp',
      starts_at: '2026-11-10T08:00:00.000Z',
      durationMinutes: 5 * 1440,
    });
    await buildEvent(db(), { name: 'A day', starts_at: '2026-11-20T10:00:00.000Z', durationMinutes: 1440 });
    await buildEvent(db(), {
      name: 'A day and more',
      starts_at: '2026-11-20T10:00:00.000Z',
      durationMinutes: 1441,
    });
    await buildEvent(db(), { name: 'Next' });
    expect(await names()).toEqual(['Camp', 'A day and more', 'Going on', 'Next']);
    expect(await names({ limit: 1 })).toEqual(['Camp']);
  });

  it('pages through each event once, while many start at the same instant', async () => {
    const built: string[] = [];
    for (let index = 0; index < 23; index += 1) {
      const startsAt = `2026-11-${index < 4 ? 21 : 28}T09:${index % 3 === 0 ? '30' : '45'}:00.000Z`;
      built.push((await buildEvent(db(), { starts_at: startsAt })).id);
    }
    built.push(
      (await buildEvent(db(), { starts_at: '2026-11-01T09:00:00.000Z', durationMinutes: 30 * 1440 })).id,
    );
    built.push(
      (await buildEvent(db(), { starts_at: '2026-11-02T09:00:00.000Z', durationMinutes: 30 * 1440 })).id,
    );
    for (const sort of ['soonest', 'newest'] as const) {
      const whole = (await list({ limit: 100, sort })).body.items.map((event) => event.id);
      expect(whole.toSorted()).toEqual(built.toSorted());
      for (const limit of [1, 2, 5, 24, 25]) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const { body } = await list({ limit, sort, ...(cursor && { cursor }) });
          seen.push(...body.items.map((event) => event.id));
          cursor = body.nextCursor ?? undefined;
        } while (cursor);
        expect(seen).toEqual(whole);
      }
    }
  });

  it('sorts by publication, regardless of start and length', async () => {
    const published = (day: string) => ({ name: day, published_at: `2026-11-${day}T10:00:00.000Z` });
    await buildEvent(db(), published('01'));
    await buildEvent(db(), {
      ...published('02'),
      starts_at: '2026-11-10T10:00:00.000Z',
      durationMinutes: 20_000,
    });
    await buildEvent(db(), { ...published('20'), starts_at: '2027-06-20T10:00:00.000Z' });
    await buildEvent(db(), { ...published('21'), starts_at: '2026-11-20T10:00:00.000Z' });
    expect(await names({ sort: 'newest' })).toEqual(['20', '02', '01']);
    expect(await names()).toEqual(['02', '01', '20']);
  });

  it("rejects unknown cursors with the field's name", async () => {
    const id = (await buildEvent(db())).id;
    const bad = [
      'x',
      '%00',
      '_',
      id,
      `${id}_`,
      `_${id}`,
      `${id}_2026-11-28`,
      `${id}_Club 1`,
      'x_2026-11-28T10:00:00Z',
      `${id}_2026-11-28T10:00:00Z_x`,
    ];
    for (const cursor of bad) {
      const { status, body } = await list({ cursor });
      expect([cursor, status, body.errors?.[0]?.path]).toEqual([cursor, 422, 'cursor']);
    }
    const first = `${id}_0000-01-01T00:00:00Z`;
    expect((await list({ cursor: first })).status).toBe(200);
    expect((await list({ cursor: first, sort: 'newest' })).status).toBe(200);
    expect((await list({ cursor: `${id}_9999-12-31T23:59:59.999999Z` })).body.items).toEqual([]);
  });

  it('answers 304 to a matching ETag', async () => {
    await buildEvent(db());
    const client = createClient(server);
    const first = await client.request('/api/explore/events');
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    const again = await client.request('/api/explore/events', {
      headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });
});
