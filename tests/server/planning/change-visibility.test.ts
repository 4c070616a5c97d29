// Changing the visibility of an event: who loses a place or a request.
import { describe, expect, it } from 'vitest';
import {
  buildMembership,
  buildOffer,
  buildPayment,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { setUpPlanning } from './setup.ts';

const setup = setUpPlanning();
const { db, teamEvent, change, preview, see, notices, stateOf } = setup;

describe('the visibility of an event', () => {
  it("when narrowed removes strangers' places and access, with a notification and a refund; members stay", async () => {
    const event = await teamEvent({ visibility: 'public' });
    const offer = await buildOffer(db(), { event_id: event.id });
    const stranger = await buildUser(db());
    const [member = stranger] = setup.club.members;
    for (const person of [stranger, member]) {
      const { id } = await buildRegistration(db(), {
        event_id: event.id,
        person_id: person.id,
        offer_id: offer.id,
      });
      await buildPayment(db(), {
        registration_id: id,
        state: 'succeeded',
        paid_at: '2026-11-20T10:00:00.000Z',
      });
    }
    const said = await preview(setup.club.coach, event.id, { visibility: 'team' });
    expect(said.body).toMatchObject({
      notified: 1,
      registrations: 2,
      payments: 2,
      warnings: [{ code: 'losePlace', count: 1 }],
    });
    expect((await change(setup.club.coach, event.id, { visibility: 'team' })).status).toBe(200);
    expect(await stateOf(stranger, event.id)).toBe('cancelledByOrganizer');
    expect(await stateOf(member, event.id)).toBe('confirmed');
    expect((await see(stranger, event.id)).status).toBe(404);
    const told = (await notices(event.id)).filter(({ user_id }) => user_id === stranger.id);
    expect(told.map(({ kind }) => kind)).toEqual(['registrationCancelled']);
    const refunds = await db().selectFrom('refunds').select('amount_minor').execute();
    expect(refunds).toEqual([{ amount_minor: 1250 }]);
  });

  it('when narrowed together with a new time notifies each person once, of its effect on them', async () => {
    const event = await teamEvent({ visibility: 'public' });
    const stranger = await buildUser(db());
    await buildRegistration(db(), { event_id: event.id, person_id: stranger.id, state: 'tentative' });
    const moved = { startsAt: '2026-12-04T10:00:00.000Z', endsAt: '2026-12-04T11:00:00.000Z' };
    await change(setup.club.coach, event.id, { visibility: 'team', maximumAttendeeCapacity: 4, ...moved });
    const told = (await notices(event.id)).map(({ user_id, kind }) => `${user_id} ${kind}`);
    expect(told.filter((one) => one.startsWith(stranger.id))).toEqual([
      `${stranger.id} registrationCancelled`,
    ]);
    expect(told.filter((one) => one.endsWith('eventChanged'))).toHaveLength(setup.club.members.length);
  });

  it('when narrowed further keeps the place of an admitted outsider', async () => {
    const event = await teamEvent({ visibility: 'organization' });
    const guest = await buildUser(db());
    await buildRegistration(db(), { event_id: event.id, person_id: guest.id });
    await change(setup.club.coach, event.id, { visibility: 'team' });
    expect(await stateOf(guest, event.id)).toBe('confirmed');
    expect((await see(guest, event.id)).status).toBe(200);
  });

  it('when a team is removed ends the places of its members at a private event', async () => {
    const guestTeam = await buildTeam(db(), { organization_id: setup.club.organization.id });
    const guest = await buildUser(db());
    await buildMembership(db(), { team_id: guestTeam.id, person_id: guest.id });
    const event = await teamEvent({ visibility: 'team', teams: [setup.club.team.id, guestTeam.id] });
    await buildRegistration(db(), { event_id: event.id, person_id: guest.id });
    await change(setup.club.coach, event.id, { teamIds: [setup.club.team.id] });
    expect(await stateOf(guest, event.id)).toBe('cancelledByOrganizer');
  });
});
