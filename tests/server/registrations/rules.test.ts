import { describe, expect, it } from 'vitest';
import { registrationStates } from '../../../src/contract/values/enums.ts';
import { ageOn } from '../../../src/server/events/can-rules.ts';
import { assertEdge, edges, offerUntil } from '../../../src/server/registrations/rules.ts';

describe('the statuses of a registration', () => {
  it('can all be reached and left, and none leads back to no reply', () => {
    const reached = new Set(Object.values(edges).flat());
    expect([...reached].sort()).toEqual([...registrationStates].sort());
    for (const state of registrationStates) expect(edges[state].length).toBeGreaterThan(0);
  });

  it('change along edges only: the waitlist does not lead to confirmed, nor rejected to payment', () => {
    for (const [from, to] of [
      ['waitlisted', 'confirmed'],
      ['waitlisted', 'pendingPayment'],
      ['confirmed', 'pendingPayment'],
      ['confirmed', 'holdExpired'],
      ['offered', 'waitlisted'],
      ['pendingApproval', 'pendingPayment'],
    ] as const)
      expect(() => assertEdge(from, to)).toThrow(`from ${from} to ${to}`);
    expect(() => assertEdge(null, 'rejected')).toThrow();
    assertEdge(null, 'waitlisted');
  });
});

describe('an offered place', () => {
  const brussels = (startsAt: string, hours = 2) => ({
    starts_at: startsAt,
    ends_at: new Date(Date.parse(startsAt) + hours * 3_600_000).toISOString(),
    time_zone: 'Europe/Brussels',
  });
  const kept = (startsAt: string, now: string) => offerUntil(brussels(startsAt), now);

  it('is held longer the more time is left', () => {
    // 12:00 in Brussels.
    const now = '2026-11-21T11:00:00.000Z';
    expect(kept('2026-11-21T11:20:00.000Z', now)).toBe('2026-11-21T11:10:00.000Z');
    expect(kept('2026-11-21T13:00:00.000Z', now)).toBe('2026-11-21T11:30:00.000Z');
    expect(kept('2026-11-21T18:00:00.000Z', now)).toBe('2026-11-21T12:00:00.000Z');
    expect(kept('2026-11-22T12:00:00.000Z', now)).toBe('2026-11-21T15:00:00.000Z');
    // Nine hours until 21:00, three more from 8:00.
    expect(kept('2026-11-24T12:00:00.000Z', now)).toBe('2026-11-22T10:00:00.000Z');
    expect(kept('2026-12-24T12:00:00.000Z', now)).toBe('2026-11-23T09:00:00.000Z');
  });

  it("does not run down at night in the event's time zone", () => {
    expect(kept('2026-11-22T19:00:00.000Z', '2026-11-21T19:45:00.000Z')).toBe('2026-11-22T07:45:00.000Z');
    expect(kept('2026-11-22T19:00:00.000Z', '2026-11-21T20:00:00.000Z')).toBe('2026-11-22T08:00:00.000Z');
    expect(kept('2026-11-22T19:00:00.000Z', '2026-11-22T03:00:00.000Z')).toBe('2026-11-22T08:00:00.000Z');
    const inNewYork = { ...brussels('2026-11-22T19:00:00.000Z'), time_zone: 'America/New_York' };
    expect(offerUntil(inNewYork, '2026-11-21T20:00:00.000Z')).toBe('2026-11-21T21:00:00.000Z');
  });

  it('counts the night of a clock change like any other', () => {
    expect(kept('2026-10-26T12:00:00.000Z', '2026-10-24T18:30:00.000Z')).toBe('2026-10-25T10:30:00.000Z');
    expect(kept('2027-03-29T12:00:00.000Z', '2027-03-27T19:30:00.000Z')).toBe('2027-03-28T09:30:00.000Z');
  });

  it('never outlasts the start, nor the end once it has begun, but lasts at least ten minutes', () => {
    // Six in the morning, before waking hours.
    expect(kept('2026-11-22T05:00:00.000Z', '2026-11-21T22:00:00.000Z')).toBe('2026-11-22T05:00:00.000Z');
    expect(kept('2026-11-21T11:04:00.000Z', '2026-11-21T11:00:00.000Z')).toBe('2026-11-21T11:10:00.000Z');
    expect(kept('2026-11-21T10:00:00.000Z', '2026-11-21T11:00:00.000Z')).toBe('2026-11-21T11:30:00.000Z');
    expect(kept('2026-11-21T09:05:00.000Z', '2026-11-21T11:00:00.000Z')).toBe('2026-11-21T11:05:00.000Z');
  });
});

describe('an age in years', () => {
  it('increases on the birthday, for people born on 29 February on 1 March', () => {
    expect(ageOn('2008-11-28', '2026-11-27')).toBe(17);
    expect(ageOn('2008-11-28', '2026-11-28')).toBe(18);
    expect(ageOn('2008-02-29', '2026-02-28')).toBe(17);
    expect(ageOn('2008-02-29', '2026-03-01')).toBe(18);
  });
});
