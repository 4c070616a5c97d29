// Deadlines of an event as quick choices, which follow its start.
import { describe, expect, it } from 'vitest';
import { plainDefaults } from '../../../src/app/features/planning/create/defaults.ts';
import {
  choiceOf,
  deadlineAt,
  movedDeadline,
  type QuickChoice,
} from '../../../src/app/features/planning/fields/deadlines.ts';
import { refundAt, refundText, withStart } from '../../../src/app/features/planning/fields/times.ts';

const start = { day: '2026-12-01', start: '18:00' };
const values = {
  ...plainDefaults({
    owner: { kind: 'team', id: 't' },
    userId: 'u',
    today: '2026-11-30',
    timeZone: 'Europe/Brussels',
    day: null,
  }),
  closes: '2026-11-30T20:00',
  due: '2026-11-28T12:00',
};

describe('a quick choice', () => {
  it.each<[QuickChoice, string]>([
    ['none', ''],
    ['week', '2026-11-24T18:00'],
    ['twoDays', '2026-11-29T18:00'],
    ['evening', '2026-11-30T20:00'],
    ['atStart', '2026-12-01T18:00'],
  ])('%s is %s, and is recognized from it', (choice, text) => {
    expect(deadlineAt(choice, start)).toBe(text);
    expect(choiceOf(text, start)).toBe(choice);
  });

  it('does not match a custom time', () => {
    expect(choiceOf('2026-11-29T17:00', start)).toBeNull();
  });

  it('stays the same when the start moves, and a custom time moves by whole days', () => {
    const later = { day: '2026-12-03', start: '20:30' };
    expect(movedDeadline('2026-11-29T18:00', start, later)).toBe('2026-12-01T20:30');
    expect(movedDeadline('2026-11-30T20:00', start, later)).toBe('2026-12-02T20:00');
    expect(movedDeadline('2026-11-29T17:00', start, later)).toBe('2026-12-01T17:00');
    expect(movedDeadline('', start, later)).toBe('');
  });

  it('follows the start in the form', () => {
    expect(withStart(values, { day: '2026-12-08' })).toMatchObject({
      closes: '2026-12-07T20:00',
      due: '2026-12-05T12:00',
    });
  });
});

describe('a custom refund deadline', () => {
  it.each([
    ['2026-11-30T20:00', 'PT1320M'],
    ['2026-12-01T18:00', 'PT0M'],
    ['2026-12-02T18:00', 'PT0M'],
    ['2026-09-01T18:00', 'P91D'],
    ['', ''],
  ])('until %s is %s before the start', (text, duration) => {
    expect(refundAt(text, values)).toBe(duration);
  });

  it.each([
    ['PT1320M', '2026-11-30T20:00'],
    ['PT12H', '2026-12-01T06:00'],
    ['P14D', '2026-11-17T18:00'],
    ['', ''],
  ])('of %s is shown as %s', (duration, text) => {
    expect(refundText(duration, values)).toBe(text);
  });
});
