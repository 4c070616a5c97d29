// Busy times for planning a week: of the places and leaders of one's own events, and of nothing else.
import { beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import { buildOrganization, buildPlace, buildTeam, buildUser } from '../../support/factories.ts';
import { setUpPlanning } from '../planning/setup.ts';

const setup = setUpPlanning();
const { db } = setup;
type Given = NonNullable<Parameters<typeof setup.teamEvent>[0]>;

const week = { from: '2026-11-22T23:00:00.000Z', to: '2026-11-29T23:00:00.000Z' };
const busy = async (who: { id: string }, query: Record<string, string> = week) =>
  (await signIn(setup.server, who)).call('GET /api/users/me/busy', { query });
const evening = { startsAt: '2026-11-26T18:00:00.000Z', endsAt: '2026-11-26T19:30:00.000Z' };
const nothing = { places: [], leaders: [] };

/** An event of the club's other team on Thursday evening, at the boathouse. */
const otherTeams = (given: Given = {}) =>
  setup.teamEvent({
    name: 'Secret training',
    teams: [setup.club.otherTeam.id],
    starts_at: evening.startsAt,
    visibility: 'team',
    ...given,
  });

describe('GET /api/users/me/busy', () => {
  /** The coach's own event of the week, on Tuesday at the boathouse. */
  let own: { id: string };
  beforeEach(async () => {
    own = await setup.teamEvent({
      starts_at: '2026-11-24T18:00:00.000Z',
      leaders: [setup.club.coach.id, setup.club.otherCoach.id],
    });
  });

  it("returns when other teams of the club take the places and leaders of the coach's events, and no more", async () => {
    const { coach, otherCoach, place } = setup.club;
    await otherTeams();
    const elsewhere = await buildPlace(db(), { owner_organization_id: setup.club.organization.id });
    await otherTeams({
      place_id: elsewhere.id,
      starts_at: '2026-11-27T18:00:00.000Z',
      leaders: [otherCoach.id],
    });
    const { status, body } = await busy(coach);
    expect(status).toBe(200);
    expect(body).toEqual({
      places: [{ placeId: place.id, ...evening }],
      leaders: [
        {
          personId: otherCoach.id,
          startsAt: '2026-11-27T18:00:00.000Z',
          endsAt: '2026-11-27T19:30:00.000Z',
        },
      ],
    });
  });

  it('counts a draft at the place, as the preview of a change does, and no draft of a leader', async () => {
    const { coach, otherCoach, place } = setup.club;
    await otherTeams({ publication: 'draft', published_at: null, leaders: [otherCoach.id] });
    expect((await busy(coach)).body).toEqual({ places: [{ placeId: place.id, ...evening }], leaders: [] });
    const { body } = await setup.preview(coach, own.id, evening);
    expect((body as { warnings: { code: string }[] }).warnings.map(({ code }) => code)).toContain(
      'placeTaken',
    );
  });

  it("leaves out the events of the coach's calendar, and those that do not take place or lie outside the span", async () => {
    const { coach, team } = setup.club;
    await setup.teamEvent({ starts_at: evening.startsAt });
    await otherTeams({ teams: [setup.club.otherTeam.id, team.id] });
    await otherTeams({ event_status: 'EventCancelled' });
    await otherTeams({ event_status: 'EventPostponed' });
    await otherTeams({ removed_at: '2026-11-20T10:00:00.000Z' });
    await otherTeams({ starts_at: week.to });
    expect((await busy(coach)).body).toEqual(nothing);
  });

  it('tells a coach nothing about another club, even in the same hall and with the same leader', async () => {
    const { coach, otherCoach, place } = setup.club;
    const rival = await buildOrganization(db());
    const team = await buildTeam(db(), { organization_id: rival.id });
    const given = { organizer_organization_id: rival.id, teams: [team.id], starts_at: evening.startsAt };
    await setup.teamEvent({ ...given, leaders: [otherCoach.id] });
    expect((await busy(coach)).body).toEqual(nothing);
    // Nor does an event of one's own, at that place and with that leader named.
    const stranger = await buildUser(db(), { is_coach: 1 });
    await otherTeams({ leaders: [otherCoach.id] });
    await setup.teamEvent({
      teams: [],
      organizer_organization_id: null,
      organizer_user_id: stranger.id,
      place_id: place.id,
      leaders: [otherCoach.id],
      starts_at: '2026-11-24T18:00:00.000Z',
    });
    expect((await busy(stranger)).body).toEqual(nothing);
  });

  it('tells nothing to members, and to coaches once their role has ended', async () => {
    const { coach, members } = setup.club;
    await otherTeams({ leaders: [setup.club.otherCoach.id] });
    const [member = coach] = members;
    expect((await busy(member)).body).toEqual(nothing);
    expect((await busy(coach)).body.places).toHaveLength(1);
    await db()
      .updateTable('memberships')
      .set({ status: 'removed', ended_at: '2026-11-20T10:00:00.000Z' })
      .where('person_id', '=', coach.id)
      .execute();
    expect((await busy(coach)).body).toEqual(nothing);
  });

  it("tells a team that has left the club nothing about the club's places", async () => {
    const { coach, team } = setup.club;
    await otherTeams();
    await db().updateTable('teams').set({ organization_id: null }).where('id', '=', team.id).execute();
    expect((await busy(coach)).body).toEqual(nothing);
  });

  it("tells a visiting team's coach nothing about an event that another team runs", async () => {
    const { coach, team } = setup.club;
    await db().deleteFrom('event_leaders').where('event_id', '=', own.id).execute();
    await db().deleteFrom('events').where('id', '=', own.id).execute();
    await setup.teamEvent({
      teams: [setup.club.otherTeam.id, team.id],
      starts_at: '2026-11-24T18:00:00.000Z',
    });
    await otherTeams();
    expect((await busy(coach)).body).toEqual(nothing);
  });

  it('has each time once, for more events than one query takes', async () => {
    const { coach, team, otherCoach } = setup.club;
    await Promise.all(
      Array.from({ length: 110 }, () =>
        setup.teamEvent({
          teams: [team.id],
          starts_at: '2026-11-25T08:00:00.000Z',
          leaders: [otherCoach.id],
        }),
      ),
    );
    await otherTeams({ leaders: [otherCoach.id] });
    const { body } = await busy(coach);
    expect([body.places, body.leaders].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('refuses more than a week', async () => {
    const { status, body } = await busy(setup.club.coach, { from: week.from, to: '2026-12-03T00:00:00Z' });
    expect([status, (body as { errors?: { path: string }[] }).errors?.[0]?.path]).toEqual([422, 'to']);
  });
});
