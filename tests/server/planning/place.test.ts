// Places of a club: two events at one place, and an edit that applies to all future events.
import { describe, expect, it } from 'vitest';
import { createClient, signIn } from '../../support/client.ts';
import { buildPlace, buildRegistration } from '../../support/factories.ts';
import { readCalendar } from '../calendar-feed/read-calendar.ts';
import { setUpPlanning } from './setup.ts';

const setup = setUpPlanning();
const { db, teamEvent, change, preview, see, notices } = setup;

describe('a place', () => {
  it('with another event of the club at that time causes a warning', async () => {
    await teamEvent({ starts_at: '2026-12-05T10:00:00.000Z' });
    const event = await teamEvent();
    const moved = { startsAt: '2026-12-05T11:00:00.000Z', endsAt: '2026-12-05T12:00:00.000Z' };
    expect((await preview(setup.club.coach, event.id, moved)).body.warnings).toEqual([
      { code: 'placeTaken', count: 1 },
    ]);
  });

  it('is in the time zone of its events, whichever of the two is changed', async () => {
    const { coach, organization } = setup.club;
    const event = await teamEvent();
    const refused = { status: 422, errors: [{ path: 'timeZone', code: 'other_zone' }] };
    const place = { id: setup.club.place.id };
    const lisbon = { timeZone: 'Europe/Lisbon' };
    for (const body of [lisbon, { ...lisbon, place }])
      expect((await change(coach, event.id, body)).body).toMatchObject(refused);
    const there = await buildPlace(db(), {
      owner_organization_id: organization.id,
      time_zone: 'Europe/Lisbon',
    });
    expect((await change(coach, event.id, { place: { id: there.id } })).body).toMatchObject(refused);
    // A place with a known id is that place, whatever its other fields say.
    const named = {
      name: 'Dock',
      address: 'Quay',
      region: 'Ghent',
      countryCode: 'BE',
      timeZone: 'Europe/Brussels',
    };
    expect((await change(coach, event.id, { place: { ...named, id: there.id } })).body).toMatchObject(
      refused,
    );
    expect((await change(coach, event.id, { ...lisbon, place: { id: there.id } })).status).toBe(200);
    expect(
      (await change(coach, event.id, { timeZone: 'Europe/Paris', place: null, version: 2 })).status,
    ).toBe(200);
  });

  it('that was in another zone than an event does not stop other changes of the event', async () => {
    const event = await teamEvent({ time_zone: 'Europe/Lisbon' });
    const body = { name: 'Row', timeZone: 'Europe/Lisbon', place: { id: setup.club.place.id } };
    expect((await change(setup.club.coach, event.id, body)).status).toBe(200);
  });

  it('when edited changes every event, and search finds its new name', async () => {
    const event = await teamEvent();
    const client = await signIn(setup.server, setup.club.otherCoach);
    const params = { id: setup.club.place.id };
    const edit = (body: object) => client.call('PATCH /api/places/{id}', { params, body });
    expect((await edit({ version: 1, name: 'New boathouse', region: 'Bruges' })).body.version).toBe(2);
    expect((await edit({ version: 1, name: 'Old' })).body).toMatchObject({
      code: 'stale_version',
      current: { name: 'New boathouse' },
    });
    expect((await see(setup.club.coach, event.id)).body.place).toMatchObject({
      name: 'New boathouse',
      region: 'Bruges',
    });
    const found = await client.call('GET /api/explore/events', { query: { q: 'bruges' } });
    expect(found.body.items.map(({ id }) => id)).toEqual([event.id]);
  });

  it('with another address raises the sequence of upcoming events in calendars, and notifies no one', async () => {
    const event = await teamEvent();
    const over = await teamEvent({ starts_at: '2026-11-20T10:00:00.000Z' });
    const cancelled = await teamEvent({ event_status: 'EventCancelled' });
    const [member = setup.club.coach] = setup.club.members;
    await buildRegistration(db(), { event_id: event.id, person_id: member.id });
    const feed = await (await signIn(setup.server, member)).call('POST /api/users/me/calendar-feed', {
      body: {},
    });
    const entry = async () => {
      const text = await (await createClient(setup.server).request(new URL(feed.body.url).pathname)).text();
      const read = readCalendar(text).events.find(({ uid }) => uid === event.id);
      return ['location', 'sequence', 'dtstamp'].map((name) => read?.text(name));
    };
    const sequenceOf = async ({ id }: { id: string }) =>
      (await db().selectFrom('events').select('sequence').where('id', '=', id).executeTakeFirstOrThrow())
        .sequence;
    expect(await entry()).toEqual(['Boathouse, Dorpsstraat 1, Antwerp', '0', '2026-11-01T10:00:00Z']);
    const edit = async (body: object) =>
      (await signIn(setup.server, setup.club.coach)).call('PATCH /api/places/{id}', {
        params: { id: setup.club.place.id },
        body,
      });
    expect((await edit({ version: 1, address: 'Quay 9' })).status).toBe(200);
    const corrected = ['Boathouse, Quay 9, Antwerp', '1', '2026-11-21T10:00:00Z'];
    expect(await entry()).toEqual(corrected);
    expect([await sequenceOf(over), await sequenceOf(cancelled)]).toEqual([0, 0]);
    expect((await edit({ version: 2, directions: 'Ring twice' })).status).toBe(200);
    expect(await entry()).toEqual(corrected);
    for (const body of [
      { version: 3, name: 'Dock' },
      { version: 4, latitude: 51.05, longitude: 3.72 },
      { version: 5, region: 'Ghent' },
    ])
      await edit(body);
    expect(await entry()).toEqual(['Dock, Quay 9, Ghent', '4', '2026-11-21T10:00:00Z']);
    expect(await notices(event.id)).toEqual([]);
    expect((await see(setup.club.coach, event.id)).body.version).toBe(1);
  });

  it('of a person is not changed for the events that they no longer run', async () => {
    const { coach, team } = setup.club;
    const client = await signIn(setup.server, coach);
    const place = await buildPlace(db(), { name: 'My hall', owner_user_id: coach.id });
    await teamEvent({ place_id: place.id });
    const edit = async (version: number) =>
      await client.call('PATCH /api/places/{id}', {
        params: { id: place.id },
        body: { version, name: 'Elsewhere' },
      });
    expect((await edit(1)).status).toBe(200);
    await db()
      .updateTable('memberships')
      .set({ status: 'removed', ended_at: '2026-11-21T10:00:00.000Z' })
      .where('person_id', '=', coach.id)
      .where('team_id', '=', team.id)
      .execute();
    expect(await edit(2)).toMatchObject({ status: 409, body: { code: 'not_permitted' } });
    const { items } = (await client.call('GET /api/places')).body;
    expect(items).toMatchObject([{ id: place.id, name: 'Elsewhere' }]);
  });
});
