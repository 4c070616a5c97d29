// Instants in PostgreSQL's session format, and as our API sends them.
import { expect, test } from 'vitest';
import { isoInstant } from '../../../src/server/db/postgres/postgres.ts';

test.each([
  ['2026-11-28 09:30:00+00', '2026-11-28T09:30:00.000Z'],
  ['2026-11-28 09:30:00.5+00', '2026-11-28T09:30:00.500Z'],
  ['2026-11-28 09:30:00.123456+00', '2026-11-28T09:30:00.123Z'],
  ['2026-11-28 10:30:00.5+01', '2026-11-28T09:30:00.500Z'],
  ['2026-11-28 15:00:00+05:30', '2026-11-28T09:30:00.000Z'],
  ['2026-11-28 06:00:00.123456-03:30', '2026-11-28T09:30:00.123Z'],
  ['2026-11-29 00:30:00+14', '2026-11-28T10:30:00.000Z'],
])('the instant %s is sent as %s', (text, instant) => {
  expect(isoInstant(text)).toBe(instant);
});

test.each(['28.11.2026 10:30:00 CET', '11/28/2026 10:30:00 CET', 'infinity'])(
  'the instant %s of another style is rejected',
  (text) => {
    expect(() => isoInstant(text)).toThrow('DateStyle has to be ISO');
  },
);
