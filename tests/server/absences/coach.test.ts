// Absences of people whom an event of their team does not ask for a reply: coaches of the team that owns it.
import { expect, it } from 'vitest';
import { runJob } from '../../support/server.ts';
import { setUpAbsences } from './setup.ts';

const setup = setUpAbsences();

const owned = (day: number) => setup.eventOn(day, { owner_team_id: setup.club.team.id });
const stateOf = async (id: string) => (await setup.rowOf(id, setup.club.coach))?.state;

it('leaves an event alone that does not ask its coach, now and when it is published later', async () => {
  const { coach } = setup.club;
  const event = await owned(10);
  const { body } = await setup.addAbsence({}, coach);
  expect([body.answered, await stateOf(event.id)]).toEqual([0, undefined]);
  const later = await owned(11);
  await runJob(setup.server, 'answerForAway');
  expect(await stateOf(later.id)).toBeUndefined();
  expect((await setup.endAbsence(body.id, coach)).body.reopened).toBe(0);
});

it('gives up the place that the coach has taken', async () => {
  const { coach } = setup.club;
  const event = await owned(10);
  await setup.reply(event.id, 'attending', coach);
  expect((await setup.addAbsence({}, coach)).body).toMatchObject({ answered: 1, placesGivenUp: 1 });
  expect(await stateOf(event.id)).toBe('declined');
});
