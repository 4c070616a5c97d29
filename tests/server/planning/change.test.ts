// Changing an event: notifications, concurrent edits, and the preview.
import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import {
  buildMembership,
  buildOffer,
  buildPayment,
  buildPlace,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { setUpPlanning } from './setup.ts';

const setup = setUpPlanning();
const { db, teamEvent, change, preview, see, notices, stateOf } = setup;

describe('a change', () => {
  it('of time and place notifies those concerned of old and new, and not the editor', async () => {
    const event = await teamEvent({ leaders: [setup.club.coach.id] });
    const field = await buildPlace(db(), {
      name: 'Canal',
      owner_organization_id: setup.club.organization.id,
    });
    const later = { startsAt: '2026-11-28T11:00:00.000Z', endsAt: '2026-11-28T12:30:00.000Z' };
    const { status, body } = await change(setup.club.coach, event.id, { ...later, place: { id: field.id } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...later,
      eventStatus: 'EventRescheduled',
      previousStartDates: ['2026-11-28T10:00:00.000Z'],
      version: 2,
    });
    const told = await notices(event.id);
    expect(told.map(({ user_id }) => user_id).sort()).toEqual(setup.club.members.map(({ id }) => id).sort());
    expect(JSON.parse(told[0]?.changes ?? '')).toEqual([
      { field: 'startsAt', before: '2026-11-28T10:00:00.000Z', after: '2026-11-28T11:00:00.000Z' },
      { field: 'endsAt', before: '2026-11-28T11:30:00.000Z', after: '2026-11-28T12:30:00.000Z' },
      { field: 'place', before: 'Boathouse', after: 'Canal' },
      { field: 'eventStatus', before: 'EventScheduled', after: 'EventRescheduled' },
    ]);
    const { sequence } = await db()
      .selectFrom('events')
      .select('sequence')
      .where('id', '=', event.id)
      .executeTakeFirstOrThrow();
    expect(sequence).toBe(1);
  });

  it('to another place of the same name notifies with both addresses', async () => {
    const { organization, coach, members } = setup.club;
    const [here, there, copy] = await Promise.all(
      ['Street 1', 'Street 9', 'Street 9'].map((address) =>
        buildPlace(db(), { name: 'Sports hall', address, owner_organization_id: organization.id }),
      ),
    );
    const event = await teamEvent({ place_id: here?.id ?? '' });
    const body = { place: { id: there?.id } };
    expect((await preview(coach, event.id, body)).body.notified).toBe(members.length);
    expect((await change(coach, event.id, body)).status).toBe(200);
    const told = await notices(event.id);
    expect(told.map(({ user_id }) => user_id).sort()).toEqual(members.map(({ id }) => id).sort());
    expect(JSON.parse(told[0]?.changes ?? '')).toEqual([
      { field: 'place', before: 'Sports hall, Street 1', after: 'Sports hall, Street 9' },
    ]);
    // A second entry of the same hall.
    expect((await change(coach, event.id, { place: { id: copy?.id }, version: 2 })).status).toBe(200);
    expect(await notices(event.id)).toHaveLength(members.length);
    const row = db().selectFrom('events').select(['sequence', 'place_id']).where('id', '=', event.id);
    expect(await row.executeTakeFirst()).toEqual({ sequence: 1, place_id: copy?.id });
  });

  it('of words alone, of a draft, or of nothing notifies no one', async () => {
    const event = await teamEvent();
    const draft = await teamEvent({ publication: 'draft', published_at: null });
    expect(
      (await change(setup.club.coach, event.id, { description: 'Bring **water**', name: 'Row' })).status,
    ).toBe(200);
    const moved = { startsAt: '2026-12-04T10:00:00.000Z', endsAt: '2026-12-04T11:00:00.000Z' };
    const { body } = await change(setup.club.coach, draft.id, moved);
    expect(body).toMatchObject({ eventStatus: 'EventScheduled', previousStartDates: [] });
    expect([...(await notices(event.id)), ...(await notices(draft.id))]).toEqual([]);
  });

  it('that sends the same times without milliseconds is no move', async () => {
    const deadlines = {
      registration_opens_at: '2026-11-22T10:00:00.000Z',
      registration_closes_at: '2026-11-27T10:00:00.000Z',
      replies_due_at: '2026-11-26T10:00:00.000Z',
    };
    const event = await teamEvent(deadlines);
    await buildRegistration(db(), { event_id: event.id, person_id: setup.club.members[0]?.id ?? '' });
    const { status, body } = await change(setup.club.coach, event.id, {
      startsAt: '2026-11-28T10:00:00Z',
      endsAt: '2026-11-28T11:30:00Z',
      registrationOpensAt: '2026-11-22T10:00:00Z',
      registrationClosesAt: '2026-11-27T10:00:00Z',
      repliesDueAt: '2026-11-26T10:00:00Z',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ eventStatus: 'EventScheduled', previousStartDates: [] });
    expect(await notices(event.id)).toEqual([]);
    const row = await db()
      .selectFrom('events')
      .selectAll()
      .where('id', '=', event.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ ...deadlines, sequence: 0, moved_at: null });
  });

  it('of an ended event notifies no one', async () => {
    const event = await teamEvent({ starts_at: '2026-11-20T10:00:00.000Z' });
    expect((await change(setup.club.coach, event.id, { place: null })).status).toBe(200);
    expect(await notices(event.id)).toEqual([]);
  });

  it('of an ended event to another past date notifies no one', async () => {
    const event = await teamEvent({ starts_at: '2026-11-20T10:00:00.000Z' });
    const [member = setup.club.coach] = setup.club.members;
    await buildRegistration(db(), { event_id: event.id, person_id: member.id });
    const corrected = { startsAt: '2026-11-19T10:00:00.000Z', endsAt: '2026-11-19T11:30:00.000Z' };
    expect((await change(setup.club.coach, event.id, corrected)).body).toMatchObject(corrected);
    expect(await notices(event.id)).toEqual([]);
  });

  it('of an ended event to a future date notifies its people and asks them again', async () => {
    const event = await teamEvent({ starts_at: '2026-11-20T10:00:00.000Z' });
    const [member = setup.club.coach] = setup.club.members;
    await buildRegistration(db(), { event_id: event.id, person_id: member.id });
    const moved = { startsAt: '2026-11-28T10:00:00.000Z', endsAt: '2026-11-28T11:30:00.000Z' };
    const { body } = await preview(setup.club.coach, event.id, moved);
    expect(body).toMatchObject({ notified: 3, askedAgain: 1 });
    await change(setup.club.coach, event.id, moved);
    const told = (await notices(event.id)).filter(({ user_id }) => user_id === member.id);
    expect(told.map(({ kind }) => kind)).toEqual(['eventChanged']);
    expect((await see(member, event.id)).body.registration?.reconfirmAskedAt).not.toBeNull();
  });

  it('that postpones an ended event notifies its people', async () => {
    const event = await teamEvent({ starts_at: '2026-11-20T10:00:00.000Z' });
    await change(setup.club.coach, event.id, { eventStatus: 'EventPostponed' });
    expect(await notices(event.id)).toHaveLength(setup.club.members.length);
  });

  it('that moves an event with a waitlist into the past announces no places', async () => {
    const event = await teamEvent({ maximum_attendee_capacity: 1, waitlist_enabled: 1 });
    const [seated = setup.club.coach, waiting = setup.club.coach] = setup.club.members;
    await buildRegistration(db(), { event_id: event.id, person_id: seated.id });
    await buildRegistration(db(), {
      event_id: event.id,
      person_id: waiting.id,
      state: 'waitlisted',
      position: 1,
    });
    const body = {
      startsAt: '2026-11-20T10:00:00.000Z',
      endsAt: '2026-11-20T11:30:00.000Z',
      maximumAttendeeCapacity: 2,
    };
    const { warnings } = (await preview(setup.club.coach, event.id, body)).body;
    expect(warnings).toEqual([{ code: 'startsInPast', count: 1 }]);
  });

  it('of time keeps the newest 19 earlier starts and the earliest of all', async () => {
    const event = await teamEvent();
    const client = await signIn(setup.server, setup.club.coach);
    const starts = Array.from({ length: 50 }, (_, index) =>
      new Date(Date.parse('2026-11-27T10:00:00.000Z') + (index * 86_400_000) / 2).toISOString(),
    );
    for (const [index, startsAt] of starts.entries()) {
      const endsAt = new Date(Date.parse(startsAt) + 3_600_000).toISOString();
      const { status } = await client.call('PATCH /api/events/{id}', {
        params: { id: event.id },
        body: { version: index + 1, startsAt, endsAt },
      });
      expect(status).toBe(200);
    }
    const kept = [...starts.slice(30, 49).toReversed(), starts[0]];
    expect((await see(setup.club.coach, event.id)).body.previousStartDates).toEqual(kept);
  });

  it('of the name updates the search', async () => {
    const event = await teamEvent({ name: 'Evening row' });
    await change(setup.club.coach, event.id, { name: 'Morning paddle' });
    const find = async (q: string) =>
      (
        await (await signIn(setup.server, setup.club.coach)).call('GET /api/explore/events', { query: { q } })
      ).body.items.map(({ id }) => id);
    expect([await find('paddle'), await find('evening')]).toEqual([[event.id], []]);
  });

  it('from an older version is rejected with the current state, and changes nothing', async () => {
    const event = await teamEvent();
    expect((await change(setup.club.coach, event.id, { name: 'First' })).status).toBe(200);
    const { status, body } = await change(setup.club.admin, event.id, { name: 'Second' });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'stale_version', current: { name: 'First', version: 2 } });
  });

  it('of a cancelled event is refused', async () => {
    const event = await teamEvent({ event_status: 'EventCancelled' });
    expect((await change(setup.club.coach, event.id, { name: 'New' })).body.code).toBe('not_permitted');
    expect((await preview(setup.club.coach, event.id, { name: 'New' })).body.code).toBe('not_permitted');
  });

  it('can postpone an event, and later give it a date', async () => {
    const event = await teamEvent();
    const postponed = await change(setup.club.coach, event.id, { eventStatus: 'EventPostponed' });
    expect(postponed.body.eventStatus).toBe('EventPostponed');
    const moved = { startsAt: '2026-12-04T10:00:00.000Z', endsAt: '2026-12-04T11:00:00.000Z' };
    const { body } = await change(setup.club.coach, event.id, { ...moved, version: 2 });
    expect(body).toMatchObject({ eventStatus: 'EventRescheduled', ...moved });
    expect((await notices(event.id)).map(({ kind }) => kind)).toEqual(
      Array.from({ length: 2 * setup.club.members.length }, () => 'eventChanged'),
    );
  });

  it('adds teams that the person coaches, and keeps the owner among them', async () => {
    const event = await teamEvent();
    const own = await buildTeam(db());
    await buildMembership(db(), { team_id: own.id, person_id: setup.club.coach.id, role: 'coach' });
    const { body } = await change(setup.club.coach, event.id, { teamIds: [own.id] });
    expect(body.teams.map(({ id }) => id).sort()).toEqual([setup.club.team.id, own.id].sort());
  });

  it('adds teams of its organization, whose coaches see it and cannot change it', async () => {
    const event = await teamEvent();
    const { body } = await change(setup.club.coach, event.id, { teamIds: [setup.club.otherTeam.id] });
    expect(body.teams.map(({ id }) => id)).toContain(setup.club.otherTeam.id);
    expect((await see(setup.club.otherCoach, event.id)).body.can.edit).toBe(false);
  });

  it('adds no foreign team outside its organization, and no private one inside', async () => {
    const event = await teamEvent();
    const foreign = await buildTeam(db());
    const hidden = await buildTeam(db(), {
      organization_id: setup.club.organization.id,
      visibility: 'private',
    });
    for (const { id } of [foreign, hidden]) {
      const refused = await change(setup.club.coach, event.id, { teamIds: [id] });
      expect(refused.body.errors).toMatchObject([{ path: 'teamIds', code: 'not_yours' }]);
    }
    expect((await change(setup.club.admin, event.id, { teamIds: [hidden.id] })).status).toBe(200);
  });

  it('of the owner transfers the permissions, and requires running both owners', async () => {
    const event = await teamEvent({ teams: [setup.club.team.id, setup.club.otherTeam.id] });
    const owner = { kind: 'team', id: setup.club.otherTeam.id };
    expect((await change(setup.club.coach, event.id, { owner })).body.code).toBe('not_permitted');
    expect((await change(setup.club.admin, event.id, { owner })).body).toMatchObject({ owner });
    expect((await see(setup.club.coach, event.id)).body.can).toMatchObject({ edit: false, cancel: false });
    expect((await see(setup.club.otherCoach, event.id)).body.can).toMatchObject({ edit: true, cancel: true });
  });
});

