// Changing prices: who keeps the old one, and the effect on refund terms.
import { describe, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import {
  buildMembership,
  buildOffer,
  buildPayment,
  buildRegistration,
  buildTeam,
} from '../../support/factories.ts';
import { plan } from './club.ts';
import { setUpPlanning } from './setup.ts';

const setup = setUpPlanning();
const { db, teamEvent, change, preview, see } = setup;

describe('the prices of an event', () => {
  const priced = async () => {
    const event = await teamEvent({ maximum_attendee_capacity: 5 });
    const offer = await buildOffer(db(), { event_id: event.id });
    return { event, offer };
  };
  const offerOf = (id: string | undefined, amountMinor: number, refundUntil: string | null = 'P2D') => ({
    offers: [{ ...(id && { id }), name: 'Adult', price: { amountMinor, currency: 'EUR' }, refundUntil }],
  });

  it('when changed stay the same for held and paid places, and apply to later replies', async () => {
    const { event, offer } = await priced();
    const [payer = setup.club.coach, holder = setup.club.coach, next = setup.club.coach] = setup.club.members;
    const paid = await buildRegistration(db(), {
      event_id: event.id,
      person_id: payer.id,
      offer_id: offer.id,
    });
    await buildPayment(db(), {
      registration_id: paid.id,
      state: 'succeeded',
      paid_at: '2026-11-20T10:00:00.000Z',
    });
    await buildRegistration(db(), {
      event_id: event.id,
      person_id: holder.id,
      offer_id: offer.id,
      state: 'pendingPayment',
      hold_expires_at: '2026-11-21T10:30:00.000Z',
    });
    const body = offerOf(offer.id, 2000);
    expect((await preview(setup.club.admin, event.id, body)).body.warnings).toEqual([
      { code: 'keepPrice', count: 2 },
    ]);
    const { body: after } = await change(setup.club.admin, event.id, body);
    expect(after.offers.map(({ price }) => price.amountMinor)).toEqual([2000]);
    expect((await see(holder, event.id)).body.due?.amount.amountMinor).toBe(1250);
    const client = await signIn(setup.server, next);
    const named = await client.call('PUT /api/events/{id}/registration', {
      params: { id: event.id },
      body: { response: 'attending', offerId: offer.id },
    });
    expect(named.body.errors).toMatchObject([{ code: 'unknown_offer' }]);
    await client.call('PUT /api/events/{id}/registration', {
      params: { id: event.id },
      body: { response: 'attending' },
    });
    expect((await see(next, event.id)).body.due?.amount.amountMinor).toBe(2000);
    const cheap = await client.call('POST /api/events/{id}/payment', {
      params: { id: event.id },
      body: { offerId: offer.id },
    });
    expect(cheap.status).toBe(422);
  });

  it('when removed confirm the people who were about to pay; a free event made paid keeps its attendees', async () => {
    const { event, offer } = await priced();
    const [holder = setup.club.coach] = setup.club.members;
    const held = await buildRegistration(db(), {
      event_id: event.id,
      person_id: holder.id,
      offer_id: offer.id,
      state: 'pendingPayment',
      hold_expires_at: '2026-11-21T10:30:00.000Z',
    });
    await buildPayment(db(), { registration_id: held.id });
    expect((await preview(setup.club.admin, event.id, { offers: [] })).body).toMatchObject({
      notified: 1,
      warnings: [{ code: 'nothingToPay', count: 1 }],
    });
    await change(setup.club.admin, event.id, { offers: [] });
    expect((await see(holder, event.id)).body).toMatchObject({
      registration: { state: 'confirmed' },
      due: null,
    });
    const again = await change(setup.club.admin, event.id, { ...offerOf(undefined, 900), version: 2 });
    expect(again.body.price).toEqual({ amountMinor: 900, currency: 'EUR' });
    expect((await see(holder, event.id)).body).toMatchObject({
      registration: { state: 'confirmed' },
      due: null,
    });
  });

  it('when removed cost nothing for people who wait, have an offer or ask for a place', async () => {
    const event = await teamEvent({ maximum_attendee_capacity: 1, waitlist_enabled: 1 });
    const offer = await buildOffer(db(), { event_id: event.id });
    const { coach, members } = setup.club;
    const [offered = coach, waiting = coach, asking = coach] = members;
    const reply = (person: { id: string }, given: Partial<Parameters<typeof buildRegistration>[1]>) =>
      buildRegistration(db(), { event_id: event.id, person_id: person.id, offer_id: offer.id, ...given });
    await reply(offered, { state: 'offered', hold_expires_at: '2026-11-22T10:30:00.000Z' });
    await reply(waiting, { state: 'waitlisted', position: 1 });
    await reply(asking, { state: 'pendingApproval' });
    expect((await preview(setup.club.admin, event.id, { offers: [] })).body.warnings).toEqual([]);
    expect((await change(setup.club.admin, event.id, { offers: [] })).status).toBe(200);
    const accept = async (person: { id: string }) =>
      (await signIn(setup.server, person)).call('PUT /api/events/{id}/registration', {
        params: { id: event.id },
        body: { response: 'attending' },
      });
    expect((await accept(offered)).body.registration).toMatchObject({ state: 'confirmed' });
    await change(setup.club.admin, event.id, { version: 2, maximumAttendeeCapacity: 3 });
    expect((await accept(waiting)).body.registration).toMatchObject({ state: 'confirmed' });
    const { body } = await see(asking, event.id);
    const approved = await (await signIn(setup.server, coach)).call(
      'PATCH /api/events/{id}/registrations/{userId}',
      {
        params: { id: event.id, userId: asking.id },
        body: { version: body.registration?.version ?? 0, action: 'approve' },
      },
    );
    expect(approved.body.registration).toMatchObject({ state: 'confirmed' });
  });

  it('without replies are changed in place', async () => {
    const { event, offer } = await priced();
    const { body } = await change(setup.club.admin, event.id, offerOf(offer.id, 2000));
    expect(body.offers).toMatchObject([{ id: offer.id, price: { amountMinor: 2000 } }]);
    expect(await db().selectFrom('offers').select('id').execute()).toHaveLength(1);
  });

  it('keep their refund terms once someone has paid; only better terms are accepted', async () => {
    const { event, offer } = await priced();
    const [payer = setup.club.coach] = setup.club.members;
    const paid = await buildRegistration(db(), {
      event_id: event.id,
      person_id: payer.id,
      offer_id: offer.id,
    });
    await buildPayment(db(), {
      registration_id: paid.id,
      state: 'succeeded',
      paid_at: '2026-11-20T10:00:00.000Z',
    });
    const less = await change(setup.club.admin, event.id, offerOf(offer.id, 1250, 'P5D'));
    expect(less.body.errors).toMatchObject([{ path: 'offers', code: 'less_kind' }]);
    const kinder = await change(setup.club.admin, event.id, offerOf(offer.id, 1250, 'P1D'));
    expect(kinder.body.offers).toMatchObject([{ id: offer.id, refundBefore: 'P1D' }]);
  });

  it('are set by those who run the organization; a coach may change the rest of the event', async () => {
    const { event, offer } = await priced();
    expect((await change(setup.club.coach, event.id, offerOf(offer.id, 1))).body.errors).toMatchObject([
      { path: 'offers' },
    ]);
    expect(
      (await change(setup.club.coach, event.id, { ...offerOf(offer.id, 1250), name: 'Row' })).status,
    ).toBe(200);
  });

  it('stay as they are for a coach, who can neither remove one nor leave out the dearer', async () => {
    const { event, offer } = await priced();
    await buildOffer(db(), { event_id: event.id, price_minor: 500, name: 'Child' });
    const [holder = setup.club.coach] = setup.club.members;
    await buildRegistration(db(), {
      event_id: event.id,
      person_id: holder.id,
      offer_id: offer.id,
      state: 'pendingPayment',
      hold_expires_at: '2026-11-21T10:30:00.000Z',
    });
    const { offers } = (await see(setup.club.coach, event.id)).body;
    const sent = offers.map(({ refundBefore, refundUntil: _, ...rest }) => ({
      ...rest,
      refundUntil: refundBefore,
    }));
    const cheap = sent.filter(({ price }) => price.amountMinor === 500);
    const free = { name: 'Free', price: { amountMinor: 0, currency: 'EUR' }, refundUntil: null };
    for (const kept of [[], cheap, [...cheap, ...cheap], [free], [...sent, free]])
      expect((await change(setup.club.coach, event.id, { offers: kept })).body).toMatchObject({
        status: 422,
        errors: [{ path: 'offers', code: 'not_permitted' }],
      });
    expect(await setup.stateOf(holder, event.id)).toBe('pendingPayment');
    const renamed = sent.map((one) => ({ ...one, name: `${one.name} or guest` }));
    expect((await change(setup.club.coach, event.id, { offers: renamed, name: 'Row' })).status).toBe(200);
  });

  it('do not follow a coach to another owner, in either direction', async () => {
    const { coach, team, admin } = setup.club;
    const person = { kind: 'person' as const, id: coach.id };
    const ofTeam = { kind: 'team' as const, id: team.id };
    const client = await signIn(setup.server, coach);
    const { body: own } = await client.call('POST /api/events', {
      body: plan({ owner: person, offers: offerOf(undefined, 900).offers }),
    });
    const refused = { status: 422, errors: [{ path: 'offers', code: 'not_permitted' }] };
    expect((await change(coach, own.id, { owner: ofTeam })).body).toMatchObject(refused);
    const { event } = await priced();
    expect((await change(coach, event.id, { owner: person, teamIds: [] })).body).toMatchObject(refused);
    expect((await change(coach, event.id, { owner: person, teamIds: [], offers: [] })).body).toMatchObject(
      refused,
    );
    const alone = await buildTeam(db());
    await buildMembership(db(), { team_id: alone.id, person_id: coach.id, role: 'coach' });
    const toIndependent = { owner: { kind: 'team', id: alone.id } };
    expect((await change(coach, own.id, toIndependent)).status).toBe(200);
    const twin = { owner: { kind: 'team', id: setup.club.otherTeam.id } };
    expect((await change(admin, event.id, twin)).status).toBe(200);
  });

  it('once paid keep an event with the organization, team or person that has the money', async () => {
    const { admin, coach, members, organization } = setup.club;
    const [payer = coach] = members;
    const pay = async (event: { id: string }, offer: { id: string }) => {
      const { id } = await buildRegistration(db(), {
        event_id: event.id,
        person_id: payer.id,
        offer_id: offer.id,
      });
      await buildPayment(db(), {
        registration_id: id,
        state: 'succeeded',
        paid_at: '2026-11-20T10:00:00.000Z',
      });
    };
    const { event, offer } = await priced();
    await pay(event, offer);
    // Withdraws the price that was paid.
    expect((await change(admin, event.id, { offers: [] })).status).toBe(200);
    const toPerson = { version: 2, owner: { kind: 'person', id: admin.id }, teamIds: [] };
    const refused = { status: 409, code: 'not_permitted' };
    expect((await change(admin, event.id, toPerson)).body).toMatchObject(refused);
    const toClub = { version: 2, owner: { kind: 'organization', id: organization.id } };
    expect((await change(admin, event.id, toClub)).status).toBe(200);

    const alone = await buildTeam(db());
    await buildMembership(db(), { team_id: alone.id, person_id: coach.id, role: 'coach' });
    const ofAlone = await teamEvent({
      organizer_organization_id: null,
      organizer_user_id: coach.id,
      owner_team_id: alone.id,
      teams: [alone.id],
      place_id: null,
    });
    await pay(ofAlone, await buildOffer(db(), { event_id: ofAlone.id }));
    const toSelf = { owner: { kind: 'person', id: coach.id }, teamIds: [] };
    expect((await change(coach, ofAlone.id, toSelf)).body).toMatchObject(refused);
  });
});
