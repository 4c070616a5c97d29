// Changing the capacity: the effect on places and the waitlist.
import { describe, expect, it } from 'vitest';
import { buildRegistration, buildUser } from '../../support/factories.ts';
import { setUpPlanning } from './setup.ts';

const setup = setUpPlanning();
const { db, teamEvent, change, preview, stateOf } = setup;

describe('the capacity of an event', () => {
  const crowd = async (id: string, states: ('confirmed' | 'waitlisted' | 'offered')[]) => {
    const people = [];
    for (const [position, state] of states.entries()) {
      const person = await buildUser(db());
      people.push(person);
      await buildRegistration(db(), {
        event_id: id,
        person_id: person.id,
        state,
        position: state === 'waitlisted' ? position : null,
        hold_expires_at: state === 'offered' ? '2026-11-22T10:00:00.000Z' : null,
      });
    }
    return people;
  };

  it('when raised is offered to the waitlist at once, beside an open offer', async () => {
    const event = await teamEvent({ maximum_attendee_capacity: 2, waitlist_enabled: 1 });
    const people = await crowd(event.id, ['confirmed', 'offered', 'waitlisted', 'waitlisted']);
    const body = { maximumAttendeeCapacity: 3 };
    const said = await preview(setup.club.coach, event.id, body);
    expect(said.body).toMatchObject({ notified: 1, warnings: [{ code: 'placesOffered', count: 1 }] });
    await change(setup.club.coach, event.id, body);
    const states = await Promise.all(people.map((person) => stateOf(person, event.id)));
    expect(states).toEqual(['confirmed', 'offered', 'offered', 'waitlisted']);
  });

  it('when raised while the event is postponed is offered once there is a date', async () => {
    const event = await teamEvent({ maximum_attendee_capacity: 1, waitlist_enabled: 1 });
    const [, waiting] = await crowd(event.id, ['confirmed', 'waitlisted']);
    const body = { maximumAttendeeCapacity: 2, eventStatus: 'EventPostponed' };
    expect((await preview(setup.club.coach, event.id, body)).body.warnings).toEqual([]);
    await change(setup.club.coach, event.id, body);
    expect(await stateOf(waiting ?? setup.club.coach, event.id)).toBe('waitlisted');
    const moved = { startsAt: '2026-12-04T10:00:00.000Z', endsAt: '2026-12-04T11:00:00.000Z' };
    await change(setup.club.coach, event.id, { ...moved, version: 2 });
    expect(await stateOf(waiting ?? setup.club.coach, event.id)).toBe('offered');
  });

  it('when lowered below the number of attendees removes no place', async () => {
    const event = await teamEvent({ maximum_attendee_capacity: 3 });
    const people = await crowd(event.id, ['confirmed', 'confirmed', 'confirmed']);
    const body = { maximumAttendeeCapacity: 1 };
    expect((await preview(setup.club.coach, event.id, body)).body.warnings).toEqual([
      { code: 'aboveCapacity', count: 2 },
    ]);
    const { body: after } = await change(setup.club.coach, event.id, body);
    expect(after).toMatchObject({ maximumAttendeeCapacity: 1, remainingAttendeeCapacity: 0 });
    for (const person of people) expect(await stateOf(person, event.id)).toBe('confirmed');
  });
});
