// The message of a form that was left while its write was waiting, where the answer comes before the next screen.
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { write } from '../../../src/app/data/outbox/outbox.ts';
import { buildEvent } from '../../support/factories.ts';
import { openDevice, renderApp, signInOnDevice } from '../device.tsx';
import { listen } from '../heard.ts';

const subject = 'event:one:edit';
const left = {
  usr: { said: 'Saved on this device.', subject, done: 'Everyone knows.' },
  key: 'left',
  idx: 0,
};

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

/** A write that the server answers, and then, after a time, the screen that the form leads to. */
async function answerThenOpen(elapsedMs: number) {
  const { server } = await openDevice();
  const { id } = await buildEvent(server.database.db);
  await signInOnDevice('/my/events');
  const sent = await write({
    call: 'PUT /api/events/{id}/registration',
    params: { id },
    body: { response: 'declined', occurredAt: new Date().toISOString() },
    subject,
    title: 'A reply',
  });
  expect(sent.kind).toBe('done');
  const now = performance.now() + elapsedMs;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  history.replaceState(left, '');
  const heard = listen();
  renderApp();
  await screen.findByRole('heading', { level: 1, name: 'My Events' });
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
  return heard;
}

it('is shown and said', async () => {
  const heard = await answerThenOpen(0);
  await screen.findByText('Everyone knows.');
  // What the outbox says itself may have been said while the screen was loading.
  expect(heard.at(-1)).toBe('Everyone knows.');
});

it('is not shown again when its page is opened again later', async () => {
  await answerThenOpen(10_000);
  expect(screen.queryByText('Everyone knows.')).toBeNull();
});
