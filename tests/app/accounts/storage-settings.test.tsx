// The saved data of this device in my settings.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openAsAda, openDevice } from '../device.tsx';

/** jsdom has no IndexedDB. */
const saved = vi.hoisted(() => ({ count: 3, isBroken: true, savedSince: 0 }));
vi.mock('../../../src/app/data/device/device.ts', async (original) => ({
  ...(await original<typeof import('../../../src/app/data/device/device.ts')>()),
  useStorageTrouble: () => null,
  savedStats: async () => ({ count: saved.count, bytes: 2000 }),
  clearSavedAnswers: async () => {
    if (saved.isBroken) throw new Error('The device does not answer.');
    saved.count = saved.savedSince;
  },
}));

/** My settings, where three pages are saved and Clear was pressed. */
async function openAndClear() {
  const { user } = await openDevice();
  await openAsAda('/my/settings');
  const region = within(await screen.findByRole('region', { name: 'Without a connection' }));
  const status = await region.findByRole('status');
  await waitFor(() => expect(status.textContent).toContain('3 pages'));
  const clear = () => user.click(region.getByRole('button', { name: 'Clear' }));
  await clear();
  return { status, clear };
}

it('the settings say that the saved data could not be cleared, and clear it at the next try', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { status, clear } = await openAndClear();
  await waitFor(() => expect(status.textContent).toContain("We couldn't clear it. Try again."));
  expect(status.textContent).toContain('3 pages');
  expect(warn).toHaveBeenCalledWith('The saved answers could not be deleted.', expect.any(Error));
  saved.isBroken = false;
  await clear();
  await waitFor(() => expect(status.textContent).toBe('Cleared. What you open from now on is saved again.'));
});

it('the settings say that the saved data was cleared when an answer was saved since', async () => {
  Object.assign(saved, { count: 3, isBroken: false, savedSince: 1 });
  const { status } = await openAndClear();
  await waitFor(() => expect(status.textContent).toBe('Cleared. What you open from now on is saved again.'));
  // Also once it was counted again.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(status.textContent).toBe('Cleared. What you open from now on is saved again.');
});
