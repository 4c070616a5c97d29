// Replies that are due to one team, made at once.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { flush, takeBack } from '../../../src/app/data/outbox/outbox.ts';
import { outboxStore } from '../../../src/app/data/outbox/outbox-state.ts';
import {
  buildEvent,
  buildMembership,
  buildOffer,
  buildRegistration,
  buildSeries,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { holdAnswers, openAsAda, openDevice } from '../device.tsx';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

it('more than one reply due to a team is made with one tap, except those that need a look', async () => {
  const { ada, user, server } = await openDevice();
  const { db } = server.database;
  const team = await buildTeam(db, { name: 'U12' });
  const other = await buildTeam(db, { name: 'Futsal' });
  for (const { id } of [team, other]) await buildMembership(db, { team_id: id, person_id: ada.id });
  const at = (day: number) => `2026-12-${String(day).padStart(2, '0')}T18:00:00.000Z`;
  for (const day of [1, 2, 3])
    await buildEvent(db, { name: `Training ${day}`, teams: [team.id], starts_at: at(day) });
  const paid = await buildEvent(db, { name: 'Camp', teams: [team.id], starts_at: at(4) });
  await buildOffer(db, { event_id: paid.id });
  await buildEvent(db, { name: 'One alone', teams: [other.id], starts_at: at(5) });

  await openAsAda('/my/events?tab=needsReply');
  const all = await screen.findByRole('button', { name: 'Going to all 3 of U12' });
  expect(within(all).queryByRole('status')).toBeNull();
  expect(screen.queryByRole('button', { name: /of Futsal/ })).toBeNull();
  await user.click(all);
  const said = await screen.findByText("You're going to all 3.");
  await waitFor(() => expect(document.activeElement).toBe(said));
  await waitFor(() => expect(screen.queryByText('Training 1')).toBeNull());
  expect(screen.getByRole('link', { name: /^Camp/ })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Going to all/ })).toBeNull();
  const rows = await db.selectFrom('registrations').select(['state']).execute();
  expect(rows).toEqual([{ state: 'confirmed' }, { state: 'confirmed' }, { state: 'confirmed' }]);
});

it('a reply that was refused meanwhile stays in the list', async () => {
  const { ada, user, server } = await openDevice();
  const { db } = server.database;
  const team = await buildTeam(db, { name: 'U12' });
  await buildMembership(db, { team_id: team.id, person_id: ada.id });
  for (const name of ['Training', 'Match'])
    await buildEvent(db, { name, teams: [team.id], starts_at: '2026-12-01T18:00:00.000Z' });
  await openAsAda('/my/events?tab=needsReply');
  const all = await screen.findByRole('button', { name: 'Going to all 2 of U12' });
  const match = await db
    .updateTable('events')
    .set({ maximum_attendee_capacity: 1 })
    .where('name', '=', 'Match')
    .returning('id')
    .executeTakeFirstOrThrow();
  const taken = await buildUser(db);
  await buildRegistration(db, { event_id: match.id, person_id: taken.id, state: 'confirmed' });
  await user.click(all);
  expect(await screen.findByText("You're going to 1 date. 1 event needs its own reply.")).toBeDefined();
  const refused = screen.getByText("It's full by now.");
  expect(within(refused).getByRole('link', { name: 'Match · Tue, Dec 1' })).toBeDefined();
  await waitFor(() => expect(screen.queryByText('Training')).toBeNull());
  expect(screen.getByRole('link', { name: /^Match .*December 1$/ })).toBeDefined();
});

it.each([
  ['/', 'Waiting for your reply'],
  ['/my/events?tab=needsReply', 'Needs reply'],
])('%s says the result, where nothing is left to answer', async (path, heading) => {
  const { ada, user, server } = await openDevice();
  const { db } = server.database;
  const team = await buildTeam(db, { name: 'U12' });
  await buildMembership(db, { team_id: team.id, person_id: ada.id });
  for (const name of ['Training', 'Match'])
    await buildEvent(db, { name, teams: [team.id], starts_at: '2026-12-01T18:00:00.000Z' });
  await openAsAda(path);
  await user.click(await screen.findByRole('button', { name: 'Going to all 2 of U12' }));
  const said = await screen.findByText("You're going to all 2.");
  await waitFor(() => expect(document.activeElement).toBe(said));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Going: Match, / })).toBeNull());
  expect(said.isConnected).toBe(true);
  expect(screen.getByRole('heading', { name: heading })).toBeDefined();
});

