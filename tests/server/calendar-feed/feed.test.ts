import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RegistrationState } from '../../../src/contract/values/enums.ts';
import { type Client, createClient, signIn } from '../../support/client.ts';
import {
  type BuiltUser,
  buildEvent,
  buildMembership,
  buildOrganization,
  buildPlace,
  buildRegistration,
  buildSeries,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildClub } from '../events/club.ts';
import { readByAll } from './read-by-all.ts';
import { readCalendar } from './read-calendar.ts';

const day = 86_400_000;

describe('my calendar feed', () => {
  let server: TestServer;
  let me: BuiltUser;
  let client: Client;
  beforeEach(async () => {
    server = await startTestServer({ env: { PUBLIC_ORIGIN: 'https://club.example' } });
    me = await buildUser(server.database.db, { name: 'Ann "Ace" Self', email: 'ann@example.com' });
    client = await signIn(server, me);
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const subscribe = async (body: Record<string, unknown> = {}) => {
    const answer = await client.call('POST /api/users/me/calendar-feed', { body });
    expect(answer.status).toBe(201);
    expect(answer.body.url).toMatch(/^https:\/\/club\.example\/api\/calendar\/[\w-]{43}\.ics$/);
    return { id: answer.body.id, path: new URL(answer.body.url).pathname };
  };
  const fetchText = async (path: string) => (await createClient(server).request(path)).text();
  const read = async (path: string) => readCalendar(await fetchText(path));
  const mine = async (given: Parameters<typeof buildEvent>[1] = {}, state?: 'declined' | 'waitlisted') => {
    const event = await buildEvent(db(), given);
    await buildRegistration(db(), { event_id: event.id, person_id: me.id, ...(state && { state }) });
    return event;
  };

  it('is a complete calendar that clients refresh every hour, and no cache stores', async () => {
    const event = await mine({ name: 'Derby' });
    const { path } = await subscribe();
    const response = await createClient(server).request(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const calendar = readCalendar(await response.text());
    expect([calendar.text('version'), calendar.text('name'), calendar.text('x-wr-calname')]).toEqual([
      '2.0',
      'Sideline',
      'Sideline',
    ]);
    expect([calendar.text('refresh-interval'), calendar.text('x-published-ttl')]).toEqual(['PT1H', 'PT1H']);
    expect(calendar.events).toHaveLength(1);
    const [read] = calendar.events;
    expect(read?.uid).toBe(event.id);
    expect(read?.instant('dtstart')).toBe(event.startsAt);
    expect(read?.instant('dtend')).toBe(event.endsAt);
    expect(read?.text('url')).toBe(`https://club.example/events/${event.id}`);
    expect([read?.text('status'), read?.text('sequence'), read?.text('transp')]).toEqual([
      'CONFIRMED',
      '0',
      'OPAQUE',
    ]);
    expect(read?.parameter('attendee', 'partstat')).toBe('ACCEPTED');
    expect(read?.text('attendee')).toBe('mailto:ann@example.com');
    expect(read?.text('last-modified')).toBe('2026-11-01T10:00:00Z');
  });

  it('answers 304 to a matching ETag, until its content changes', async () => {
    const event = await mine();
    const { path } = await subscribe();
    const etag = (await createClient(server).request(path)).headers.get('etag') ?? '';
    server.advance(3 * 60_000);
    const again = (given: string) =>
      createClient(server).request(path, { headers: { 'if-none-match': given } });
    expect([(await again(etag)).status, await (await again(etag)).text()]).toEqual([304, '']);
    await db().updateTable('events').set({ name: 'New' }).where('id', '=', event.id).execute();
    expect((await again(etag)).status).toBe(200);
  });

  it('keeps the UID and raises the sequence when an event moves', async () => {
    const event = await mine({ starts_at: '2026-11-28T10:00:00.000Z' });
    const { path } = await subscribe();
    const before = (await read(path)).events[0];
    await db()
      .updateTable('events')
      .set({
        starts_at: '2026-11-29T15:00:00.000Z',
        ends_at: '2026-11-29T16:30:00.000Z',
        event_status: 'EventRescheduled',
        sequence: 1,
        updated_at: '2026-11-21T09:00:00.000Z',
      })
      .where('id', '=', event.id)
      .execute();
    const after = (await read(path)).events[0];
    expect(after?.uid).toBe(before?.uid);
    expect([before?.text('sequence'), after?.text('sequence')]).toEqual(['0', '1']);
    expect(after?.instant('dtstart')).toBe('2026-11-29T15:00:00.000Z');
    expect(after?.text('last-modified')).toBe('2026-11-21T09:00:00Z');
    expect(after?.text('status')).toBe('CONFIRMED');
  });

  it('keeps cancelled and postponed events with their status; drops drafts and events taken down', async () => {
    const cancelled = await buildEvent(db(), { event_status: 'EventCancelled', status_reason: 'Storm' });
    await buildRegistration(db(), {
      event_id: cancelled.id,
      person_id: me.id,
      state: 'cancelledByOrganizer',
    });
    await mine({ event_status: 'EventPostponed', starts_at: '2026-11-29T10:00:00.000Z' });
    await mine({ publication: 'draft' });
    await mine({ removed_at: '2026-11-20T10:00:00.000Z' });
    const { events } = await read((await subscribe()).path);
    expect(events.map((event) => event.text('status'))).toEqual(['CANCELLED', 'TENTATIVE']);
    expect(events[0]?.text('description')).toContain('Storm');
    // Neither takes place at its time, so its owner is free then.
    expect(events.map((event) => event.text('transp'))).toEqual(['TRANSPARENT', 'TRANSPARENT']);
    expect(events.map((event) => event.alarms)).toEqual([[], []]);
  });

  it('gives the answer of its owner, and what the organizer decided is not their no', async () => {
    const answers: [Parameters<typeof buildEvent>[1], RegistrationState, string][] = [
      [{}, 'tentative', 'TENTATIVE'],
      [{}, 'waitlisted', 'TENTATIVE'],
      [{ event_status: 'EventCancelled' }, 'cancelledByOrganizer', 'ACCEPTED'],
      // Removed from an event that takes place, which the owner coaches.
      [{ organizer_user_id: me.id }, 'cancelledByOrganizer', 'NEEDS-ACTION'],
      [{ organizer_user_id: me.id }, 'rejected', 'NEEDS-ACTION'],
      [{ organizer_user_id: me.id }, 'declined', 'DECLINED'],
      [{ organizer_user_id: me.id }, 'cancelledByAttendee', 'DECLINED'],
    ];
    const expected = new Map<string, string>();
    for (const [given, state, partstat] of answers) {
      const event = await buildEvent(db(), given);
      await buildRegistration(db(), { event_id: event.id, person_id: me.id, state });
      expected.set(event.id, partstat);
    }
    const { events } = await read((await subscribe()).path);
    expect(new Map(events.map((event) => [event.uid, event.parameter('attendee', 'partstat')]))).toEqual(
      expected,
    );
  });

  it('names the organizer: organization, person with a public profile, owner, team, else the instance', async () => {
    const club = await buildOrganization(db(), { name: 'KV Rooigem' });
    const team = await buildTeam(db(), { name: 'Under 12' });
    const listed = await buildUser(db(), {
      name: 'Lena Listed',
      birth_date: '1990-01-01',
      email_verified_at: '2026-11-01T10:00:00.000Z',
      profile: { is_public: 1 },
    });
    const unlisted = await buildUser(db(), { name: 'Uma Unlisted' });
    const address = (path: string) => `https://club.example${path}`;
    const organized: [Parameters<typeof buildEvent>[1], name: string, address: string][] = [
      [{ organizer_organization_id: club.id }, 'KV Rooigem', address(`/organizations/${club.id}`)],
      [{ organizer_user_id: listed.id }, 'Lena Listed', address(`/users/${listed.id}`)],
      [{ organizer_user_id: me.id }, 'Ann "Ace" Self', 'mailto:ann@example.com'],
      [
        { organizer_user_id: unlisted.id, teams: [team.id], owner_team_id: team.id },
        'Under 12',
        address(`/teams/${team.id}`),
      ],
      [{ organizer_user_id: unlisted.id }, 'Sideline', address('')],
    ];
    const expected = new Map<string, string[]>();
    for (const [given, ...organizer] of organized) expected.set((await mine(given)).id, organizer);
    const text = await fetchText((await subscribe()).path);
    const { events } = readCalendar(text);
    expect(
      new Map(
        events.map((event) => [event.uid, [event.parameter('organizer', 'cn'), event.text('organizer')]]),
      ),
    ).toEqual(expected);
    expect(text).not.toContain('Uma');
  });

  it('names a private team only to its members and those who run its organization', async () => {
    const person = await buildUser(db());
    const club = await buildOrganization(db());
    const hidden = await buildTeam(db(), {
      name: 'Hidden team',
      visibility: 'private',
      organization_id: club.id,
    });
    await mine({ organizer_user_id: person.id, teams: [hidden.id] });
    const { path } = await subscribe();
    expect(await fetchText(path)).not.toContain('Hidden team');
    expect(await fetchText(path)).not.toContain(hidden.id);
    expect((await read(path)).events[0]?.parameter('organizer', 'cn')).toBe('Sideline');
    const named = async (group: { team_id: string } | { organization_id: string }, given: object) => {
      await buildMembership(db(), { ...group, person_id: me.id, ...given });
      const text = await fetchText((await subscribe()).path);
      await db().deleteFrom('memberships').where('person_id', '=', me.id).execute();
      return text.includes('Hidden team');
    };
    expect([
      await named({ team_id: hidden.id }, {}),
      await named({ team_id: hidden.id }, { status: 'requested' }),
      await named({ organization_id: club.id }, { role: 'admin' }),
      await named({ organization_id: club.id }, { role: 'trainee' }),
    ]).toEqual([true, false, true, false]);
  });

  it('has descriptions without Markdown, with the addresses of links', async () => {
    const description = [
      '# Bring',
      'A **ball** and _boots_,\nsee [the rules](https://rules.example/a_b) or <https://club.example>.',
      '- one\n- two',
      '1. first\n2. second',
      '5 \\* 3 and <b>no HTML</b>',
    ].join('\n\n');
    const { id } = await mine({ description });
    const plain = [
      'Bring',
      'A ball and boots,\nsee the rules (https://rules.example/a_b) or https://club.example.',
      '- one\n- two',
      '1. first\n2. second',
      '5 * 3 and no HTML',
    ].join('\n\n');
    const { events } = await read((await subscribe()).path);
    expect(events[0]?.text('description')).toBe(plain);
    const files = [
      await client.call('GET /api/events/{id}/calendar.ics', { params: { id } }),
      await createClient(server).call('GET /api/events/public/{id}/calendar.ics', { params: { id } }),
    ];
    for (const { body } of files)
      expect(readCalendar(String(body)).events[0]?.text('description')).toBe(plain);
  });

  it('reminds an hour before one has to be there, of events that its owner attends or runs', async () => {
    await mine({ name: 'Derby, away', arrive_minutes_before: 15 });
    await mine({ starts_at: '2026-11-29T10:00:00.000Z' }, 'waitlisted');
    await buildEvent(db(), { organizer_user_id: me.id, starts_at: '2026-11-30T10:00:00.000Z' });
    const { events } = await read((await subscribe()).path);
    expect(events.map((event) => event.alarms)).toEqual([
      [{ action: 'DISPLAY', trigger: '-PT75M', description: 'Derby, away' }],
      [],
      [expect.objectContaining({ trigger: '-PT60M' })],
    ]);
  });

  it('has correct local times across the clock changes of Berlin and New York, and in zones with irregular ones', async () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'Asia/Kolkata',
      'Pacific/Chatham',
      'Africa/Casablanca',
    ];
    const instants = [
      '2026-10-25T00:30:00.000Z', // Berlin 02:30 summer time
      '2026-10-25T01:30:00.000Z', // Berlin 02:30 again, winter time
      '2026-10-31T22:00:00.000Z',
      '2026-11-01T05:30:00.000Z', // New York 01:30 summer time
      '2026-11-01T06:30:00.000Z', // New York 01:30 again
      '2027-02-20T18:00:00.000Z', // Ramadan: Morocco sets its clocks back
      '2027-03-14T06:59:00.000Z',
      '2027-03-14T07:00:00.000Z',
      '2027-03-28T00:59:00.000Z',
      '2027-03-28T01:00:00.000Z',
      '2027-07-01T18:00:00.000Z',
    ];
    const built = new Map<string, string>();
    for (const time_zone of zones)
      for (const starts_at of instants) {
        const event = await mine({ time_zone, starts_at });
        built.set(event.id, starts_at);
      }
    const calendar = await read((await subscribe()).path);
    expect(calendar.events).toHaveLength(built.size);
    for (const event of calendar.events) {
      expect(event.instant('dtstart')).toBe(built.get(event.uid));
      expect(Date.parse(event.instant('dtend')) - Date.parse(event.instant('dtstart'))).toBe(90 * 60_000);
    }
    expect(calendar.zones).toEqual(expect.arrayContaining(zones));
    const summer = calendar.events.filter((event) => built.get(event.uid) === '2027-07-01T18:00:00.000Z');
    expect(summer.map((event) => event.zone('dtstart')).sort()).toEqual(zones.toSorted());
  });

  it('has each date of a series as a separate event, without RRULE and RECURRENCE-ID', async () => {
    const series = await buildSeries(db());
    const ids = [];
    for (const day of ['24', '25'])
      ids.push(
        (
          await mine({
            series_id: series.id,
            recurrence_id: `2026-11-${day}T18:00`,
            starts_at: `2026-11-${day}T17:00:00.000Z`,
          })
        ).id,
      );
    const text = await fetchText((await subscribe()).path);
    // Without a master in the calendar, a RECURRENCE-ID would name an occurrence of nothing (RFC 5545, 3.8.4.4).
    expect([...readByAll(text).keys()]).toEqual(ids);
    for (const event of readCalendar(text).events)
      for (const name of ['rrule', 'recurrence-id', 'exdate'])
        expect([name, event.count(name)]).toEqual([name, 0]);
  });

  it('preserves any text, in lines of at most 75 octets', async () => {
    const name = 'Commas, semis; back\\slash "quotes" 🏃‍♀️ Ünïcode: \\n';
    const long = '跑步🏃'.repeat(1500);
    const place = await buildPlace(db(), {
      name: 'Field, B',
      address: 'Street; 1',
      latitude: 0,
      longitude: -4.5,
    });
    await mine({ name, description: `Line one\nLine two, with; both\r\n${long}`, place_id: place.id });
    await mine({ name: 'x'.repeat(10_000), starts_at: '2026-11-29T10:00:00.000Z' });
    const text = await fetchText((await subscribe()).path);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const [first, second] = readCalendar(text).events;
    expect(first?.text('summary')).toBe(name);
    expect(first?.text('description')).toBe(`Line one\nLine two, with; both\n${long}`);
    expect(first?.text('location')).toBe('Field, B, Street; 1, Antwerp');
    expect(text).toContain('\r\nGEO:0;-4.5\r\n');
    expect(second?.text('summary')).toBe('x'.repeat(10_000));
  });

  it('names no person but its owner', async () => {
    const leader = await buildUser(db(), { name: 'Leader Lena', email: 'lena@example.com' });
    const other = await buildUser(db(), { name: 'Other Otto', email: 'otto@example.com' });
    const event = await mine({ leaders: [leader.id], organizer_user_id: leader.id });
    await buildRegistration(db(), { event_id: event.id, person_id: other.id, note: 'a private note' });
    const text = (await fetchText((await subscribe()).path)).replaceAll('\r\n ', '');
    for (const word of ['Lena', 'lena@', 'Otto', 'otto@', 'a private note', leader.id, other.id])
      expect([word, text.includes(word)]).toEqual([word, false]);
    expect(readCalendar(text).events[0]?.count('attendee')).toBe(1);
  });

  it('includes the online address only for those with a place', async () => {
    const online_url = 'https://meet.example/room,1';
    await mine({ online_url });
    await mine({ online_url, starts_at: '2026-11-29T10:00:00.000Z' }, 'waitlisted');
    const { events } = await read((await subscribe()).path);
    expect(events.map((event) => event.text('conference'))).toEqual([online_url, null]);
    expect(['feature', 'label'].map((name) => events[0]?.parameter('conference', name))).toEqual([
      'VIDEO',
      'Join online',
    ]);
    expect(events.map((event) => event.parameter('attendee', 'partstat'))).toEqual(['ACCEPTED', 'TENTATIVE']);
  });

  it('shows what I replied to, coach, or have to answer, as selected', async () => {
    const [team, secondTeam] = [await buildTeam(db()), await buildTeam(db())];
    for (const { id } of [team, secondTeam]) await buildMembership(db(), { team_id: id, person_id: me.id });
    const names = { teams: [team.id], visibility: 'team' as const };
    await mine({ name: 'Replied', ...names });
    await mine({ name: 'Declined', ...names }, 'declined');
    await buildEvent(db(), { name: 'Unanswered', ...names });
    await buildEvent(db(), { name: 'Second', teams: [secondTeam.id] });
    await buildEvent(db(), { name: 'Coached', organizer_user_id: me.id });
    await buildEvent(db(), { name: 'Led without a role', leaders: [me.id], created_by: me.id });
    await buildEvent(db(), { name: 'Strange' });
    await mine({ name: 'Long ago', starts_at: '2026-08-22T10:00:00.000Z' });
    await mine({ name: 'Far ahead', starts_at: '2027-12-27T10:00:00.000Z' });
    const shown = async (body: Record<string, unknown>) =>
      (await read((await subscribe(body)).path)).events.map((event) => event.text('summary')).sort();
    expect(await shown({})).toEqual(['Coached', 'Replied', 'Second', 'Unanswered']);
    expect(await shown({ includeCoaching: false })).toEqual(['Replied', 'Second', 'Unanswered']);
    expect(await shown({ includeUnanswered: false })).toEqual(['Coached', 'Replied']);
    expect(await shown({ teams: [team.id] })).toEqual(['Replied', 'Unanswered']);
    // Another season's team, with a member and without.
    const [next, stranger] = [
      await buildTeam(db(), { previous_team_id: team.id }),
      await buildTeam(db(), { previous_team_id: secondTeam.id }),
    ];
    await buildMembership(db(), { team_id: next.id, person_id: me.id });
    await buildEvent(db(), { name: 'Next season', teams: [next.id] });
    await buildEvent(db(), { name: 'Not mine', teams: [stranger.id] });
    expect(await shown({ teams: [team.id] })).toEqual(['Next season', 'Replied', 'Unanswered']);
    expect(await shown({ teams: [secondTeam.id] })).toEqual(['Second']);
    expect(await shown({ teams: [next.id] })).toEqual(['Next season']);
    const foreign = await buildTeam(db());
    const refused = await client.call('POST /api/users/me/calendar-feed', { body: { teams: [foreign.id] } });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'teams']);
  });

  it('is not found when unknown, revoked, or its owner suspended or deleted', async () => {
    const { id, path } = await subscribe();
    const status = async (address = path) => (await createClient(server).request(address)).status;
    expect(await status()).toBe(200);
    expect(await status(`/api/calendar/${'a'.repeat(43)}.ics`)).toBe(404);
    expect(await status('/api/calendar/short.ics')).toBe(404);
    expect(await status(path.replace('.ics', ''))).toBe(404);
    const stranger = await signIn(server, await buildUser(db()));
    const revoke = 'DELETE /api/users/me/calendar-feeds/{id}';
    expect((await stranger.call(revoke, { params: { id } })).status).toBe(404);
    await db()
      .updateTable('users')
      .set({ suspended_at: '2026-11-20T10:00:00.000Z' })
      .where('id', '=', me.id)
      .execute();
    expect(await status()).toBe(404);
    await db().updateTable('users').set({ suspended_at: null }).where('id', '=', me.id).execute();
    expect((await client.call(revoke, { params: { id } })).status).toBe(204);
    expect(await status()).toBe(404);
    expect((await client.call(revoke, { params: { id } })).status).toBe(404);
    expect((await client.call('GET /api/users/me/calendar-feeds')).body.items).toEqual([]);
  });

  it('stores a hash instead of the address, and the hour of the last fetch', async () => {
    const { path } = await subscribe({ includeCoaching: false });
    const fetchedAt = async () =>
      (await client.call('GET /api/users/me/calendar-feeds')).body.items[0]?.lastFetchedAt;
    expect(await fetchedAt()).toBeNull();
    await fetchText(path);
    expect(await fetchedAt()).toBe('2026-11-21T10:00:00.000Z');
    server.advance(10 * 60_000);
    await fetchText(path);
    expect(await fetchedAt()).toBe('2026-11-21T10:00:00.000Z');
    client = await signIn(server, me);
    server.advance(51 * 60_000);
    await fetchText(path);
    client = await signIn(server, me);
    expect(await fetchedAt()).toBe('2026-11-21T11:01:00.000Z');
    const token = /([\w-]{43})\.ics/.exec(path)?.[1] ?? 'none';
    const rows = await db().selectFrom('calendar_feeds').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    server.advance(day);
    expect((await createClient(server).request(path)).status).toBe(200);
  });

  it('limits the addresses per person', async () => {
    for (let count = 0; count < 20; count += 1) await subscribe();
    const refused = await client.call('POST /api/users/me/calendar-feed', { body: {} });
    expect([refused.status, refused.body.code]).toEqual([409, 'not_permitted']);
  });
});

