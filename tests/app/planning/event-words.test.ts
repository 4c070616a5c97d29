import { expect, test } from 'vitest';
import { agesText } from '../../../src/app/features/planning/form/event-words.ts';
import type { EventValues } from '../../../src/app/features/planning/form/values.ts';

const agesOf = (ageMin: string, ageMax: string) => agesText({ ageMin, ageMax, level: '' } as EventValues);

test('the folded group of ages shows ages, and no text that is not one', () => {
  expect(agesOf('10', '12')).toBe('10–12 years');
  expect(agesOf('ten', '')).toBe('All ages and levels');
  expect(agesOf('', '')).toBe('All ages and levels');
});
