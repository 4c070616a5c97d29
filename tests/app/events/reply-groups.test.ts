// The order of the tiles, and the groups after a cancellation.
import { expect, it } from 'vitest';
import {
  type Entry,
  groupsOf,
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