describe('a change that publishes a draft', () => {
  const draftOf = () => teamEvent({ publication: 'draft', published_at: null });

  it('is one write: the event has the changes, and members are asked once and not notified of a change', async () => {
    const event = await draftOf();
    const { body } = await change(setup.club.coach, event.id, {
      name: 'Morning row',
      startsAt: '2026-11-28T09:00:00.000Z',
      publication: 'published',
    });
    expect(body).toMatchObject({
      name: 'Morning row',
      publication: 'published',
      eventStatus: 'EventScheduled',
    });
    expect((await notices(event.id)).map(({ kind }) => kind)).toEqual(
      setup.club.members.map(() => 'replyOwed'),
    );
  });

  it('that is refused leaves the draft unchanged', async () => {
    const event = await draftOf();
    const refused = await change(setup.club.coach, event.id, {
      name: 'Morning row',
      endsAt: '2026-11-01T09:00:00.000Z',
      publication: 'published',
    });
    expect(refused.status).toBe(422);
    expect((await see(setup.club.coach, event.id)).body).toMatchObject({
      publication: 'draft',
      version: 1,
    });
    expect(await notices(event.id)).toEqual([]);
  });

  it('asks no one again when the event is already published', async () => {
    const event = await teamEvent();
    const { status } = await change(setup.club.coach, event.id, { name: 'Row', publication: 'published' });
    expect(status).toBe(200);
    expect(await notices(event.id)).toEqual([]);
  });
});