it.each(['/', '/my/events?tab=needsReply'])(
  '%s leaves out of "Going to all" a reply that was just given',
  async (path) => {
    const { ada, user, server } = await openDevice();
    const { db } = server.database;
    const team = await buildTeam(db, { name: 'U12' });
    await buildMembership(db, { team_id: team.id, person_id: ada.id });
    for (const day of [1, 2, 3])
      await buildEvent(db, {
        name: `Training ${day}`,
        teams: [team.id],
        starts_at: `2026-12-0${day}T18:00:00.000Z`,
      });
    await openAsAda(path);
    await screen.findByRole('button', { name: 'Going to all 3 of U12' });
    await user.click(await screen.findByRole('button', { name: /^Can't go: Training 1, / }));
    await screen.findByRole('button', { name: /^Change: Training 1, / });
    await user.click(await screen.findByRole('button', { name: 'Going to all 2 of U12' }));
    await screen.findByText("You're going to all 2.");
    const rows = await db
      .selectFrom('registrations as r')
      .innerJoin('events as e', 'e.id', 'r.event_id')
      .select(['e.name', 'r.state'])
      .orderBy('e.name')
      .execute();
    expect(rows).toEqual([
      { name: 'Training 1', state: 'declined' },
      { name: 'Training 2', state: 'confirmed' },
      { name: 'Training 3', state: 'confirmed' },
    ]);
  },
);

const dayMs = 86_400_000;
const firstMs = Date.parse('2026-12-01T18:00:00.000Z');

/** A team that asks Ada about the dates of two series and one more, 57 in all. */
async function openSeason() {
  const device = await openDevice();
  const { db } = device.server.database;
  const team = await buildTeam(db, { name: 'U12' });
  await buildMembership(db, { team_id: team.id, person_id: device.ada.id });
  for (const [name, shift] of [
    ['Tuesday', 0],
    ['Thursday', 2],
  ] as const) {
    const series = await buildSeries(db);
    for (let week = 0; week < 28; week += 1) {
      const starts_at = new Date(firstMs + (week * 7 + shift) * dayMs).toISOString();
      const date = { series_id: series.id, recurrence_id: starts_at.slice(0, 10), starts_at };
      await buildEvent(db, { name, teams: [team.id], ...date });
    }
  }
  await buildEvent(db, { name: 'Match', teams: [team.id], starts_at: '2027-07-01T18:00:00.000Z' });
  const states = () => db.selectFrom('registrations').select('state').execute();
  return { ...device, db, states };
}

it.each(['/', '/my/events?tab=needsReply'])(
  '%s answers all 57 dates of a team with one tap, and a series with one call',
  async (path) => {
    const { user, asked, states } = await openSeason();
    await openAsAda(path);
    const all = await screen.findByRole('button', { name: 'Going to all 57 of U12' });
    expect(all.closest('div')?.textContent).toContain('U12 asks about 57 dates');
    await user.click(all);
    const said = await screen.findByText("You're going to all 57.");
    expect(said.getAttribute('role')).toBe('status');
    expect((await states()).map(({ state }) => state)).toEqual(Array(57).fill('confirmed'));
    // Each once: jsdom has no Web Locks, so the writes may be sent again.
    expect(new Set(asked.filter((call) => call.startsWith('PUT '))).size).toBe(3);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Going/ })).toBeNull());
  },
);

it('leaves the dates between that need a look, and a date that was answered, as they are', async () => {
  const { ada, user, db, asked } = await openSeason();
  const tuesdays = await db
    .selectFrom('events')
    .select('id')
    .where('name', '=', 'Tuesday')
    .orderBy('starts_at')
    .execute();
  const [declined = '', priced = ''] = [tuesdays[3]?.id, tuesdays[9]?.id];
  await buildRegistration(db, { event_id: declined, person_id: ada.id, state: 'declined' });
  await buildOffer(db, { event_id: priced });
  await openAsAda('/my/events?tab=needsReply');
  await user.click(await screen.findByRole('button', { name: 'Going to all 55 of U12' }));
  await screen.findByText("You're going to all 55.");
  expect(new Set(asked.filter((call) => call.startsWith('PUT '))).size).toBe(3);
  const rows = await db.selectFrom('registrations').select(['event_id', 'state']).execute();
  expect(rows.find(({ event_id }) => event_id === declined)?.state).toBe('declined');
  expect(rows.find(({ event_id }) => event_id === priced)).toBeUndefined();
});

it('does not offer again what is still being sent, and says the result at the end', async () => {
  const { ada, user, server } = await openDevice();
  const { db } = server.database;
  const team = await buildTeam(db, { name: 'U12' });
  await buildMembership(db, { team_id: team.id, person_id: ada.id });
  for (const day of [1, 2, 3, 4])
    await buildEvent(db, {
      name: `Training ${day}`,
      teams: [team.id],
      starts_at: `2026-12-0${day}T18:00:00.000Z`,
    });
  await openAsAda('/');
  const all = await screen.findByRole('button', { name: 'Going to all 4 of U12' });
  const seen: string[] = [];
  const observer = new MutationObserver(() => {
    const button = screen.queryByRole('button', { name: /^Going to/ });
    if (button && !button.hasAttribute('aria-busy')) seen.push(button.textContent ?? '');
  });
  const release = holdAnswers('PUT');
  await user.click(all);
  await screen.findByText(
    'Saved on this device, will be sent',
    { selector: '[role=status]' },
    { timeout: 6000 },
  );
  expect(screen.queryByRole('button', { name: /^Going to all/ })).toBeNull();
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
  screen.getByRole('link', { name: /^Training 1/ }).focus();
  const focused = document.activeElement;
  release();
  expect(await screen.findByText("You're going to all 4.")).toBeDefined();
  expect(document.activeElement).toBe(focused);
  observer.disconnect();
  expect(seen).toEqual([]);
});

