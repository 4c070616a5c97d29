import { expect, it } from 'vitest';
import { ApiError, UnreachableError, UnreadableAnswerError } from '../../../src/app/data/http/problem.ts';
import { askPreview } from '../../../src/app/data/outbox/planned.ts';
import { keptDateText, warningTexts } from '../../../src/app/format/words/planning.ts';
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

it.each([
  [0, '2 dates are cancelled.'],
  [1, '2 dates are cancelled, and everyone who paid gets a full refund.'],
])('the preview of cancelling dates mentions refunds when %i people have paid', (payments, text) => {
  const preview: ChangePreview = {
    dates: 2,
    kept: 0,
    notified: 3,
    registrations: 3,
    payments,
    askedAgain: 0,
    keptDates: [],
    warnings: [{ code: 'datesCancelled', count: 2 }],
  };
  expect(warningTexts(preview)).toEqual([text]);
});

it.each<[ChangePreview['keptDates'][number]['fields'], string]>([
  [['time'], 'Tue 15 Dec keeps its own time.'],
  [['time', 'place', 'instructions'], 'Tue 15 Dec keeps its own time, place and list of what to bring.'],
  [[], 'Tue 15 Dec keeps its own changes.'],
])('a date that keeps %s of its own says so', (fields, text) => {
  const date = { startsAt: '2026-12-15T17:00:00.000Z', fields };
  expect(keptDateText(date, 'Europe/Brussels', 'en-GB')).toBe(text);
});