it('a member without an account replies and waits like others, has a free place at once, and is not notified', async () => {
  const event = await teamEvent({ maximum_attendee_capacity: 1, waitlist_enabled: 1 });
  const at = '2026-11-01T10:00:00.000Z';
  const id = '01902b6e-0000-7000-8000-00000000aaaa';
  await db()
    .insertInto('people')
    .values({ id, created_at: at, updated_at: at, name: 'Zoe', sort_name: 'zoe' })
    .execute();
  await buildMembership(db(), { team_id: setup.club.team.id, person_id: id });
  const [member = setup.club.coach] = setup.club.members;
  await buildRegistration(db(), { event_id: event.id, person_id: member.id });
  await buildRegistration(db(), {
    event_id: event.id,
    person_id: id,
    state: 'waitlisted',
    position: 1,
    responded_by: null,
  });
  const body = { startsAt: '2026-11-28T09:00:00.000Z', maximumAttendeeCapacity: 2 };
  expect((await preview(setup.club.coach, event.id, body)).body).toMatchObject({
    notified: 3,
    warnings: [{ code: 'placesOffered', count: 1 }],
  });
  expect((await change(setup.club.coach, event.id, body)).status).toBe(200);
  expect(await stateOf({ id }, event.id)).toBe('confirmed');
  const told = (await notices(event.id)).filter(({ kind }) => kind === 'eventChanged');
  expect(told.map(({ user_id }) => user_id).sort()).toEqual(setup.club.members.map((one) => one.id).sort());
  const client = await signIn(setup.server, setup.club.coach);
  const params = { id: event.id, userId: id };
  const removed = await client.call('PATCH /api/events/{id}/registrations/{userId}', {
    params,
    body: { version: 3, action: 'remove' },
  });
  expect(removed.body.outcome).toBe('applied');
  const cancelled = await client.call('POST /api/events/{id}/cancel', { params: { id: event.id }, body: {} });
  expect(cancelled.body).toEqual({ outcome: 'applied', told: 3 });
});