describe('one event as an iCalendar file', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ env: { PUBLIC_ORIGIN: 'https://club.example' } });
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const params = (id: string) => ({ params: { id } });

  it('is available to visitors for public events, with the same UID as in feeds', async () => {
    const event = await buildEvent(db(), { name: 'Open day', online_url: 'https://meet.example/x' });
    const answer = await createClient(server).call(
      'GET /api/events/public/{id}/calendar.ics',
      params(event.id),
    );
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="event.ics"',
    ]);
    const [read] = readCalendar(String(answer.body)).events;
    expect([read?.uid, read?.text('summary')]).toEqual([event.id, 'Open day']);
    expect(read?.text('url')).toBe(`https://club.example/events/public/${event.id}`);
    for (const name of ['attendee', 'organizer', 'conference', 'recurrence-id'])
      expect([name, read?.count(name)]).toEqual([name, 0]);
  });

  it('is in the language of the link to it, whatever the browser prefers', async () => {
    const { id } = await buildEvent(db(), { arrive_minutes_before: 15 });
    const asked = { params: { id }, query: { lang: 'de' }, headers: { 'Accept-Language': 'en' } };
    const member = await signIn(server, await buildUser(db()));
    for (const answer of [
      await createClient(server).call('GET /api/events/public/{id}/calendar.ics', asked),
      await member.call('GET /api/events/{id}/calendar.ics', asked),
    ])
      expect([answer.status, readCalendar(String(answer.body)).events[0]?.text('description')]).toEqual([
        200,
        'Sei 15 Minuten vorher da.',
      ]);
  });

  it('is not found or gone when visitors may not see the event', async () => {
    const status = async (given: Parameters<typeof buildEvent>[1]) => {
      const { id } = await buildEvent(db(), given);
      return (await createClient(server).call('GET /api/events/public/{id}/calendar.ics', params(id))).status;
    };
    expect(await status({ visibility: 'unlisted' })).toBe(200);
    expect(await status({ visibility: 'team' })).toBe(404);
    expect(await status({ visibility: 'organization' })).toBe(404);
    expect(await status({ publication: 'draft' })).toBe(404);
    expect(await status({ removed_at: '2026-11-20T10:00:00.000Z' })).toBe(410);
  });

  it('is available to everyone who sees the event, including the people who run its organization', async () => {
    const club = await buildClub(db());
    const event = await club.build({ visibility: 'team', online_url: 'https://meet.example/x' });
    const draft = await club.build({ publication: 'draft' });
    const removed = await club.build({ removed_at: '2026-11-20T10:00:00.000Z' });
    const call = 'GET /api/events/{id}/calendar.ics';
    for (const [name, person] of Object.entries(club.people)) {
      const client = await signIn(server, person);
      for (const { id } of [event, draft, removed]) {
        const page = await client.call('GET /api/events/{id}', params(id));
        expect([name, (await client.call(call, params(id))).status]).toEqual([name, page.status]);
      }
    }
    const admin = await signIn(server, club.people.organizationAdmin);
    const [read] = readCalendar(String((await admin.call(call, params(event.id))).body)).events;
    expect([read?.uid, read?.count('conference'), read?.count('attendee')]).toEqual([event.id, 1, 0]);
    const stranger = await signIn(server, club.people.stranger);
    expect((await stranger.call(call, params(event.id))).status).toBe(404);
  });

  it('of a private event is available to its own people only', async () => {
    const team = await buildTeam(db());
    const member = await buildUser(db());
    await buildMembership(db(), { team_id: team.id, person_id: member.id });
    const event = await buildEvent(db(), { teams: [team.id], visibility: 'team' });
    const open = await buildEvent(db());
    const call = 'GET /api/events/{id}/calendar.ics';
    const inTeam = await signIn(server, member);
    const stranger = await signIn(server, await buildUser(db()));
    const answer = await inTeam.call(call, params(event.id));
    expect(readCalendar(String(answer.body)).events[0]?.uid).toBe(event.id);
    expect((await stranger.call(call, params(event.id))).status).toBe(404);
    expect((await stranger.call(call, params(open.id))).status).toBe(200);
    expect((await createClient(server).call(call, params(open.id))).status).toBe(401);
  });
});
