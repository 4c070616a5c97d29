// Helpers of the absence tests: a club, a member and a coach, and their requests.
import { signIn } from '../../support/client.ts';
import { setUpPlanning } from '../planning/setup.ts';

export function setUpAbsences() {
  const setup = setUpPlanning();
  const as = (person: { id: string }) => signIn(setup.server, person);
  const member = () => setup.club.members[0] ?? setup.club.coach;
  return {
    ...setup,
    get server() {
      return setup.server;
    },
    get club() {
      return setup.club;
    },
    member,
    as,
    /** From 3 to 17 December unless given otherwise. */
    addAbsence: async (given: object = {}, person = member()) =>
      (await as(person)).call('POST /api/users/me/absences', {
        body: { from: '2026-12-03', to: '2026-12-17', ...given },
      }),
    changeAbsence: async (id: string, change: object, person = member()) =>
      (await as(person)).call('PATCH /api/users/me/absences/{id}', {
        params: { id },
        body: { version: 1, ...change },
      }),
    endAbsence: async (id: string, person = member()) =>
      (await as(person)).call('POST /api/users/me/absences/{id}/end', { params: { id } }),
    reply: async (eventId: string, response: string, person = member()) =>
      (await as(person)).call('PUT /api/events/{id}/registration', {
        params: { id: eventId },
        body: { response },
      }),
    /** An event of the team on a day of December 2026, at 18:00 in Brussels. */
    eventOn: (day: number, given: object = {}) =>
      setup.teamEvent({ starts_at: `2026-12-${String(day).padStart(2, '0')}T17:00:00.000Z`, ...given }),
    rowOf: (eventId: string, person = member()) =>
      setup
        .db()
        .selectFrom('registrations')
        .selectAll()
        .where('event_id', '=', eventId)
        .where('person_id', '=', person.id)
        .executeTakeFirst(),
  };
}
