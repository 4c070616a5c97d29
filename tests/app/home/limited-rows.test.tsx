// Queued writes that the server refuses until the next day, in the list of waiting changes.
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { deviceStore } from '../../../src/offline/device-store.ts';
import type { QueuedWrite } from '../../../src/offline/outbox.ts';
import { openAsAda, openDevice } from '../device.tsx';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load),
);

const row = (given: Pick<QueuedWrite, 'id' | 'call' | 'params' | 'body' | 'title'>): QueuedWrite => ({
  ...given,
  subject: given.id,
  queuedAt: 1,
  attempts: 0,
  notBefore: 0,
  refusal: null,
});

/** The server refuses writes for that many seconds. */
function refuseWrites(retryAfterSeconds: number): void {
  const online = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (!['/api/events', '/api/events/e1/guests'].includes(url)) return online(url, init);
    const { headers } = await online('/api/health');
    return Response.json(
      { title: 'Busy', status: 429, code: 'rate_limited', detail: 'Too many.', retryAfterSeconds },
      {
        status: 429,
        headers: { ...Object.fromEntries(headers), 'content-type': 'application/problem+json' },
      },
    );
  });
}

async function openWaiting(retryAfterSeconds: number): Promise<void> {
  const { ada } = await openDevice();
  const made = row({
    id: 'made',
    call: 'POST /api/events',
    params: {},
    body: { id: 'e2', name: 'Training', publication: 'published' },
    title: 'New event: Training',
  });
  const guest = row({
    id: 'guest',
    call: 'POST /api/events/{id}/guests',
    params: { id: 'e1' },
    body: { id: 'p1', name: 'Ida', status: 'present', occurredAt: '2026-11-29T18:00:00.000Z' },
    title: 'Guest: Ida',
  });
  await deviceStore('outbox', ada.id).put([
    ['000000000000001-made', made],
    ['000000000000002-guest', guest],
  ]);
  refuseWrites(retryAfterSeconds);
  await openAsAda('/my/settings');
}

it('a write over a daily limit says that it is sent tomorrow, and offers no other attempt', async () => {
  await openWaiting(86_400);
  const said = "You've reached the limit for today. We'll send this tomorrow.";
  await waitFor(() => expect(screen.getAllByText(said)).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
});

it('a write that the server refuses for minutes does not speak of a limit', async () => {
  await openWaiting(120);
  await screen.findByText(/We tried once and couldn't send this yet/);
  await screen.findByRole('button', { name: 'Try now' });
  expect(screen.queryByText(/limit/)).toBeNull();
});
