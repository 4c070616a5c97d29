// Helpers of the planning tests in the page: a coach's device, an event, and the fields of the form.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { signIn } from '../../support/client.ts';
import { buildMembership, buildTeam } from '../../support/factories.ts';
import { openDevice } from '../device.tsx';

type Device = Awaited<ReturnType<typeof openDevice>>;

/** A device of a coach with one team, and a direct way to the server. */
export async function openCoachDevice() {
  const device = await openDevice();
  const { db } = device.server.database;
  await db
    .updateTable('users')
    .set({ is_coach: 1, locale: 'en-GB' })
    .where('id', '=', device.ada.id)
    .execute();
  const team = await buildTeam(db, { name: 'KV Rooigem U12' });
  await buildMembership(db, { person_id: device.ada.id, team_id: team.id, role: 'coach' });
  const laptop = await signIn(device.server, device.ada);
  return { ...device, db, team, laptop };
}

export const inDays = (days: number, time: string) =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}:00.000Z`;

export async function planned(
  { laptop, team }: Awaited<ReturnType<typeof openCoachDevice>>,
  given: Record<string, unknown> = {},
) {
  const answer = await laptop.call('POST /api/events', {
    body: {
      name: 'Tuesday training',
      kind: 'training',
      startsAt: inDays(3, '17:00'),
      endsAt: inDays(3, '18:15'),
      timeZone: 'Europe/Brussels',
      owner: { kind: 'team', id: team.id },
      publication: 'published',
      ...given,
    },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
  expect(answer.body.errors ?? []).toEqual([]);
  return answer.body;
}

export const field = <T extends HTMLElement = HTMLInputElement>(label: string) =>
  screen.findByLabelText<T>(label);
export async function fill(label: string, value: string) {
  const input = await field(label);
  fireEvent.change(input, { target: { value } });
  return input;
}
export const button = (text: string) => screen.getByText(text, { selector: 'button' });
/** In jsdom the content of a dialog has no accessible roles, so it is found as an element. */
export async function sheet() {
  await waitFor(() => expect(document.querySelector('dialog[open]')).not.toBeNull());
  return within(document.querySelector('dialog[open]') as HTMLElement);
}
export const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft'));
export const eventsOf = ({ server }: Device) =>
  server.database.db.selectFrom('events').select(['id', 'name', 'publication']).execute();

/** Goes offline; returns how to go online again. */
export function goOffline() {
  const online = fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  return () => {
    vi.stubGlobal('fetch', online);
    onLine.mockRestore();
    dispatchEvent(new Event('online'));
  };
}
