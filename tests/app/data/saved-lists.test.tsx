// A list that was prefetched is saved on the device like one that the screen has asked for.
import { createRoot } from 'react-dom/client';
import { SWRConfig } from 'swr';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createPersonalCache } from '../../../src/app/data/device/device.ts';
import { prefetch } from '../../../src/app/data/resources/prefetched-reads.ts';
import { useList } from '../../../src/app/data/resources/use-resource.ts';
import type { SavedAnswer } from '../../../src/offline/saved-answers.ts';
import { memoryStore } from '../../support/memory-store.ts';

const device = vi.hoisted(() => ({ put: [] as string[] }));
vi.mock('../../../src/offline/device-store.ts', async (load) => ({
  ...(await load<object>()),
  deviceStore: () => ({
    ...memoryStore<SavedAnswer>(),
    put: async (rows: [string, SavedAnswer][]) => void device.put.push(...rows.map(([row]) => row)),
  }),
}));

const call = 'GET /api/users/me/events';
const request = { query: { tab: 'upcoming' } } as const;

function Rows() {
  return <p>{useList(call, request).items?.length}</p>;
}

it('a prefetched list is saved, although its answer is there before effects run', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ items: [], nextCursor: null }));
  await prefetch(call, request);
  // As in a browser: `act` would run all effects before the answer.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const box = document.createElement('div');
  const root = createRoot(box);
  onTestFinished(() => root.unmount());
  const cache = createPersonalCache('ada', () => true);
  root.render(
    <SWRConfig value={{ provider: () => cache }}>
      <Rows />
    </SWRConfig>,
  );
  await vi.waitFor(() => expect(box.textContent).toBe('0'));
  dispatchEvent(new Event('pagehide'));
  await vi.waitFor(() => expect(device.put).toEqual(['list /api/users/me/events?tab=upcoming']));
});
