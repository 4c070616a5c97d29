// Marks that were not accepted, as text for those who keep the list by hand.
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { markOne } from '../../../src/app/data/outbox/marks.ts';
import { MarksExport } from '../../../src/app/entities/outbox/marks-export.tsx';
import { system } from '../../../src/app/theme/system.ts';

it('the text has the time by the right clock, and the reason that was typed', () => {
  const about = { event: { id: 'e1', name: 'Training' }, what: 'Here', reason: 'Forgot the tablet' };
  const write = markOne({ id: 'ben', name: 'Ben' }, { status: 'late', minutesLate: 12 }, about);
  const row = {
    ...write,
    // By a clock that is 7 minutes fast.
    body: { ...write.body, occurredAt: '2026-11-28T18:12:00.000Z' },
    offsetMs: -7 * 60_000,
    id: 'r1',
    queuedAt: Date.parse('2026-11-28T18:12:00.000Z'),
    attempts: 1,
    notBefore: 0,
    refusal: { code: 'not_permitted', message: 'Only coaches and assistants can mark attendance.' },
  };
  render(
    <ChakraProvider value={system}>
      <MarksExport rows={[row]} name="Training" />
    </ChakraProvider>,
  );
  expect(document.querySelector('pre')?.textContent?.split('\n')[1]).toMatch(
    /6:05.* {2}Ben: 12 min late, “Forgot the tablet”, Not accepted: Only coaches/,
  );
});
