// Field art has the proportions of the sport's rules.
import { expect, it } from 'vitest';
import { fieldArt } from '../../../src/app/ui/sports-field/field-paths.ts';
import { activities, activityNames, type Field } from '../../../src/contract/values/activities.ts';

/** Length and width of the field in metres, and the radii of its arcs. */
const rules: [field: Field, length: number, width: number, radii: number[]][] = [
  // FIFA, Futsal Laws of the Game, law 1.
  ['futsal', 40, 20, [6, 3]],
  // IHF, Rules of the Game, rule 1.
  ['handball', 40, 20, [6, 9]],
  // FIH, Rules of Hockey, field and equipment specifications.
  ['hockey', 91.4, 55, [14.63, 19.63]],
];

it.each(rules)('the field of %s is %d m by %d m, with arcs of its radii', (field, length, width, radii) => {
  const [card, hero] = fieldArt[field];
  // Each is one half: on the card the upper one, in the hero the left one.
  const [, left = 0, bottom = 0, top = 0, right = 0] =
    /^M([\d.]+) ([\d.]+)V([\d.]+)H([\d.]+)V/.exec(card.line)?.map(Number) ?? [];
  const [, middle = 0, upper = 0, end = 0, lower = 0] =
    /^M([\d.]+) ([\d.]+)H([\d.]+)V([\d.]+)H/.exec(hero.line)?.map(Number) ?? [];
  for (const [art, half, across] of [
    [card, bottom - top, right - left],
    [hero, middle - end, lower - upper],
  ] as const) {
    const metre = across / width;
    expect(half / metre).toBeCloseTo(length / 2, 0);
    const drawn = [...art.line.matchAll(/A([\d.]+) /g)].map(([, radius]) => Number(radius) / metre);
    for (const radius of radii)
      expect(
        drawn.some((one) => Math.abs(one / radius - 1) < 0.01),
        `${radius} m`,
      ).toBe(true);
  }
});

it('futsal, handball and hockey have fields of their own', () => {
  for (const field of ['futsal', 'handball', 'hockey'] as const)
    expect(activityNames.filter((name) => activities[name].field === field)).toEqual([field]);
});
