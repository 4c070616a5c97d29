// Each team's colour and mark: stable, distinct, and readable.
import { expect, it } from 'vitest';
import { looksOf, noTeamColors, teamColors } from '../../../src/app/features/calendar/team-looks.ts';
import type { GroupColor } from '../../../src/contract/values/enums.ts';
import { contrast } from '../../support/contrast.ts';

it.each([...teamColors, noTeamColors])(
  '%s and %s pass WCAG AA in their mode, as background and as mark',
  (light, dark) => {
    expect(contrast(light, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(light, '#f9fafb')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark, '#030712')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark, '#111827')).toBeGreaterThanOrEqual(4.5);
  },
);

const plain = (ids: readonly string[]) => ids.map((id) => ({ id, color: null as GroupColor | null }));

it('a team keeps its look in any order of teams', () => {
  const one = looksOf(plain(['c', 'a', 'b']));
  expect(looksOf(plain(['b', 'c', 'a']))).toEqual(one);
  expect(looksOf(plain(['a', 'b', 'c', 'd'])).get('b')).toEqual(one.get('b'));
});

it('the first sixteen teams have distinct looks, neighbours by colour and by shape', () => {
  const looks = [
    ...looksOf(plain(Array.from({ length: 16 }, (_, index) => String.fromCharCode(97 + index)))).values(),
  ];
  expect(new Set(looks.map(({ slot, shape }) => `${slot} ${shape}`)).size).toBe(16);
  for (const [index, look] of looks.slice(1).entries()) {
    expect(look.slot).not.toBe(looks[index]?.slot);
    expect(look.shape).not.toBe(looks[index]?.shape);
  }
});

it('a team gets its chosen colour, and the others keep theirs', () => {
  const before = looksOf(plain(['a', 'b', 'c']));
  const after = looksOf([...plain(['a', 'c']), { id: 'b', color: 'red' }]);
  expect(after.get('b')?.slot).toBe('t-red');
  expect([after.get('a'), after.get('c')]).toEqual([before.get('a'), before.get('c')]);
});
