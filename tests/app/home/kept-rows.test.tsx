// The rows of a list of replies due, with an event of the list beside it.
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { SWRConfig, useSWRConfig } from 'swr';
import { expect, it } from 'vitest';
import { useKeptRows } from '../../../src/app/entities/lists/kept-rows.ts';
import type { MyEventSummary } from '../../../src/contract/events/events.ts';

type Registration = MyEventSummary['registration'];
const answered = { state: 'confirmed', version: 1, reconfirmAskedAt: null } as Registration;
const askedAgain = { ...answered, reconfirmAskedAt: '2026-11-21T09:00:00.000Z' } as Registration;

const training = (registration: Registration) =>
  ({ id: 'e1', startsAt: '2026-11-28T17:00:00.000Z', registration }) as MyEventSummary;
const address = '/api/events/e1';

/** A list of one event, which is also beside it. `listed`, `beside`: the person's registration there. */
function openList({ listed, beside }: { listed: Registration; beside: Registration }) {
  const cache = new Map([[address, { data: training(beside) }]]);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SWRConfig value={{ provider: () => cache, revalidateIfStale: false }}>{children}</SWRConfig>
  );
  const { result, rerender } = renderHook(
    ({ items }) => ({ ...useKeptRows(items, 'e1'), ...useSWRConfig() }),
    { wrapper, initialProps: { items: [training(listed)] } },
  );
  return {
    answers: () => result.current.rows?.map(({ registration }) => registration),
    isOwed: () => result.current.isOwed('e1'),
    due: () => result.current.due?.length,
    /** The list is read again. */
    list: (...items: MyEventSummary[]) => rerender({ items }),
    answerBeside: (registration: Registration) =>
      act(() => result.current.mutate(address, training(registration), { revalidate: false })),
  };
}

it('a row of an old list, whose event beside says that it is answered, goes when the list is read again', () => {
  const { list, answers } = openList({ listed: null, beside: answered });
  list();
  expect(answers()).toEqual([]);
});

it.each([
  ['answered', null, answered],
  ['confirmed', askedAgain, answered],
])('a row that is %s beside the list stays, and does not ask any more', async (_, before, after) => {
  const { list, answers, isOwed, due, answerBeside } = openList({ listed: before, beside: before });
  expect([isOwed(), due()]).toEqual([true, 1]);
  await answerBeside(after);
  expect([answers(), isOwed(), due()]).toEqual([[after], false, 0]);
  list();
  expect([answers(), isOwed(), due()]).toEqual([[after], false, 0]);
});

it('a row of an old list that is answered again beside it stays', async () => {
  const { list, answers, isOwed, answerBeside } = openList({ listed: null, beside: null });
  await answerBeside(answered);
  const changed = { ...answered, state: 'declined', version: 2 } as Registration;
  await answerBeside(changed);
  expect([answers(), isOwed()]).toEqual([[changed], false]);
  list();
  expect(answers()).toEqual([changed]);
});

it('a row that was answered beside the list asks when the list asks again', async () => {
  const { list, answers, isOwed, answerBeside } = openList({ listed: null, beside: null });
  await answerBeside(answered);
  list(training(askedAgain));
  expect([answers(), isOwed()]).toEqual([[askedAgain], true]);
});

it('a row whose answer waits for a connection stays when it is sent', () => {
  const { list, answers } = openList({ listed: null, beside: null });
  list();
  expect(answers()).toHaveLength(1);
});
