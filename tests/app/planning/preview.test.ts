import { expect, it } from 'vitest';
import { ApiError, UnreachableError, UnreadableAnswerError } from '../../../src/app/data/http/problem.ts';
import { askPreview } from '../../../src/app/data/outbox/planned.ts';
import { answersStayText, keptDateText, warningTexts } from '../../../src/app/format/words/planning.ts';
import type { ChangePreview } from '../../../src/contract/events/planning.ts';

const problem = (status: number) => new ApiError(status, { code: 'unavailable', title: 'No' });

it.each([
  ['cannot be reached', new UnreachableError(null)],
  ['answers in the shape of another version', new UnreadableAnswerError({ keptDates: ['2026-12-15'] })],
  ['fails', problem(503)],
  ['is busy', problem(429)],
])(
  'the preview of a change is unknown when the server %s, so that the change can be queued',
  async (_, error) => {
    expect(await askPreview(Promise.reject(error))).toBe('unknown');
  },
);

it('a rejection by the server is shown in the preview', async () => {
  await expect(askPreview(Promise.reject(problem(409)))).rejects.toBeInstanceOf(ApiError);
});

const nothing: ChangePreview = {
  dates: 2,
  kept: 0,
  notified: 3,
  registrations: 0,
  payments: 0,
  askedAgain: 0,
  keptDates: [],
  warnings: [],
};

it('the preview of cancelling dates mentions refunds only of people who get one', () => {
  const warnings: ChangePreview['warnings'] = [
    { code: 'datesCancelled', count: 2 },
    { code: 'repliesEnded', count: 1 },
  ];
  // Of another date, which stays.
  const preview = { ...nothing, registrations: 1, payments: 1, warnings };
  const texts = ['2 dates are cancelled.', 'One person loses their place or reply.'];
  expect(warningTexts(preview)).toEqual(texts);
  expect(answersStayText(preview)).toBe('One person has replied. Their answers to other dates stay.');
  const paid = { ...preview, warnings: [...warnings, { code: 'refunded' as const, count: 1 }] };
  expect(warningTexts(paid)).toEqual([...texts, 'One person gets a full refund.']);
});

it('the preview of narrowing the visibility promises no refund where no one has paid', () => {
  const preview = { ...nothing, warnings: [{ code: 'losePlace' as const, count: 2 }] };
  expect(warningTexts(preview)).toEqual([
    "2 people can't see the event any more and lose their place or reply.",
  ]);
});

it.each<[ChangePreview['keptDates'][number]['fields'], string]>([
  [['time'], 'Tue 15 Dec keeps its own time.'],
  [['time', 'place', 'instructions'], 'Tue 15 Dec keeps its own time, place and list of what to bring.'],
  [[], 'Tue 15 Dec keeps its own changes.'],
])('a date that keeps %s of its own says so', (fields, text) => {
  const date = { startsAt: '2026-12-15T17:00:00.000Z', fields };
  expect(keptDateText(date, 'Europe/Brussels', 'en-GB')).toBe(text);
});
