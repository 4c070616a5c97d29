// Edits of a series, and repeated events: other dates get only the teams, leaders and places that the planner may add to them.
import { beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../../../support/client.ts';
import {
  buildMembership,
  buildOrganization,
  buildPlace,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../../support/factories.ts';
import { runJob } from '../../../support/server.ts';
import { setUpSeries } from './series-setup.ts';

const { setup, db, make, edit, event, parts, notices } = setUpSeries();
const london = 'Europe/London';
/** Coaches the club's team and a private team of another club, and has an own place. */
let visitor: { id: string };
let foreignTeam: string;
let ownPlace: string;

beforeEach(async () => {
  const { team, organization } = setup.club;
  visitor = await buildUser(db(), { is_coach: 1 });
  const otherClub = await buildOrganization(db());
  foreignTeam = (await buildTeam(db(), { organization_id: otherClub.id, visibility: 'private' })).id;
  for (const group of [{ team_id: team.id }, { team_id: foreignTeam }, { organization_id: organization.id }])
    await buildMembership(db(), { ...group, person_id: visitor.id, role: 'coach' });
  ownPlace = (await buildPlace(db(), { owner_user_id: visitor.id, time_zone: london })).id;
});

const teamsOf = async (id: string) => {
  const rows = await db().selectFrom('event_teams').select('team_id').where('event_id', '=', id).execute();
  return rows.map(({ team_id }) => team_id).sort();
};
const leadersOf = async (id: string) => {
  const rows = await db()
    .selectFrom('event_leaders')
    .select('person_id')
    .where('event_id', '=', id)
    .orderBy('position')
    .execute();
  return rows.map(({ person_id }) => person_id);
};
/** The dates of the parts of a series, in order. */
const datesOf = async (id: string) => {
  const ids = (await parts(id)).map((part) => part.id);
  const rows = await db()
    .selectFrom('events')
    .select('id')
    .where('series_id', 'in', ids)
    .orderBy('recurrence_id')
    .execute();
  return rows.map((row) => row.id);
};
const makeAtPlace = (rrule = 'FREQ=WEEKLY;COUNT=3') => make(rrule, { place: { id: setup.club.place.id } });
/** The visitor adds the foreign team and their own place to one date. */
const addForeign = (id: string) =>
  edit(
    id,
    { teamIds: [setup.club.team.id, foreignTeam], place: { id: ownPlace }, timeZone: london },
    visitor,
  );
/** The club's coach opens that date, adds another team, and sends the whole form. */
const wholeForm = () => ({
  teamIds: [setup.club.team.id, foreignTeam, setup.club.otherTeam.id],
  place: { id: ownPlace },
  timeZone: london,
  attendanceMode: 'mixed',
  onlineUrl: 'https://meet.example/row',
});
const both = () => [setup.club.team.id, setup.club.otherTeam.id].sort();
const allThree = () => [...both(), foreignTeam].sort();

describe('PATCH with scope all or following, by a planner without a right to a team and the place of the edited date', () => {
  it.each(['all', 'following'])(
    '%s: leaves both out of the other dates and of the template',
    async (scope) => {
      const { club } = setup;
      const ids = await makeAtPlace();
      const [first = '', second = '', third = ''] = ids;
      expect((await addForeign(second)).status).toBe(200);
      const { status, preview } = await edit(second, { scope, ...wholeForm() }, club.coach);
      expect(status).toBe(200);
      const count = scope === 'all' ? 2 : 1;
      expect(preview).toMatchObject({ dates: count + 1, keptDates: [] });
      expect(preview.warnings).toEqual([
        { code: 'teamsNotAdded', count },
        { code: 'placeNotAdded', count },
      ]);
      expect(await teamsOf(second)).toEqual(allThree());
      expect(await event(second)).toMatchObject({ place_id: ownPlace, time_zone: london });
      const own = { place_id: club.place.id, time_zone: 'Europe/Brussels', attendance_mode: 'mixed' };
      for (const id of scope === 'all' ? [first, third] : [third]) {
        expect(await teamsOf(id)).toEqual(both());
        expect(await event(id)).toMatchObject({ ...own, online_url: 'https://meet.example/row' });
      }
      if (scope === 'following') expect(await teamsOf(first)).toEqual([club.team.id]);
      const template = JSON.parse((await parts(first)).at(-1)?.template ?? '');
      expect(template).toMatchObject({
        placeId: club.place.id,
        timeZone: 'Europe/Brussels',
        attendanceMode: 'mixed',
      });
      expect(template.teamIds.toSorted()).toEqual(both());
    },
  );

  it('keeps both on a date that has them already, also when own values are replaced', async () => {
    const [first = '', second = '', third = ''] = await makeAtPlace();
    for (const id of [first, second]) await addForeign(id);
    const replacing = { scope: 'all', handEdits: 'replace', ...wholeForm() };
    const { preview } = await edit(first, replacing, setup.club.coach);
    expect(preview.warnings).toEqual([
      { code: 'teamsNotAdded', count: 1 },
      { code: 'placeNotAdded', count: 1 },
    ]);
    expect(await teamsOf(second)).toEqual(allThree());
    expect(await event(second)).toMatchObject({ place_id: ownPlace, attendance_mode: 'mixed' });
    expect(await teamsOf(third)).toEqual(both());
    expect(await event(third)).toMatchObject({ place_id: setup.club.place.id, attendance_mode: 'mixed' });
  });

  it('leaves them out of dates that a new rule and the job add', async () => {
    const [first = ''] = await makeAtPlace('FREQ=WEEKLY;BYDAY=TU');
    await addForeign(first);
    const recurrence = { rrule: 'FREQ=WEEKLY;BYDAY=TU,FR' };
    const { status, preview } = await edit(
      first,
      { scope: 'all', recurrence, ...wholeForm() },
      setup.club.coach,
    );
    expect(status).toBe(200);
    const before = await datesOf(first);
    expect(preview.warnings).toContainEqual({ code: 'teamsNotAdded', count: before.length - 1 });
    expect(preview.warnings).toContainEqual({ code: 'placeNotAdded', count: before.length - 1 });
    setup.server.advance(35 * 86_400_000);
    await runJob(setup.server, 'extendSeries');
    const [, ...others] = await datesOf(first);
    expect(others.length).toBeGreaterThan(before.length);
    for (const id of others) {
      expect(await teamsOf(id)).toEqual(both());
      expect((await event(id)).place_id).toBe(setup.club.place.id);
    }
  });

  it('leaves out a leader who has left the club', async () => {
    const { club } = setup;
    const [first = '', second = ''] = await makeAtPlace();
    const leaderIds = [club.coach.id, visitor.id];
    await edit(first, { leaderIds }, club.coach);
    await db()
      .updateTable('memberships')
      .set({ status: 'left', ended_at: '2026-11-20T10:00:00.000Z' })
      .where('person_id', '=', visitor.id)
      .execute();
    const more = { scope: 'all', leaderIds: [...leaderIds, club.admin.id] };
    const { preview } = await edit(first, more, club.coach);
    expect(preview.warnings).toEqual([{ code: 'leadersNotAdded', count: 2 }]);
    expect(await leadersOf(first)).toEqual([...leaderIds, club.admin.id]);
    expect(await leadersOf(second)).toEqual([club.coach.id, club.admin.id]);
  });

  it('says nothing of teams that the edit does not send, and of dates that keep their own', async () => {
    const [first = '', second = ''] = await makeAtPlace('FREQ=WEEKLY;COUNT=2');
    await addForeign(first);
    const rename = await edit(first, { scope: 'all', name: 'Row' }, setup.club.coach);
    expect(rename.preview.warnings).toEqual([]);
    await edit(second, { teamIds: both() }, setup.club.coach);
    const teamIds = [setup.club.team.id, foreignTeam];
    const kept = await edit(first, { scope: 'all', teamIds, name: 'Rowing' }, setup.club.coach);
    expect(kept.preview).toMatchObject({ keptDates: [{ fields: ['teams'] }], warnings: [] });
  });

  it('shows dates without a team that is left to the organization that owns them', async () => {
    const { organization, team, admin } = setup.club;
    const owner = { kind: 'organization', id: organization.id };
    const [first = '', second = ''] = await make('FREQ=WEEKLY;COUNT=2', { owner, visibility: 'team' });
    await edit(first, { teamIds: [team.id, foreignTeam] }, visitor);
    const { status } = await edit(first, { scope: 'all', teamIds: [foreignTeam] }, admin);
    expect([status, await teamsOf(first), await teamsOf(second)]).toEqual([200, [foreignTeam], []]);
    expect((await event(first)).visibility).toBe('team');
    expect((await event(second)).visibility).toBe('organization');
  });

  it('does not show a date to more people that lost its last team before', async () => {
    const { organization, admin } = setup.club;
    const owner = { kind: 'organization', id: organization.id };
    const [first = '', second = ''] = await make('FREQ=WEEKLY;COUNT=2', { owner, visibility: 'team' });
    await db().deleteFrom('event_teams').where('event_id', '=', second).execute();
    await edit(first, { scope: 'all', name: 'Row' }, admin);
    expect(await event(second)).toMatchObject({ name: 'Row', visibility: 'team' });
  });

  it('shares both with every date when the planner may add them', async () => {
    const [first = '', second = ''] = await makeAtPlace();
    const { status } = await edit(
      first,
      { scope: 'all', teamIds: [setup.club.team.id, foreignTeam], place: { id: ownPlace }, timeZone: london },
      visitor,
    );
    expect(status).toBe(200);
    expect(await teamsOf(second)).toEqual([setup.club.team.id, foreignTeam].sort());
    expect(await event(second)).toMatchObject({ place_id: ownPlace, time_zone: london });
  });
});

describe('PATCH with scope all, giving a series to another team', () => {
  const toOtherTeam = () => ({
    owner: { kind: 'team', id: setup.club.otherTeam.id },
    teamIds: [setup.club.otherTeam.id],
  });
  const templateOf = async (id: string) => JSON.parse((await parts(id)).at(-1)?.template ?? '');

  it.each([
    ['without', {}],
    ['with', { recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU,FR' } }],
  ])(
    '%s a new rule: takes its coach off every date and the template, and notifies them once',
    async (_, more) => {
      const { coach, admin } = setup.club;
      const [first = ''] = await make('FREQ=WEEKLY;BYDAY=TU', { visibility: 'team' });
      const before = await datesOf(first);
      const { status, preview } = await edit(first, { scope: 'all', ...toOtherTeam(), ...more }, admin);
      expect(status).toBe(200);
      expect(preview.warnings).toContainEqual({ code: 'leadersRemoved', count: before.length });
      for (const id of await datesOf(first)) expect(await leadersOf(id)).toEqual([]);
      expect(await templateOf(first)).toMatchObject({ leaderIds: [], owner: toOtherTeam().owner });
      const told = (await notices()).filter(({ user_id }) => user_id === coach.id);
      expect(told).toMatchObject([{ kind: 'leaderRemoved', event_id: first }]);
      expect(JSON.parse(told[0]?.changes ?? '')).toEqual([
        { field: 'eventCount', before: null, after: `${before.length}` },
      ]);
    },
  );

  it('tells a leader with a place on one date that it has moved, and that they lead none any more', async () => {
    const { coach, admin } = setup.club;
    const [first = '', second = ''] = await make('FREQ=WEEKLY;COUNT=3', { visibility: 'organization' });
    await buildRegistration(db(), { event_id: second, person_id: coach.id });
    const moved = { startsAt: '2026-12-01T19:00:00.000Z', endsAt: '2026-12-01T20:30:00.000Z' };
    const { status } = await edit(first, { scope: 'all', ...toOtherTeam(), ...moved }, admin);
    expect(status).toBe(200);
    const told = (await notices()).filter(({ user_id }) => user_id === coach.id);
    expect(told.map(({ kind, event_id }) => [kind, event_id]).toSorted()).toEqual([
      ['eventChanged', second],
      ['leaderRemoved', first],
    ]);
  });

  it('keeps a leader whom the edit names on every date and in the template', async () => {
    const { coach, admin, organization } = setup.club;
    await buildMembership(db(), { organization_id: organization.id, person_id: coach.id });
    const ids = await make('FREQ=WEEKLY;COUNT=2');
    await edit(ids[0] ?? '', { scope: 'all', ...toOtherTeam(), leaderIds: [coach.id] }, admin);
    for (const id of ids) expect(await leadersOf(id)).toEqual([coach.id]);
    expect(await templateOf(ids[0] ?? '')).toMatchObject({ leaderIds: [coach.id] });
  });
});

describe('PATCH with a recurrence on an event without a series', () => {
  it('leaves teams, a place and leaders that the planner may not add out of the further dates', async () => {
    const { team, coach } = setup.club;
    const [trainee = coach] = setup.club.members;
    const former = await buildUser(db());
    const { id } = await setup.teamEvent({
      starts_at: '2026-12-01T17:00:00.000Z',
      ends_at: '2026-12-01T18:30:00.000Z',
      teams: [team.id, foreignTeam],
      leaders: [coach.id, former.id, trainee.id],
      place_id: ownPlace,
      time_zone: london,
    });
    const { status, preview } = await edit(id, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } }, coach);
    expect([status, preview.dates]).toEqual([200, 3]);
    expect(preview.warnings).toEqual([
      { code: 'datesAdded', count: 2 },
      { code: 'teamsNotAdded', count: 2 },
      { code: 'leadersNotAdded', count: 2 },
      { code: 'placeNotAdded', count: 2 },
    ]);
    const [first = '', ...further] = await datesOf(id);
    expect(first).toBe(id);
    expect(await teamsOf(first)).toEqual([team.id, foreignTeam].sort());
    expect(await leadersOf(first)).toEqual([coach.id, former.id, trainee.id]);
    expect((await event(first)).place_id).toBe(ownPlace);
    expect(further).toHaveLength(2);
    for (const date of further) {
      expect(await teamsOf(date)).toEqual([team.id]);
      expect(await leadersOf(date)).toEqual([coach.id]);
      expect((await event(date)).place_id).toBeNull();
    }
    const [part] = await parts(id);
    expect(JSON.parse(part?.template ?? '')).toMatchObject({
      teamIds: [team.id],
      leaderIds: [coach.id],
      placeId: null,
    });
  });
});

it('POST /api/events/{id}/duplicate leaves out a place that the planner may not use', async () => {
  const { id } = await setup.teamEvent({ place_id: ownPlace, time_zone: london });
  const copyBy = async (who: { id: string }) => {
    const { body } = await (await signIn(setup.server, who)).call('POST /api/events/{id}/duplicate', {
      params: { id },
      body: { startsAt: '2027-06-01T16:00:00.000Z' },
    });
    return body.place?.id;
  };
  expect(await copyBy(setup.club.coach)).toBeUndefined();
  expect(await copyBy(visitor)).toBe(ownPlace);
});
