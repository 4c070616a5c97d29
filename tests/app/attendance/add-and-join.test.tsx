// Adding someone by name, and joining a guest with a member: what Enter does, what the sheet says, and what it asks first.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { buildMembership, buildOrganization, buildTeam, buildUser } from '../../support/factories.ts';
import { openAsAda } from '../device.tsx';
import { button, goOffline, lines, markButton, openPitch, order, sheet } from './pitch-setup.tsx';

// jsdom has no IndexedDB, which stores the outbox.
vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

beforeEach(() => {
  vi.restoreAllMocks();
});

/** The pitch of a team whose club has these members in another team. */
async function openClub(others = ['Zita Zwart', 'Zora Zeller']) {
  const pitch = await openPitch();
  const { db, team } = pitch;
  const club = await buildOrganization(db);
  await db.updateTable('teams').set({ organization_id: club.id }).where('id', '=', team.id).execute();
  const second = await buildTeam(db, { organization_id: club.id, name: 'U14' });
  for (const name of others) {
    const person = await buildUser(db, { name });
    await buildMembership(db, { team_id: second.id, person_id: person.id });
  }
  const guests = () => db.selectFrom('event_guests').select('id').execute();
  return { ...pitch, guests };
}

/** Answers of this address never come. */
function neverAnswer(pattern: RegExp) {
  const answer = fetch;
  const pending = vi.fn(() => new Promise<Response>(() => {}));
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) =>
    pattern.test(`${init.method ?? 'GET'} ${url}`) ? pending() : answer(url, init),
  );
  return pending;
}

const isOpen = () => document.querySelector('dialog[open]') !== null;
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 100)));

async function openAdding(path: string) {
  await openAsAda(path);
  await screen.findByText(/ 3 expected$/);
  fireEvent.click(await button('Add someone'));
  return (await sheet()).getByLabelText<HTMLInputElement>('Name');
}

it('Enter adds the one member whose name matches, and no guest', async () => {
  const { user, guests, path } = await openClub();
  const field = await openAdding(path);
  expect(document.activeElement).toBe(field);
  expect(field.enterKeyHint || field.getAttribute('enterkeyhint')).toBe('search');
  await waitFor(async () => (await sheet()).getByText('Zita Zwart'));
  await user.type(field, 'zita{Enter}');
  await waitFor(async () => expect(await lines('Zita Zwart')).toContain('Here'));
  expect(isOpen()).toBe(false);
  expect(await guests()).toEqual([]);
});

it('a member who was added by mistake and sent is not marked with everyone else after an undo', async () => {
  const { db, user, marksOf, path } = await openClub();
  const named = db.selectFrom('people').select('id').where('name', '=', 'Zita Zwart');
  const { id } = await named.executeTakeFirstOrThrow();
  const statuses = async () => (await marksOf(id)).map(({ status }) => status);
  const field = await openAdding(path);
  await waitFor(async () => (await sheet()).getByText('Zita Zwart'));
  await user.type(field, 'zita{Enter}');
  await screen.findByText(/ 4 expected$/);
  await waitFor(async () => expect(await statuses()).toEqual(['present']));
  await waitFor(() => expect(screen.queryByText(/to be sent/)).toBeNull());
  goOffline(true);
  fireEvent.click(await button(/^Undo: /));
  await screen.findByText(/ 3 expected$/);
  fireEvent.click(await button(/^Everyone else is here · 3/));
  await waitFor(async () => expect(await lines('Ben')).toContain('Here'));
  expect(await lines('Zita Zwart')).not.toContain('Here');
  goOffline(false);
  await waitFor(async () => expect(await statuses()).toEqual(['present', null]));
});

it('Enter does nothing where several members match', async () => {
  const { user, guests, path } = await openClub();
  const field = await openAdding(path);
  await waitFor(async () => (await sheet()).getByText('Zita Zwart'));
  await user.type(field, 'z{Enter}');
  await settled();
  expect((await sheet()).getByRole('status').textContent).toBe('2 members');
  expect(isOpen()).toBe(true);
  expect(await guests()).toEqual([]);
});

it('Enter adds no guest with the name of someone on the list', async () => {
  const { user, guests, path } = await openClub();
  const field = await openAdding(path);
  await waitFor(async () => (await sheet()).getByText('Zita Zwart'));
  await user.type(field, 'Ben{Enter}');
  await settled();
  expect(isOpen()).toBe(true);
  expect(await guests()).toEqual([]);
});

it('Enter adds no guest before the members are loaded', async () => {
  const { user, guests, path } = await openClub();
  neverAnswer(/GET .*\/people$/);
  const field = await openAdding(path);
  await user.type(field, 'Zita Zwart{Enter}');
  await settled();
  expect(isOpen()).toBe(true);
  expect(order()).toEqual(['Ben', 'Cleo', 'Dila']);
  expect(await guests()).toEqual([]);
});

it('Enter adds a guest where no member has the name, after the sheet has said so', async () => {
  const { user, guests, path } = await openClub();
  const field = await openAdding(path);
  await waitFor(async () => (await sheet()).getByText('Zita Zwart'));
  await user.type(field, 'Gus');
  const said = (await sheet()).getByText('No member found for “Gus”.');
  expect(said.closest('[role=status]')).not.toBeNull();
  await user.type(field, '{Enter}');
  await waitFor(async () => expect(await guests()).toHaveLength(1));
});

it('the sheet says that the members are not on this device', async () => {
  const { path } = await openClub();
  const answer = fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) =>
    url.endsWith('/people') ? Promise.reject(new TypeError('Failed to fetch')) : answer(url, init),
  );
  await openAdding(path);
  await waitFor(async () =>
    expect(
      (await sheet()).getByText(/^The list of members isn't on this device yet/).closest('[role=status]'),
    ).not.toBeNull(),
  );
});

it('a tap on a member selects them for the guest, and only the button below joins both', async () => {
  const { user, asked, guests, path } = await openClub();
  const field = await openAdding(path);
  await waitFor(async () => (await sheet()).getByText('Zita Zwart'));
  await user.type(field, 'Zit the guest');
  await user.click((await sheet()).getByText('Add Zit the guest as a guest'));
  await waitFor(async () => expect(await guests()).toHaveLength(1));
  await waitFor(async () => expect(await lines('Zit the guest')).toMatch(/Here · Guest$/));
  await waitFor(() => expect(screen.queryByText(/to be sent/)).toBeNull());
  await user.click(
    (await markButton('Zit the guest')).parentElement?.querySelector('[data-more]') as HTMLElement,
  );
  await user.click((await sheet()).getByText('This is a member…'));
  await waitFor(async () => (await sheet()).getByText('Who is Zit the guest?'));
  const isJoining = (call: string) => /^PUT .*\/guests\//.test(call);
  expect((await sheet()).getByText<HTMLButtonElement>('Choose the member').disabled).toBe(true);
  await user.click((await sheet()).getByText('Ben'));
  await settled();
  expect(asked.filter(isJoining)).toEqual([]);
  expect((await sheet()).getByText('Ben').closest('button')?.getAttribute('aria-pressed')).toBe('true');
  await user.click((await sheet()).getByText('Zita Zwart'));
  expect((await sheet()).getByText('Ben').closest('button')?.getAttribute('aria-pressed')).toBe('false');
  const pending = neverAnswer(/^PUT .*\/guests\//);
  const join = (await sheet()).getByText('Join Zit the guest with Zita Zwart');
  await user.click(join);
  await waitFor(() => expect(pending).toHaveBeenCalledTimes(1));
  expect(join.getAttribute('aria-busy')).toBe('true');
});
