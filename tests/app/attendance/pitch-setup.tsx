// A coach at the pitch over the real API, and what tests find on the attendance list. Tests mock the device's store, which
// jsdom does not have.
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, vi } from 'vitest';
import { signIn } from '../../support/client.ts';
import { buildEvent, buildMembership, buildTeam, buildUser } from '../../support/factories.ts';
import { openDevice } from '../device.tsx';

export const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();

/** Ada coaches a team whose training has just begun, with these trainees. */
export async function openPitch({ names = ['Ben', 'Cleo', 'Dila'], given = {} as object } = {}) {
  const device = await openDevice();
  const { db } = device.server.database;
  await db
    .updateTable('users')
    .set({ is_coach: 1, locale: 'en-GB' })
    .where('id', '=', device.ada.id)
    .execute();
  // The server's clock runs with the device's: the order of two marks depends on both.
  const run = () => device.server.advance(Date.now() - device.server.now().getTime());
  run();
  const running = setInterval(run, 1);
  onTestFinished(() => clearInterval(running));
  const team = await buildTeam(db, { name: 'KV Rooigem U12' });
  const { id: membership } = await buildMembership(db, {
    team_id: team.id,
    person_id: device.ada.id,
    role: 'coach',
  });
  const jan = await buildUser(db, { name: 'Jan' });
  await buildMembership(db, { team_id: team.id, person_id: jan.id, role: 'coach' });
  const people = new Map<string, string>();
  for (const name of names) {
    const person = await buildUser(db, { name });
    await buildMembership(db, { team_id: team.id, person_id: person.id });
    people.set(name, person.id);
  }
  const event = await buildEvent(db, {
    name: 'U12 winter training',
    owner_team_id: team.id,
    teams: [team.id],
    visibility: 'team',
    starts_at: minutes(-12),
    ends_at: minutes(60),
    ...given,
  });
  const assistant = await signIn(device.server, jan);
  const idOf = (name: string) => people.get(name) ?? '';
  const marksOf = (personId: string) =>
    db
      .selectFrom('attendance')
      .select(['status', 'minutes_late', 'reason'])
      .where('event_id', '=', event.id)
      .where('person_id', '=', personId)
      .orderBy('occurred_at')
      .execute();
  const path = `/my/events/${event.id}/attendance`;
  const leave = () =>
    db
      .updateTable('memberships')
      .set({ status: 'removed', ended_at: new Date().toISOString() })
      .where('id', '=', membership)
      .execute();
  /** The trainees are no members any more, and never were for the server. */
  const removeTrainees = () => db.deleteFrom('memberships').where('role', '=', 'trainee').execute();
  return { ...device, db, team, jan, event, assistant, idOf, marksOf, path, leave, removeTrainees };
}

export const row = async (name: string) => {
  const found = await screen.findByText(name, { selector: 'strong' });
  return found.closest('[role=listitem]') as HTMLElement;
};
export const markButton = async (name: string) =>
  (await row(name)).querySelector('[data-mark]') as HTMLElement;
export const lines = async (name: string) => (await markButton(name)).textContent ?? '';
export const order = () =>
  [...document.querySelectorAll('[data-person] strong')].map(({ textContent }) => textContent);
/** In jsdom the content of a dialog has no accessible roles. */
export const sheet = async () => {
  await waitFor(() => expect(document.querySelector('dialog[open]')).not.toBeNull());
  return within(document.querySelector('dialog[open]') as HTMLElement);
};
export const button = (name: string | RegExp) => screen.findByRole('button', { name });
export const goOffline = (isOffline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!isOffline);
  act(() => void dispatchEvent(new Event(isOffline ? 'offline' : 'online')));
};