it('says how many are next where the whole list cannot be read', async () => {
  const { user, states } = await openSeason();
  const answer = fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.includes('limit=100') ? Promise.reject(new TypeError('no network')) : answer(url, init),
  );
  await openAsAda('/my/events?tab=needsReply');
  const next = await screen.findByRole('button', { name: 'Going to the next 20 of U12' });
  await user.click(next);
  await screen.findByText("You're going to 20 dates.");
  expect(await states()).toHaveLength(20);
});

it('takes the dates of a series out of the list while the reply to them waits', async () => {
  const { user, states } = await openSeason();
  await openAsAda('/my/events?tab=needsReply');
  const all = await screen.findByRole('button', { name: 'Going to all 57 of U12' });
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await user.click(all);
  await screen.findByText('Saved on this device, will be sent', { selector: '[role=status]' });
  expect(screen.queryByText('Tuesday')).toBeNull();
  expect(await states()).toHaveLength(0);
  online.mockRestore();
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText("You're going to all 57.")).toBeDefined();
});

it('hides no date of other lists while the reply to its series waits', async () => {
  const { ada, user, db } = await openSeason();
  const third = await db
    .selectFrom('events')
    .select('id')
    .where('name', '=', 'Tuesday')
    .orderBy('starts_at')
    .offset(2)
    .limit(1)
    .executeTakeFirstOrThrow();
  await buildRegistration(db, { event_id: third.id, person_id: ada.id, state: 'confirmed' });
  await openAsAda('/my/events?tab=needsReply');
  const all = await screen.findByRole('button', { name: 'Going to all 56 of U12' });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await user.click(all);
  await screen.findByText('Saved on this device, will be sent', { selector: '[role=status]' });
  await user.click(screen.getByRole('link', { name: 'Upcoming' }));
  expect(await screen.findByRole('link', { name: /^Tuesday/ })).toBeDefined();
});

it('says the result of two teams together, and what was refused at the first one', async () => {
  const { user, db, first } = await openTwoTeams();
  const full = await db
    .updateTable('events')
    .set({ maximum_attendee_capacity: 1 })
    .where('name', '=', 'U12 2')
    .returning('id')
    .executeTakeFirstOrThrow();
  const taken = await buildUser(db);
  await buildRegistration(db, { event_id: full.id, person_id: taken.id, state: 'confirmed' });
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await user.click(first);
  await screen.findByText('Saved on this device, will be sent', { selector: '[role=status]' });
  await user.click(screen.getByRole('button', { name: 'Going to all 2 of Futsal' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Going to all/ })).toBeNull());
  online.mockRestore();
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText("You're going to 3 dates. 1 event needs its own reply.")).toBeDefined();
  expect(within(screen.getByText("It's full by now.")).getByRole('link', { name: /^U12 2/ })).toBeDefined();
});

/** A device of someone whom two teams ask about two dates each; `ids`: of the events. */
async function openTwoTeams() {
  const { ada, user, server } = await openDevice();
  const { db } = server.database;
  const ids: Record<string, string[]> = { U12: [], Futsal: [] };
  for (const [name, events] of Object.entries(ids)) {
    const team = await buildTeam(db, { name });
    await buildMembership(db, { team_id: team.id, person_id: ada.id });
    for (const day of [1, 2]) {
      const starts_at = `2026-12-0${day}T18:00:00.000Z`;
      const event = await buildEvent(db, { name: `${name} ${day}`, teams: [team.id], starts_at });
      events.push(event.id);
    }
  }
  await openAsAda('/my/events?tab=needsReply');
  const first = await screen.findByRole('button', { name: 'Going to all 2 of U12' });
  return { user, db, ids, first };
}

it('counts dates once that were answered again after their replies were taken back', async () => {
  const { user, first } = await openTwoTeams();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await user.click(first);
  await screen.findByText('Saved on this device, will be sent', { selector: '[role=status]' });
  for (const row of outboxStore.get().rows) await takeBack(row);
  online.mockRestore();
  window.dispatchEvent(new Event('online'));
  await user.click(await screen.findByRole('button', { name: 'Going to all 2 of U12' }));
  expect(await screen.findByText("You're going to all 2.")).toBeDefined();
});

it('says the result of one team while the replies to another stay queued', async () => {
  const { user, ids, first } = await openTwoTeams();
  const through = fetch;
  vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof fetch>) => {
    const isBlocked = init?.method === 'PUT' && ids.U12?.some((id) => String(url).includes(id));
    return isBlocked ? new Response(null, { status: 500 }) : through(url, init);
  });
  await user.click(first);
  await screen.findByText(
    'Saved on this device, will be sent',
    { selector: '[role=status]' },
    { timeout: 9000 },
  );
  for (let attempt = 0; attempt < 8; attempt += 1) await flush({ now: true });
  await user.click(screen.getByRole('button', { name: 'Going to all 2 of Futsal' }));
  expect(await screen.findByText("You're going to all 2.")).toBeDefined();
});
