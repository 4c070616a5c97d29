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

it('the counts of an event announce its tiles and lists', () => {
  const byState = { confirmed: 8, pendingPayment: 1, offered: 1, waitlisted: 3, tentative: 2, declined: 1 };
  const replies = { going: 8, cannot: 1, noAnswer: 2 };
  const listed = countedGroups({ replies: { ...replies, byState } });
  expect(listed.map(({ id, entries }) => [id, entries.length])).toEqual([
    ['confirmed', 8],
    ['pendingPayment', 2],
    ['waitlisted', 3],
    ['tentative', 2],
    ['declined', 1],
  ]);
  const tiles = tilesOf(listed, { isAsked: true, unanswered: 2, askedAgainCount: 0 });
  expect(tiles).toHaveLength(6);
  // As a device saved them before.
  expect(countedGroups({ replies }).map(({ id }) => id)).toEqual(['confirmed', 'declined']);
  expect(countedGroups({ replies: null })).toEqual([]);
  const asking = countedGroups({ replies: { ...replies, byState: { confirmed: 1, pendingApproval: 2 } } });
  // Two rows of tiles and five lists; one row and two lists, of which one is open; nothing but a sentence.
  expect([
    heightOf(6, listed, false),
    heightOf(3, asking, false),
    heightOf(3, asking, true),
    heightOf(0, [], false),
  ]).toEqual([22.25, 17.125, 9.5, 2]);
});
