// Marks that were made before an event was moved: they count, until a coach removes them.
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { insertMarks } from '../../../src/server/attendance/queries.ts';
import { openAsAda } from '../device.tsx';
import { button, minutes, openPitch, row } from './pitch-setup.tsx';

// jsdom has no IndexedDB, which stores the outbox.
vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

beforeEach(() => {
  vi.restoreAllMocks();
});

const note = /from before this event was moved to this date/;

/** Ben said a week ago that he cannot come; Cleo is marked today. The event was moved from then, or was not. */
async function openMoved(isMoved: boolean) {
  const pitch = await openPitch({
    given: isMoved ? { previous_start_dates: JSON.stringify([minutes(-6 * 1440)]) } : {},
  });
  const mark = (name: string, at: string) =>
    insertMarks(
      pitch.db,
      [
        {
          id: crypto.randomUUID(),
          personId: pitch.idOf(name),
          status: 'excused',
          minutesLate: null,
          reason: null,
          occurredAt: at,
        },
      ],
      { eventId: pitch.event.id, markedBy: pitch.ada.id, source: 'coach', at },
    );
  if (isMoved) await mark('Ben', minutes(-7 * 1440 + 60));
  await mark('Cleo', minutes(-5));
  await openAsAda(pitch.path);
  await screen.findByText(/ 3 expected$/);
  return pitch;
}

it('are named, removed together with one tap, and come back with undo', async () => {
  const { user, idOf, marksOf } = await openMoved(true);
  await screen.findByText(note);
  expect((await row('Ben')).className).toBe('excused');
  await user.click(await button('Remove that mark'));
  await waitFor(async () => expect((await row('Ben')).className).toBe('open'));
  expect((await row('Cleo')).className).toBe('excused');
  expect(screen.queryByText(note)).toBeNull();
  expect(document.activeElement?.textContent).toBe('2not yet');
  await waitFor(async () =>
    expect((await marksOf(idOf('Ben'))).map(({ status }) => status)).toEqual(['excused', null]),
  );
  await user.click(await button('Undo: One mark removed'));
  await waitFor(async () => expect((await row('Ben')).className).toBe('excused'));
});

it('are not named at an event that was not moved', async () => {
  await openMoved(false);
  expect((await row('Cleo')).className).toBe('excused');
  expect(screen.queryByText(note)).toBeNull();
});
