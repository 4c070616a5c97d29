// Helpers of the planning tests in the week: a wide screen, the week of an event, and moving it by keys.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { openAsAda } from '../../device.tsx';
import type { openCoachDevice } from '../planning-setup.ts';

type Device = Awaited<ReturnType<typeof openCoachDevice>>;

/** A Tuesday; the event is at 18:00 in Brussels. */
export const day = '2026-12-01';
export const event = { startsAt: `${day}T17:00:00.000Z`, endsAt: `${day}T18:15:00.000Z` };
const brussels = { locale: 'en-GB', time_zone: 'Europe/Brussels' };

/** A desktop with a mouse. */
export function stubDesk(): void {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: /min-width|any-pointer/.test(media),
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

/** Its hours can be selected, so the desk is loaded. */
export const deskShown = () => waitFor(() => expect(document.querySelector('button.slot')).not.toBeNull());

export async function liveInBrussels({ db, ada }: Device): Promise<void> {
  await db.updateTable('users').set(brussels).where('id', '=', ada.id).execute();
}

export async function openWeek(device: Device): Promise<void> {
  await liveInBrussels(device);
  await openAsAda(`/my/calendar?view=week&date=${day}`);
  await deskShown();
}

/** Moves it an hour later and asks for the preview. */
export async function moveByKeys(name = 'Tuesday training'): Promise<void> {
  const link = await screen.findByTitle(name);
  link.focus();
  for (const key of ['m', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter'])
    fireEvent.keyDown(link, { key });
}

/** The event's times in the week, as the block shows them. */
export const timesShown = async (name = 'Tuesday training') =>
  (await screen.findByTitle(name)).querySelector('.when')?.textContent;

export const startOf = async ({ db }: Device) =>
  (await db.selectFrom('events').select('starts_at').executeTakeFirstOrThrow()).starts_at;

export const press = (inside: { getByText: typeof screen.getByText }, text: string) =>
  fireEvent.click(inside.getByText(text, { selector: 'button' }));
