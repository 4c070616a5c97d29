// Which events each part of Home shows, in what order, and how long until a deadline.
import { expect, it } from 'vitest';
import {
  isHeld,
  isToDo,
  missingAnswers,
  nextOf,
  stillOwed,
  toDo,
  toMark,
  upcoming,
} from '../../../src/app/features/home/to-do.ts';
import { durationText } from '../../../src/app/format/time-left.ts';
import type { MyEventSummary } from '../../../src/contract/events/events.ts';

const now = Date.parse('2026-11-21T10:00:00.000Z');
const at = (days: number) => new Date(now + days * 86_400_000).toISOString();

const event = (name: string, startsIn: number, given: object = {}) =>
  ({
    id: name,
    name,
    startsAt: at(startsIn),
    endsAt: at(startsIn + 0.1),
    eventStatus: 'EventScheduled',
    publication: 'published',
    registration: null,
    replies: null,
    ...given,
  }) as MyEventSummary;
const held = (state: 'pendingPayment' | 'offered', until: number) => ({
  registration: { state, holdExpiresAt: at(until) },
});
const names = (events: MyEventSummary[]) => events.map(({ name }) => name);

it('what to pay comes before what to accept, each by its deadline, and both before changes', () => {
  const events = [
    event('Cancelled', 1, { eventStatus: 'EventCancelled' }),
    event('Accept late', 2, held('offered', 1.5)),
    event('Accept soon', 9, held('offered', 1)),
    event('Pay', 40, held('pendingPayment', 2)),
    event('Lapsed since it was saved', 3, held('offered', -1)),
    event('Over since it was saved', -1, { eventStatus: 'EventCancelled' }),
  ];
  expect(names(toDo(events, now))).toEqual(['Pay', 'Accept soon', 'Accept late', 'Cancelled']);
});

it('a held place is nothing to do while the event is postponed or its organizer is not active', () => {
  const place = held('pendingPayment', 2);
  expect(isToDo(event('Pay', 3, place))).toBe(true);
  expect(isHeld(event('Postponed', 3, { ...place, eventStatus: 'EventPostponed' }))).toBe(false);
  expect(isToDo(event('Inactive', 3, { ...place, attendingRefusedFor: 'organizer_inactive' }))).toBe(false);
});

it('attendance is due from half an hour before the start until the end, for those who mark it, once for each event', () => {
  const can = { can: { markAttendance: true } };
  const minute = 1 / 1440;
  const events = [
    event('Begun', -30 * minute, { id: 'b', ...can }),
    event('Soon', 29 * minute, { id: 's', ...can }),
    event('Begun', -30 * minute, { id: 'b', ...can }),
    event('Later', 31 * minute, { id: 'l', ...can }),
    event('Over', -1, { id: 'o', ...can }),
    event('Not mine', 0, { id: 'n', can: { markAttendance: false } }),
    event('Cancelled', 0, { id: 'c', eventStatus: 'EventCancelled', ...can }),
    event('Draft', 0, { id: 'd', publication: 'draft', ...can }),
  ];
  expect(names(toMark(events, now))).toEqual(['Begun', 'Soon']);
  expect(toMark(events, null)).toEqual([]);
});

it('missing answers are shown for events of the next three days that take place', () => {
  const replies = { replies: { going: 1, cannot: 0, noAnswer: 2 } };
  const events = [
    event('Near', 2, replies),
    event('Far', 4, replies),
    event('Begun', -0.01, replies),
    event('Answered', 2, { replies: { going: 3, cannot: 0, noAnswer: 0 } }),
    event('Draft', 2, { ...replies, publication: 'draft' }),
    event('Cancelled', 2, { ...replies, eventStatus: 'EventCancelled' }),
  ];
  expect(names(missingAnswers(events, now))).toEqual(['Near']);
  expect(missingAnswers(events, null)).toEqual([]);
});

it('missing answers are looked for beyond the first events, and the soonest five are shown', () => {
  const replies = { replies: { going: 1, cannot: 0, noAnswer: 2 } };
  const answered = Array.from({ length: 9 }, (_, index) => event(`Answered ${index}`, 1));
  const silent = Array.from({ length: 6 }, (_, index) => event(`${index}`, 1 + index / 10, replies));
  expect(names(missingAnswers([...answered, ...silent], now))).toEqual(['0', '1', '2', '3', '4']);
});

it('an event that has ended since the list was saved is not upcoming; a postponed one has no end', () => {
  const events = [
    event('Over', -0.1),
    event('Begun', -0.05),
    event('Postponed', -1, { eventStatus: 'EventPostponed' }),
    event('Ahead', 1),
  ];
  expect(names(upcoming(events, now))).toEqual(['Begun', 'Postponed', 'Ahead']);
  expect(upcoming(events, null)).toEqual(events);
});

it('a reply is owed until the start of its event, and an answered row stays', () => {
  const rows = [event('Begun', -0.05), event('Begun, answered', -0.05), event('Now', 0), event('Ahead', 1)];
  const isKept = (id: string) => id === 'Begun, answered';
  expect(names(stillOwed(rows, now, isKept))).toEqual(['Begun, answered', 'Ahead']);
  expect(stillOwed(rows, null, isKept)).toEqual(rows);
});

it('the next event is the soonest of all that takes place and is not shown above', () => {
  const cancelled = Array.from({ length: 9 }, (_, index) =>
    event(`Cancelled ${index}`, 1 + index / 10, { eventStatus: 'EventCancelled' }),
  );
  const events = [
    event('Over', -0.1),
    event('Last', 9),
    event('Next', 5, { eventStatus: 'EventRescheduled' }),
    event('Urgent', 0.5),
    event('Postponed', -1, { eventStatus: 'EventPostponed' }),
    ...cancelled,
    event('Asks again', 6, { registration: { reconfirmAskedAt: at(-1) } }),
    event('Last', 9),
  ];
  const { next, later } = nextOf(events, now, (id) => id === 'Urgent');
  expect(next?.name).toBe('Next');
  expect(names(later)).toEqual(['Postponed', ...names(cancelled), 'Last']);
  expect(nextOf(cancelled, now, () => false).next).toBeUndefined();
  expect(nextOf([], null, () => false)).toEqual({ next: undefined, later: [] });
});

it('a deadline is minutes up to two hours away, then hours, then days', () => {
  const minutes = [0.5, 24, 120, 121, 180, 200, 24 * 60, 2200, 2 * 24 * 60 + 5];
  expect(minutes.map((count) => durationText(count * 60_000))).toEqual([
    '1 minute',
    '24 minutes',
    '120 minutes',
    '2 h 1 min',
    '3 hours',
    '3 h 20 min',
    '1 day',
    '1 day 12 h',
    '2 days',
  ]);
});
