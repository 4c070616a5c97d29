// A list on which no one can be marked yet: each try says why.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { silence } from '../../../src/app/words/announce.ts';
import { openAsAda } from '../device.tsx';
import { markButton, minutes, openPitch, row } from './pitch-setup.tsx';

// jsdom has no IndexedDB, which stores the outbox.
vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

beforeEach(() => {
  vi.restoreAllMocks();
  silence();
});

const moreButton = async (name: string) => (await row(name)).querySelector('[data-more]') as HTMLElement;

/** Each way to mark someone, one after the other. */
const tries: [string, () => Promise<unknown>][] = [
  ['a tap', async () => fireEvent.click(await markButton('Ben'))],
  ['a key', async () => fireEvent.keyDown(await markButton('Ben'), { key: 'a' })],
  ['Backspace', async () => fireEvent.keyDown(await markButton('Ben'), { key: 'Backspace' })],
  ['“…”', async () => fireEvent.click(await moreButton('Ben'))],
];

it.each(tries)('%s before the day before the event announces when marking begins', async (_, act) => {
  const { path } = await openPitch({
    given: { starts_at: minutes(3 * 1440), ends_at: minutes(3 * 1440 + 60) },
  });
  await openAsAda(path);
  await markButton('Ben');
  await act();
  await waitFor(() =>
    expect(document.getElementById('said')?.textContent).toBe('You can mark people from the day before.'),
  );
  expect(document.querySelector('dialog[open]')).toBeNull();
});

it.each(tries)(
  '%s after seven days announces that a reason is needed, and focuses its field',
  async (_, act) => {
    const { path } = await openPitch({
      given: { starts_at: minutes(-9 * 1440), ends_at: minutes(-9 * 1440 + 60) },
    });
    await openAsAda(path);
    const field = await screen.findByLabelText('Reason');
    await act();
    await waitFor(() =>
      expect(document.getElementById('said')?.textContent).toBe('Fill in the reason first.'),
    );
    expect(document.activeElement).toBe(field);
    expect(document.querySelector('dialog[open]')).toBeNull();
  },
);
