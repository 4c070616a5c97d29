// A mark that was taken back by mistake comes back with undo, also that of someone who is on the list only because of it.
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openAsAda } from '../device.tsx';
import { button, lines, markButton, openPitch, order, sheet } from './pitch-setup.tsx';

// jsdom has no IndexedDB, which stores the outbox.
vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

beforeEach(() => {
  vi.restoreAllMocks();
});

it('a guest whose mark was taken back by mistake comes back with undo', async () => {
  const { user, db, path } = await openPitch();
  await openAsAda(path);
  await screen.findByText(/ 3 expected$/);
  await user.click(await button('Add someone'));
  await user.type((await sheet()).getByLabelText('Name'), 'Gus Guest');
  await user.click((await sheet()).getByText('Add Gus Guest as a guest'));
  await waitFor(async () => expect(await lines('Gus Guest')).toContain('Here'));
  const [guest] = await vi.waitFor(async () => {
    const found = await db.selectFrom('event_guests').select('id').execute();
    expect(found).toHaveLength(1);
    return found;
  });
  const more = (await markButton('Gus Guest')).parentElement?.querySelector('[data-more]') as HTMLElement;
  await user.click(more);
  await user.click((await sheet()).getByText('Not marked'));
  await waitFor(() => expect(order()).not.toContain('Gus Guest'));
  await user.click(await button(/^Undo: Gus Guest, Not marked/));
  await waitFor(async () => expect(await lines('Gus Guest')).toContain('Here'));
  await waitFor(() => expect(screen.queryByText(/to be sent/)).toBeNull());
  const marks = await db
    .selectFrom('attendance')
    .select(['person_id', 'status'])
    .orderBy('occurred_at')
    .execute();
  expect(marks.map(({ status }) => status)).toEqual(['present', null, 'present']);
  expect(new Set(marks.map(({ person_id: id }) => id))).toEqual(new Set([guest?.id]));
});
