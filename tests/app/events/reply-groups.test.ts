// The order of the tiles, the groups after a cancellation, and the height before the list is there.
import { expect, it } from 'vitest';
import {
  countedGroups,
  type Entry,
  groupsOf,
  heightOf,
  tilesOf,
} from '../../../src/app/features/events/registrations/reply-groups.ts';

const entry = (name: string, given: Partial<Entry>) =>
  ({ state: 'confirmed', position: null, user: { id: name, name }, ...given }) as Entry;

it('No answer is the third tile, before groups that need no attention', () => {
  const shown = groupsOf([
    entry('Asks', { state: 'pendingApproval' }),
    entry('Goes', {}),
    entry('May', { state: 'tentative' }),
  ]);
  const tiles = tilesOf(shown, { isAsked: true, unanswered: 3, askedAgainCount: 0 });
  expect(tiles.map(({ name, count }) => `${name} ${count}`)).toEqual([
    'Going 1',
    "Can't go 0",
    'No answer 3',
    'Asking 1',
    'Maybe 1',
  ]);
});

it('people who had a place when the event was cancelled are still listed as going', () => {
  const gone = { state: 'cancelledByOrganizer' } as const;
  const groups = groupsOf(
    [entry('Ann', { ...gone, wasGoing: true }), entry('Bo', { ...gone, wasGoing: false })],
    true,
  );
  expect(groups.map(({ title, entries }) => [title, entries.map(({ user }) => user.name)])).toEqual([
    ['Were going', ['Ann']],
    ['Without a place', ['Bo']],
  ]);
});

it('the counts of an event announce the lists and tiles of held places and of the waitlist', () => {
  const event = {
    replies: { going: 8, cannot: 1, noAnswer: 2 },
    confirmedCount: 8,
    waitlistedCount: 3,
    eventStatus: 'EventScheduled',
    maximumAttendeeCapacity: 10,
    remainingAttendeeCapacity: 0,
  } as const;
  const groups = countedGroups(event);
  expect(groups.map(({ id, entries }) => [id, entries.length])).toEqual([
    ['confirmed', 8],
    ['pendingPayment', 2],
    ['waitlisted', 3],
    ['declined', 1],
  ]);
  const tiles = tilesOf(groups, { isAsked: true, unanswered: 2, askedAgainCount: 0 });
  expect(tiles).toHaveLength(5);
  const unlimited = { ...event, maximumAttendeeCapacity: null, remainingAttendeeCapacity: null };
  expect(countedGroups(unlimited)).toHaveLength(3);
  expect(countedGroups({ ...event, eventStatus: 'EventCancelled' })).toHaveLength(3);
  // Two rows of tiles and four lists; one row and two lists; nothing but a sentence.
  expect([heightOf(tiles, groups), heightOf([1, 2, 3], [1, 2]), heightOf([], [])]).toEqual([19.5, 9.5, 2]);
});
