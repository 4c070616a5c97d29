// Device storage that answers after the first paint, while the request to the server is already running.
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { MyEvent } from '../../../src/contract/events/events.ts';
import { buildEvent } from '../../support/factories.ts';
import { openAsAda, openDevice } from '../device.tsx';

const saved = Promise.withResolvers<Map<string, { data: unknown; at: number }>>();

vi.mock('../../../src/app/data/device/device.ts', async (load) => ({
  ...(await load<object>()),
  loadDevice: () => saved.promise,
}));

it('a screen shows the saved answer of a slow device storage until the server answers', async () => {
  const { server } = await openDevice();
  const event = await buildEvent(server.database.db, { name: 'As it is now' });
  const address = `/api/events/${event.id}`;
  const online = fetch;
  const answered = Promise.withResolvers<void>();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const response = await online(url, init);
    if (url !== address) return response;
    asked.push(url);
    if (asked.length === 1) await answered.promise;
    return response;
  });
  const now = (await (await online(`/api/events/public/${event.id}`)).json()) as MyEvent;
  await openAsAda(`/my/events/${event.id}`);
  await waitFor(() => expect(asked).toHaveLength(1));
  const data = { ...now, can: {}, registration: null, name: 'As it was', replies: null };
  saved.resolve(new Map([[address, { data, at: Date.now() }]]));
  await screen.findByRole('heading', { level: 1, name: 'As it was' });
  answered.resolve();
  await screen.findByRole('heading', { level: 1, name: 'As it is now' });
});
