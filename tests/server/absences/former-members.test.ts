// The answers that an absence gave for someone who is no longer in a team of the event.
import { describe, expect, it } from 'vitest';
import { buildMembership } from '../../support/factories.ts';
import { runJob } from '../../support/server.ts';
import { setUpAbsences } from './setup.ts';

const setup = setUpAbsences();
const { db, member, stateOf, eventOn, addAbsence, changeAbsence, rowOf, change, notices } = setup;

const leave = async (person = member()) => {
  const params = { id: setup.club.team.id };
  const { status } = await (await setup.as(person)).call('DELETE /api/teams/{id}/membership', { params });
  expect(status).toBe(200);
};
const remove = async (person = member()) => {
  const params = { id: setup.club.team.id, userId: person.id };
  const body = { version: 1, status: 'removed' as const };
  const coach = await setup.as(setup.club.coach);
  expect((await coach.call('PATCH /api/teams/{id}/members/{userId}', { params, body })).status).toBe(200);
};
const rosterOf = async (id: string) => {
  const coach = await setup.as(setup.club.coach);
  return (await coach.call('GET /api/events/{id}/registrations', { params: { id } })).body.items;
};
/** The absence "Skiing", which its person edits after they left the team. */
const editLater = (id: string) => changeAbsence(id, { to: '2027-02-20', note: 'Clinic stay' });

describe('a member whose absence declined an event', () => {
  it.each([
    ['leaves the team', leave],
    ['is removed from the team', remove],
  ])('and who %s has no answer any more, and the coach reads nothing of the absence', async (_, end) => {
    const event = await eventOn(10);
    const { body } = await addAbsence({ note: 'Skiing' });
    expect(await rosterOf(event.id)).toMatchObject([{ away: { until: '2026-12-17', note: 'Skiing' } }]);
    await end();
    expect((await editLater(body.id)).body.answered).toBe(0);
    expect(await rosterOf(event.id)).toEqual([]);
    await runJob(setup.server, 'answerForAway');
    expect(await stateOf(member(), event.id)).toBeUndefined();
  });

  it.each([
    ['leaves the team', leave],
    // Stored so before such answers ended with the role.
    [
      'left the team long ago',
      () =>
        db()
          .updateTable('memberships')
          .set({ status: 'left' })
          .where('person_id', '=', member().id)
          .execute(),
    ],
  ])('and who %s is not notified when the event is moved off the days of the absence', async (_, end) => {
    const event = await eventOn(10);
    await addAbsence();
    await end();
    const times = { startsAt: '2026-12-20T17:00:00.000Z', endsAt: '2026-12-20T18:30:00.000Z' };
    expect((await change(setup.club.coach, event.id, times)).status).toBe(200);
    const notified = (await notices(event.id)).map(({ user_id }) => user_id);
    expect(notified).toContain(setup.club.members[1]?.id);
    expect(notified).not.toContain(member().id);
  });

  it('and who leaves one of two teams of the event keeps the answer', async () => {
    const { team, otherTeam } = setup.club;
    await buildMembership(db(), { team_id: otherTeam.id, person_id: member().id });
    const event = await eventOn(10, { teams: [team.id, otherTeam.id] });
    const { body } = await addAbsence({ note: 'Skiing' });
    await leave();
    await editLater(body.id);
    expect(await rosterOf(event.id)).toMatchObject([{ away: { until: '2027-02-20', note: 'Clinic stay' } }]);
  });

  it('and whose team is taken out of the event has no answer any more, even if another absence covers the day', async () => {
    const { team, otherTeam } = setup.club;
    const [, other = member()] = setup.club.members;
    await buildMembership(db(), { team_id: otherTeam.id, person_id: other.id });
    const event = await eventOn(10, { teams: [team.id, otherTeam.id] });
    for (const person of [member(), other]) {
      await addAbsence({}, person);
      await addAbsence({ from: '2026-12-10', to: '2026-12-10' }, person);
    }
    const changed = await change(setup.club.admin, event.id, {
      teamIds: [otherTeam.id],
      owner: { kind: 'team', id: otherTeam.id },
    });
    expect(changed.status).toBe(200);
    expect([await stateOf(member(), event.id), await stateOf(other, event.id)]).toEqual([
      undefined,
      'declined',
    ]);
  });

  it('and who has to ask before they come back keeps the answer, as one by hand', async () => {
    const event = await eventOn(10);
    const { body } = await addAbsence({ note: 'Skiing' });
    await db().updateTable('registrations').set({ must_ask: 1 }).execute();
    await leave();
    await editLater(body.id);
    expect(await rowOf(event.id)).toMatchObject({ state: 'declined', must_ask: 1, absence_id: null });
    expect(await rosterOf(event.id)).toMatchObject([{ away: null }]);
  });

  it('and who leaves the team keeps the answers to past and cancelled events, without the absence', async () => {
    const [over, cancelled] = [await eventOn(10), await eventOn(12)];
    const { body } = await addAbsence({ note: 'Skiing' });
    await (await setup.as(setup.club.coach)).call('POST /api/events/{id}/cancel', {
      params: { id: cancelled.id },
      body: {},
    });
    setup.server.advance(20 * 86_400_000);
    for (const { id } of [over, cancelled])
      expect(await rosterOf(id)).toMatchObject([{ away: { note: 'Skiing' } }]);
    await leave();
    await editLater(body.id);
    for (const { id } of [over, cancelled])
      expect(await rosterOf(id)).toMatchObject([{ state: 'declined', away: null }]);
  });
});
