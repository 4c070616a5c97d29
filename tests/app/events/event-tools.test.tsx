// The tools of those who run an event on its page, and how others see a postponed one, over the real API.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import {
  buildEvent,
  buildMembership,
  buildOrganization,
  buildPerson,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { openAsAda, openDevice } from '../device.tsx';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Ada coaches a team with one more member. */
async function openCoach() {
  const device = await openDevice();
  const { db } = device.server.database;
  const team = await buildTeam(db, { name: 'KV Rooigem U12' });
  await buildMembership(db, { person_id: device.ada.id, team_id: team.id, role: 'coach' });
  const ben = await buildUser(db);
  await buildMembership(db, { person_id: ben.id, team_id: team.id });
  const eventIn = (days: number, given: Parameters<typeof buildEvent>[1] = {}) =>
    buildEvent(db, {
      name: 'Derby',
      owner_team_id: team.id,
      teams: [team.id],
      visibility: 'team',
      starts_at: inDays(days),
      ends_at: inDays(days + 0.1),
      starts_on: inDays(days).slice(0, 10),
      ...given,
    });
  return { ...device, db, team, ben, eventIn };
}
const button = (name: string) => screen.findByRole('button', { name });
/** The rarer actions are in a sheet behind "…". */
const more = async (user: UserEvent) => {
  await user.click(await button('More actions'));
  return within(await screen.findByRole('dialog', { name: 'More actions' }));
};

