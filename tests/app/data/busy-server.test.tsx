// A server that refuses a read because it is busy.
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openApp, openDevice } from '../device.tsx';

it('a list that was refused with 429 comes by itself', async () => {
  await openDevice();
  const online = fetch;
  let busyUntil = Number.POSITIVE_INFINITY;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (!url.startsWith('/api/explore/organizers') || Date.now() > busyUntil) return online(url, init);
    busyUntil = Math.min(busyUntil, Date.now() + 500);
    const { headers } = await online(url, init);
    const body = {
      title: 'Busy',
      status: 429,
      code: 'rate_limited',
      detail: 'Too many.',
      retryAfterSeconds: 1,
    };
    return Response.json(body, {
      status: 429,
      headers: { ...Object.fromEntries(headers), 'content-type': 'application/problem+json' },
    });
  });
  await openApp('/explore/organizers');
  await screen.findByText('Too many.', {}, { timeout: 8000 });
  await waitFor(() => expect(screen.queryByText(/Too many/)).toBeNull(), { timeout: 20_000 });
  await screen.findByRole('heading', { name: 'No organizers yet' });
});
