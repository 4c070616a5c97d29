// The countdown to the end of a hold.
import { renderHook } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useTimeLeft } from '../../../src/app/features/events/reply/use-time-left.ts';

test('a new end is measured from now, not from the last tick', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-28T10:00:00.000Z') });
  onTestFinished(() => void vi.useRealTimers());
  const { result, rerender } = renderHook(useTimeLeft, { initialProps: '2026-11-28T10:20:00.000Z' });
  expect(result.current).toBe(20 * 60_000);
  vi.setSystemTime('2026-11-28T10:00:50.000Z');
  rerender('2026-11-28T10:10:50.000Z');
  expect(result.current).toBe(10 * 60_000);
});
