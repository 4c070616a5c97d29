// A batch of marks of which the server refuses some, on a full device.
import { expect, it } from 'vitest';
import { markMany } from '../../../src/app/data/outbox/marks.ts';
import { keepingRest } from '../../../src/app/data/outbox/refused-batch.ts';
import { newRow, type QueuedWrite } from '../../../src/offline/outbox.ts';
import { memoryStore } from '../../support/memory-store.ts';

it('the marks that the server did not refuse are queued again on a full device, once space was freed', async () => {
  const marks = ['ada', 'ben', 'cleo'].map((id) => ({
    person: { id, name: id },
    status: 'present' as const,
    minutesLate: null,
  }));
  const about = { event: { id: 'e1', name: 'Training' }, what: 'Here', reason: null };
  const entry = newRow(markMany(marks, about), { id: 'w1', now: 1, last: undefined });
  const store = memoryStore<QueuedWrite>([entry]);
  store.limitTo(1);
  const fields = [{ path: 'marks.1.personId', message: '' }];
  const outcome = await keepingRest(
    store,
    entry[1],
    { kind: 'refused', refusal: { code: 'validation_failed', message: '', fields } },
    async () => store.limitTo(2),
  );
  expect(outcome).toMatchObject({ left: { people: [{ id: 'ben' }] } });
  expect(store.rows.size).toBe(2);
  expect([...store.rows.values()].at(-1)).toMatchObject({ people: [{ id: 'ada' }, { id: 'cleo' }] });
});
