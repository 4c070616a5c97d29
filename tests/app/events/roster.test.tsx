// "Who's coming" on an event's page, for those who see the roster but do not run the event, over the real API.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  buildEvent,
  buildMembership,
  buildPerson,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { openAsAda, openDevice } from '../device.tsx';

const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Ada assists the team of an event. */
async function openAssistant(given: Parameters<typeof buildEvent>[1] = {}) {
  const device = await openEvent(given);
  const { db } = device.server.database;
  await buildMembership(db, { person_id: device.ada.id, team_id: device.team.id, role: 'assistant' });
  return device;
}

async function openEvent(given: Parameters<typeof buildEvent>[1] = {}) {
  const device = await openDevice();
  const { db } = device.server.database;
  const team = await buildTeam(db);
  const event = await buildEvent(db, {
    teams: [team.id],
    starts_at: later(3),
    ends_at: later(3.1),
    starts_on: later(3).slice(0, 10),
    ...given,
  });
  let replies = 0;
  const reply = async (name: string, state: 'confirmed' | 'declined' | 'waitlisted' = 'confirmed') => {
    const { id: person_id } = await buildUser(db, { name });
    // In this order.
    const responded_at = new Date(Date.UTC(2026, 10, 1, 10, 0, replies++)).toISOString();
    await buildRegistration(db, { event_id: event.id, person_id, state, responded_at });
  };
  /** As cancelling leaves someone who was going. */
  const wasGoing = async (name: string) => {
    const { id: person_id } = await buildUser(db, { name });
    const state = 'cancelledByOrganizer';
    await buildRegistration(db, { event_id: event.id, person_id, state, was_going: 1 });
  };
  const show = async () => {
    await openAsAda(`/my/events/${event.id}`);
    const summary = await screen.findByText(/^Who's coming/, { selector: 'summary' });
    return { summary, roster: within(summary.closest('details') as HTMLElement) };
  };
  return { ...device, team, event, reply, wasGoing, show };
}

it("an assistant sees only those with a place under Who's coming", async () => {
  const { reply, show } = await openAssistant();
  await reply('Declan Declined', 'declined');
  for (const name of ['Ann', 'Bo', 'Cas', 'Dee', 'Eve']) await reply(name);
  await reply('Wim Waiting', 'waitlisted');
  const { summary, roster } = await show();
  expect(summary.textContent).toMatch(/\+1$/);
  expect(summary.querySelectorAll('.faces > *')).toHaveLength(4);
  expect(roster.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual(
    ['Ann', 'Bo', 'Cas', 'Dee', 'Eve'].map((name) => expect.stringContaining(name)),
  );
  expect(roster.queryByText('Declan Declined')).toBeNull();
  expect(roster.queryByText('Wim Waiting')).toBeNull();
  expect(roster.queryByText(/shown here/)).toBeNull();
});

it('an assistant still sees who was going to a cancelled event', async () => {
  const { wasGoing, reply, show } = await openAssistant({ event_status: 'EventCancelled' });
  await wasGoing('Ann');
  await reply('Declan Declined', 'declined');
  const { roster } = await show();
  roster.getByText('Ann');
  expect(roster.queryByText('Declan Declined')).toBeNull();
});

it("Who's coming finds those with a place behind a page of other replies, and shows more of them", async () => {
  const { user, reply, show } = await openAssistant();
  for (let at = 0; at < 100; at++) await reply(`Declined ${at}`, 'declined');
  for (let at = 0; at < 100; at++) await reply(`Coming ${at}`);
  for (let at = 0; at < 100; at++) await reply(`Also declined ${at}`, 'declined');
  await reply('Zoë Last');
  const { summary, roster } = await show();
  expect(summary.textContent).toMatch(/\+97$/);
  const names = () => roster.getAllByRole('listitem', { hidden: true }).length;
  expect(names()).toBe(100);
  await user.click(roster.getByRole('button', { name: 'Show more', hidden: true }));
  expect((await roster.findByText('Zoë Last')).closest('a')).toBe(document.activeElement);
  expect(names()).toBe(101);
  await waitFor(() => expect(roster.queryByRole('button', { hidden: true })).toBeNull());
});

it('someone of none of its teams sees how many people with a place are not named', async () => {
  const { server, ada, event, reply, show } = await openEvent({ roster_visibility: 'participants' });
  const { db } = server.database;
  await buildRegistration(db, { event_id: event.id, person_id: ada.id });
  await reply('Ann Adult');
  const hidden = [await buildPerson(db, { name: 'Mia' }), await buildUser(db, { birth_date: '2015-05-04' })];
  for (const { id: person_id } of hidden)
    await buildRegistration(db, { event_id: event.id, person_id, responded_by: ada.id });
  const { summary, roster } = await show();
  expect(summary.textContent).toMatch(/\+2$/);
  expect(roster.getAllByRole('listitem', { hidden: true })).toHaveLength(2);
  roster.getByText('Ann Adult');
  roster.getByText("And 2 more people, whose names aren't shown here");
  expect(roster.queryByRole('button', { hidden: true })).toBeNull();
});
