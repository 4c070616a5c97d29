// Changing the visibility, teams or owner of an event: who loses a place or a request, and who no longer leads it.
import { describe, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
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
      registrations: 1,
      payments: 1,
      warnings: [
        { code: 'losePlace', count: 1 },
        { code: 'refunded', count: 1 },
      ],
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

describe('the leaders of an event whose owner or teams change', () => {
  const leadersOf = async ({ id }: { id: string }) => {
    const rows = await db()
      .selectFrom('event_leaders')
      .select('person_id')
      .where('event_id', '=', id)
      .execute();
    return rows.map(({ person_id }) => person_id);
  };
  const toOtherTeam = () => ({
    owner: { kind: 'team', id: setup.club.otherTeam.id },
    teamIds: [setup.club.otherTeam.id],
  });

  it('no longer lead it without a role that coaches its teams, and are notified; the preview says so', async () => {
    const { team, coach, admin } = setup.club;
    const event = await teamEvent({ visibility: 'team', teams: [team.id], leaders: [coach.id, admin.id] });
    const said = await preview(admin, event.id, toOtherTeam());
    expect(said.body).toMatchObject({ notified: 1, warnings: [{ code: 'leadersRemoved', count: 1 }] });
    expect((await change(admin, event.id, toOtherTeam())).status).toBe(200);
    expect(await leadersOf(event)).toEqual([admin.id]);
    expect((await see(coach, event.id)).status).toBe(404);
    expect(await notices(event.id)).toEqual([{ user_id: coach.id, kind: 'leaderRemoved', changes: '[]' }]);
    const list = async () =>
      (await (await signIn(setup.server, coach)).call('GET /api/users/me/notifications')).body.items;
    expect(await list()).toMatchObject([{ kind: 'leaderRemoved', event: { id: event.id }, group: null }]);
    await db()
      .insertInto('event_leaders')
      .values({ event_id: event.id, person_id: coach.id, position: 1 })
      .execute();
    expect(await list()).toEqual([]);
  });

  it('no longer lead it when only their visiting team is removed; others stay, trainees too', async () => {
    const { team, otherTeam, coach, otherCoach, admin, members } = setup.club;
    const [trainee = coach] = members;
    const event = await teamEvent({
      teams: [team.id, otherTeam.id],
      leaders: [coach.id, otherCoach.id, trainee.id],
    });
    await change(admin, event.id, { teamIds: [team.id] });
    expect(await leadersOf(event)).toEqual([coach.id, trainee.id]);
  });

  it('are notified once, of their place, if they lose that too', async () => {
    const { team, coach, admin } = setup.club;
    const event = await teamEvent({ visibility: 'team', teams: [team.id], leaders: [coach.id] });
    await buildRegistration(db(), { event_id: event.id, person_id: coach.id });
    await change(admin, event.id, toOtherTeam());
    expect((await notices(event.id)).map(({ kind }) => kind)).toEqual(['registrationCancelled']);
    expect(await leadersOf(event)).toEqual([]);
  });

  it('are notified once that they no longer lead it if they have not replied to an event that moves too', async () => {
    const { team, coach, admin } = setup.club;
    const event = await teamEvent({ teams: [team.id], leaders: [coach.id], visibility: 'organization' });
    const moved = { startsAt: '2026-12-04T10:00:00.000Z', endsAt: '2026-12-04T11:00:00.000Z' };
    await change(admin, event.id, { ...toOtherTeam(), ...moved });
    const told = (await notices(event.id)).filter(({ user_id }) => user_id === coach.id);
    expect(told.map(({ kind }) => kind)).toEqual(['leaderRemoved']);
  });

  it('cannot be named by the same edit unless they may be', async () => {
    const { team, coach, admin, organization } = setup.club;
    const event = await teamEvent({ teams: [team.id], leaders: [coach.id] });
    const body = { ...toOtherTeam(), leaderIds: [coach.id] };
    const refused = await change(admin, event.id, body);
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [{ path: 'leaderIds', code: 'not_member' }],
    ]);
    await buildMembership(db(), { organization_id: organization.id, person_id: coach.id });
    expect((await preview(admin, event.id, body)).body.warnings).toEqual([]);
    expect((await change(admin, event.id, body)).status).toBe(200);
    expect(await leadersOf(event)).toEqual([coach.id]);
  });

  it('no longer lead a draft, without a notification; those of an event that is over stay', async () => {
    const { team, coach, admin } = setup.club;
    const ofTeam = { teams: [team.id], leaders: [coach.id] };
    const draft = await teamEvent({ ...ofTeam, publication: 'draft' });
    const over = await teamEvent({ ...ofTeam, starts_at: '2026-11-14T10:00:00.000Z' });
    for (const event of [draft, over])
      expect((await change(admin, event.id, toOtherTeam())).status).toBe(200);
    expect([await leadersOf(draft), await leadersOf(over)]).toEqual([[], [coach.id]]);
    expect([await notices(draft.id), await notices(over.id)]).toEqual([[], []]);
  });
});