it('a past event is archived, and restored from the archive', async () => {
  const { user, db, eventIn } = await openCoach();
  const event = await eventIn(-3);
  const publication = async () =>
    (await db.selectFrom('events').select('publication').where('id', '=', event.id).executeTakeFirst())
      ?.publication;
  await openAsAda(`/my/events/${event.id}`);
  await user.click((await more(user)).getByRole('button', { name: 'Archive' }));
  await screen.findByText('Archived');
  await waitFor(() =>
    expect(document.getElementById('said')?.textContent).toMatch(/^Archived\. You'll find it under Past\./),
  );
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  expect(await publication()).toBe('archived');
  await user.click((await more(user)).getByRole('button', { name: 'Restore from the archive' }));
  await waitFor(() => expect(screen.queryByText('Archived')).toBeNull());
  expect(await publication()).toBe('published');
});

it('a draft counts no missing answers, because no one was asked', async () => {
  const { eventIn } = await openCoach();
  const event = await eventIn(3, { publication: 'draft' });
  await openAsAda(`/my/events/${event.id}`);
  await screen.findByText('No one is asked until you publish this event.');
  expect(document.querySelector('[data-people] dl')).toBeNull();
});

it('the page of a cancelled event shows Duplicate as a button, and not in the menu', async () => {
  const { user, eventIn } = await openCoach();
  const event = await eventIn(3, { event_status: 'EventCancelled' });
  await openAsAda(`/my/events/${event.id}`);
  await button('Duplicate');
  expect((await more(user)).queryByRole('button', { name: 'Duplicate' })).toBeNull();
});

it('deleting is offered for an event without replies, and not for one with a reply', async () => {
  const { user, db, ben, eventIn } = await openCoach();
  const answered = await eventIn(3);
  await buildRegistration(db, { event_id: answered.id, person_id: ben.id, state: 'declined' });
  const event = await eventIn(4);
  await openAsAda(`/my/events/${answered.id}`);
  const answeredMenu = await more(user);
  answeredMenu.getByRole('button', { name: 'Duplicate' });
  expect(answeredMenu.queryByRole('button', { name: 'Delete' })).toBeNull();
  cleanup();
  await openAsAda(`/my/events/${event.id}`);
  await user.click((await more(user)).getByRole('button', { name: 'Delete' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Delete this event?' }));
  sheet.getByText(/No one has replied yet/);
  await user.click(sheet.getByRole('button', { name: 'Delete' }));
  await waitFor(async () => {
    const ids = await db.selectFrom('events').select('id').execute();
    expect(ids).toEqual([{ id: answered.id }]);
  });
});

it('the reply counts show attending, declined and unanswered, also when zero, and link to the names', async () => {
  const { user, db, ben, eventIn } = await openCoach();
  const event = await eventIn(3);
  await openAsAda(`/my/events/${event.id}`);
  const tiles = () =>
    [...document.querySelectorAll('[data-people] dl > div')].map((tile) =>
      [...tile.children].map(({ textContent }) => textContent),
    );
  await waitFor(() =>
    expect(tiles()).toEqual([
      ['Going', '0'],
      ["Can't go", '0'],
      ['No answer', '1'],
    ]),
  );
  // No names to link to.
  expect([...document.querySelectorAll('[data-people] dl button')].map((tile) => tile.textContent)).toEqual([
    'No answer',
  ]);
  await user.click(await button('No answer'));
  const list = screen.getByText('No answer', { selector: 'summary' });
  expect(document.activeElement).toBe(list);
  await within(list.closest('details') as HTMLElement).findByText(ben.name);
  const answered = await eventIn(4);
  await buildRegistration(db, { event_id: answered.id, person_id: ben.id, state: 'declined' });
  history.pushState(null, '', `/my/events/${answered.id}`);
  dispatchEvent(new PopStateEvent('popstate'));
  await waitFor(() => expect(tiles()[1]).toEqual(["Can't go", '1']));
  await user.click(
    within(document.querySelector('[data-people] dl') as HTMLElement).getByRole('button', {
      name: "Can't go",
    }),
  );
  expect(screen.getByText(ben.name).closest('details')?.open).toBe(true);
});

it('postponing an event says how many are notified, and then asks for a new date', async () => {
  const { user, eventIn } = await openCoach();
  const event = await eventIn(3);
  await openAsAda(`/my/events/${event.id}`);
  await user.click((await more(user)).getByRole('button', { name: 'Postpone' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Postpone without a date?' }));
  await sheet.findByText('One person is notified now.');
  await user.click(sheet.getByRole('button', { name: 'Postpone' }));
  await screen.findByText('Postponed. A new time will follow.');
  await screen.findByRole('link', { name: 'Set a new date' });
});

it('interest in the new date of a postponed event is stored, and can be withdrawn', async () => {
  const { user, server } = await openDevice();
  const event = await buildEvent(server.database.db, {
    event_status: 'EventPostponed',
    starts_at: inDays(-2),
    ends_at: inDays(-1.9),
  });
  await openAsAda(`/my/events/${event.id}`);
  const wanted = await button('Tell me the new date');
  await user.click(wanted);
  await screen.findByText("We'll let you know the new date");
  const letGo = await button('No longer interested');
  expect(document.activeElement).toBe(letGo);
  expect(screen.queryByText('This event is over')).toBeNull();
  // A press while the first one is in flight does nothing, and the server's clock stands still here.
  await waitFor(() => expect(letGo.getAttribute('aria-busy')).not.toBe('true'));
  server.advance(60_000);
  await user.click(letGo);
  await button('Tell me the new date');
  const stored = server.database.db.selectFrom('registrations').select('id').execute();
  expect(await stored).toEqual([]);
});

it('the list of a large team shows everyone without a reply, and the coach replies for one of them', async () => {
  const { user, db, team, eventIn } = await openCoach();
  for (let at = 0; at < 101; at++) {
    const { id } = await buildUser(db, { name: `Member ${at}` });
    await buildMembership(db, { person_id: id, team_id: team.id });
  }
  const last = await buildUser(db, { name: 'Zoë Last' });
  await buildMembership(db, { person_id: last.id, team_id: team.id });
  const event = await eventIn(3);
  await openAsAda(`/my/events/${event.id}`);
  await user.click(await button('Reply for someone'));
  const sheet = within(await screen.findByRole('dialog', { name: 'Reply for someone' }));
  // The first count is of all. Ben is one of them, and Ada coaches.
  const heading = await sheet.findByRole('heading', { name: /^KV Rooigem U12/ });
  expect(heading.textContent).toBe('KV Rooigem U12: 103 without a reply');
  await user.click(sheet.getByRole('button', { name: 'Going: Zoë Last' }));
  await sheet.findByRole('heading', { name: 'KV Rooigem U12: 102 without a reply' });
  expect(sheet.getByText('Zoë Last is going.').closest('[role=status]')).not.toBeNull();
  const replies = await db.selectFrom('registrations').select(['person_id', 'state']).execute();
  expect(replies).toEqual([{ person_id: last.id, state: 'confirmed' }]);
});

it("a coach replies for the members of a sister team of the event, whose roster they can't read", async () => {
  const { user, db, team, ben, eventIn } = await openCoach();
  const club = await buildOrganization(db);
  await db.updateTable('teams').set({ organization_id: club.id }).where('id', '=', team.id).execute();
  const sister = await buildTeam(db, { name: 'KV Rooigem U13', organization_id: club.id });
  const cleo = await buildUser(db, { name: 'Cleo' });
  await buildMembership(db, { person_id: cleo.id, team_id: sister.id });
  const managed = await buildPerson(db, { name: 'Mats' });
  await buildMembership(db, { person_id: managed.id, team_id: team.id });
  const event = await eventIn(3, { teams: [team.id, sister.id] });
  await buildRegistration(db, { event_id: event.id, person_id: ben.id, state: 'declined' });
  await openAsAda(`/my/events/${event.id}`);
  await user.click(await button('Reply for someone'));
  const sheet = within(await screen.findByRole('dialog', { name: 'Reply for someone' }));
  await sheet.findByRole('heading', { name: 'KV Rooigem U12 and KV Rooigem U13: 2 without a reply' });
  expect(sheet.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(sheet.getByRole('button', { name: 'Going: Mats' })).toBeDefined();
  expect(sheet.getByText('No account')).toBeDefined();
  expect(sheet.queryByText(ben.name)).toBeNull();
  await user.click(sheet.getByRole('button', { name: 'Going: Cleo' }));
  await sheet.findByText('Cleo is going.');
  const replies = db.selectFrom('registrations').select('state').where('person_id', '=', cleo.id);
  expect(await replies.execute()).toEqual([{ state: 'confirmed' }]);
});
