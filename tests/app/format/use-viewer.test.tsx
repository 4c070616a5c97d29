// The time of a page while a minute or a day begins.
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useNow, useViewer } from '../../../src/app/format/use-viewer.ts';

const Minute = () => <p>{new Date(useNow() ?? 0).toISOString()}</p>;

it('a render has one time, also when a minute begins in it', async () => {
  const before = Date.parse('2026-03-01T11:59:59.999Z');
  let reads = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => before + reads++);
  // React reports a store that changes within a render, which fails every test.
  const { rerender } = render(<Minute />);
  expect(screen.getByText('2026-03-01T11:59:00.000Z')).toBeDefined();
  await Promise.resolve();
  rerender(<Minute />);
  expect(screen.getByText('2026-03-01T12:00:00.000Z')).toBeDefined();
  clock.mockRestore();
});

it.each([
  ['Asia/Kolkata', '2026-11-28T18:40:00.000Z'],
  ['Asia/Kathmandu', '2026-11-28T18:20:00.000Z'],
])('ten minutes after midnight in %s it is the new day', (zone, now) => {
  const Day = () => (
    <p>{new Date(useViewer().now ?? 0).toLocaleString('en-GB', { timeZone: zone, dateStyle: 'short' })}</p>
  );
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
  render(<Day />);
  expect(screen.getByText('29/11/2026')).toBeDefined();
  clock.mockRestore();
});