it('the preview of a cancellation counts the people who get money back, not those who still owe it', async () => {
  const event = await teamEvent({ visibility: 'public' });
  const offer = await buildOffer(db(), { event_id: event.id });
  const reply = async () =>
    (
      await buildRegistration(db(), {
        event_id: event.id,
        person_id: (await buildUser(db())).id,
        offer_id: offer.id,
      })
    ).id;
  const at = '2026-11-20T10:00:00.000Z';
  const paid = { state: 'succeeded', paid_at: at } as const;
  await buildPayment(db(), { registration_id: await reply(), ...paid });
  await buildPayment(db(), { registration_id: await reply(), provider: 'offline', state: 'offlineDue' });
  await buildPayment(db(), { registration_id: await reply(), state: 'processing' });
  const { id: payment_id } = await buildPayment(db(), { registration_id: await reply(), ...paid });
  const instants = { approved_at: at, created_at: at, updated_at: at };
  await db()
    .insertInto('refunds')
    .values({ id: uuid(), payment_id, amount_minor: 1250, state: 'succeeded', ...instants })
    .execute();
  const said = await preview(setup.club.coach, event.id, { action: 'cancel' });
  expect(said.body).toMatchObject({ registrations: 4, payments: 1 });
  // Of a change those whose payments stay: without the one that was refunded.
  const renamed = await preview(setup.club.coach, event.id, { name: 'Row' });
  expect(renamed.body).toMatchObject({ registrations: 4, payments: 3 });
});

it('a preview changes nothing, and does not create a place that it names', async () => {
  const event = await teamEvent();
  const place = {
    name: 'Lake',
    address: 'Shore',
    region: 'Ghent',
    countryCode: 'BE',
    timeZone: 'Europe/Brussels',
  };
  const before = await db().selectFrom('events').selectAll().where('id', '=', event.id).execute();
  expect((await preview(setup.club.coach, event.id, { place, name: 'Row' })).status).toBe(200);
  expect(await db().selectFrom('events').selectAll().where('id', '=', event.id).execute()).toEqual(before);
  expect(await db().selectFrom('places').select('name').execute()).toEqual([{ name: 'Boathouse' }]);
  const cancel = await preview(setup.club.coach, event.id, { action: 'cancel' });
  expect(cancel.body).toMatchObject({ dates: 1, notified: 3, registrations: 0, payments: 0 });
});
