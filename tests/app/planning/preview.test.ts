import { expect, it } from 'vitest';
import { askPreview } from '../../../src/app/data/planned.ts';
import { ApiError, UnreachableError } from '../../../src/app/data/problem.ts';

const problem = (status: number) => new ApiError(status, { code: 'unavailable', title: 'No' });

it.each([
  ['cannot be reached', new UnreachableError(null)],
  ['is ill', problem(503)],
  ['is busy', problem(429)],
])(
  'what a change would do is not known where the server %s, so that the change can wait',
  async (_, error) => {
    expect(await askPreview(Promise.reject(error))).toBe('unknown');
  },
);

it('what the server refuses is said', async () => {
  await expect(askPreview(Promise.reject(problem(409)))).rejects.toBeInstanceOf(ApiError);
});
