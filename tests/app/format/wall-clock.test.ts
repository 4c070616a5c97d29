// Local time of a zone as numbers: compared with Temporal, with this engine's Intl and a simulated one.
import { assert, constantFrom, date, property } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { patchIntl } from '../../support/browser/other-intl.ts';

const zones = [
  'UTC',
  'Europe/Brussels',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'America/Sao_Paulo',
] as const;

describe.each(['this engine', 'another engine'])('with the Intl of %s', (engine) => {
  let restore = () => {};
  beforeAll(() => {
    vi.resetModules();
    if (engine === 'another engine') restore = patchIntl();
  });
  afterAll(() => restore());

  it('dayIn and wallMinutes agree with Temporal at any instant in any zone', async () => {
    const { wallMinutes } = await import('../../../src/app/format/wall-clock.ts');
    const { dayIn } = await import('../../../src/app/format/when.ts');
    const instants = date({ min: new Date('1975-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    assert(
      property(constantFrom(...zones), instants, (zone, instant) => {
        const local = instant.toTemporalInstant().toZonedDateTimeISO(zone);
        expect(dayIn(zone, instant.getTime())).toBe(local.toPlainDate().toString());
        expect(wallMinutes(zone, instant.toISOString())).toBe(local.hour * 60 + local.minute);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['Europe/Brussels', '2026-03-29T00:59:59Z', 119],
    ['Europe/Brussels', '2026-03-29T01:00:00Z', 180],
    ['Europe/Brussels', '2026-10-25T00:59:00Z', 179],
    ['Europe/Brussels', '2026-10-25T01:00:00Z', 120],
    ['Australia/Lord_Howe', '2026-04-04T14:59:00Z', 119],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', 90],
    ['Asia/Kathmandu', '2026-11-24T18:15:00Z', 0],
  ])('wallMinutes in %s at %s, where clocks change or a day begins, is %i', async (zone, at, minutes) => {
    const { wallMinutes } = await import('../../../src/app/format/wall-clock.ts');
    expect(wallMinutes(zone, at)).toBe(minutes);
  });

  it('a zone that the runtime does not know counts as UTC, and its times say so', async () => {
    const { clockTime, dayIn, timeRange } = await import('../../../src/app/format/when.ts');
    const span = {
      startsAt: '2026-11-24T23:30:00Z',
      endsAt: '2026-11-25T00:30:00Z',
      timeZone: 'Mars/Olympus',
    };
    expect(dayIn(span.timeZone, span.startsAt)).toBe('2026-11-24');
    expect(clockTime(span.startsAt, span.timeZone, 'en-GB')).toBe('23:30 UTC');
    expect(timeRange(span, 'en-GB')).toBe('23:30–00:30 UTC');
  });
});
