// Which attendance lists a device prefetches, which it deletes, and what happens on a device that cannot store anything.
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { StorageError } from '../../../src/offline/device-store.ts';
import { buildEvent, buildMembership, buildTeam, buildUser } from '../../support/factories.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { openAsAda, openDevice } from '../device.tsx';

const device = vi.hoisted(() => ({ stores: new Map<string, unknown>(), isBlocked: false }));

vi.mock('../../../src/offline/device-store.ts', async (load) => ({
  ...(await load<object>()),
  deleteOthersSavedAnswers: async () => {},
  deleteSavedAnswers: async () => {},
  deviceStore: (part: string, userId: string) => {
    const refuse = async () => {
      throw new StorageError('unavailable', null);
    };
    if (device.isBlocked) return { entries: refuse, put: refuse, replace: refuse, remove: refuse };
    const key = `${part} ${userId}`;
    const store = device.stores.get(key) ?? memoryStore();
    device.stores.set(key, store);
    return store;
  },
}));

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();

beforeEach(() => {
  device.stores.clear();
  device.isBlocked = false;
  vi.restoreAllMocks();
});

/** Ada coaches a team with events in these hours. */
async function openClub(events: readonly number[]) {
  const opened = await openDevice();
  const { db } = opened.server.database;
  await db
    .updateTable('users')
    .set({ is_coach: 1, locale: 'en-GB' })
    .where('id', '=', opened.ada.id)
    .execute();
  opened.server.advance(Date.now() - opened.server.now().getTime());
  const team = await buildTeam(db);
  const role = await buildMembership(db, { team_id: team.id, person_id: opened.ada.id, role: 'coach' });
  const ben = await buildUser(db, { name: 'Ben' });
  await buildMembership(db, { team_id: team.id, person_id: ben.id });
  const planned = [];
  for (const start of events)
    planned.push(
      await buildEvent(db, {
        owner_team_id: team.id,
        teams: [team.id],
        visibility: 'team',
        starts_at: hours(start),
        ends_at: hours(start + 1),
      }),
    );
  const saved = async () => {
    const store = device.stores.get(`answers ${opened.ada.id}`) as ReturnType<typeof memoryStore> | undefined;
    return [...(store?.rows.keys() ?? [])];
  };
  const leave = () =>
    db
      .updateTable('memberships')
      .set({ status: 'removed', ended_at: new Date().toISOString() })
      .where('id', '=', role.id)
      .execute();
  /** Saves an answer on the device, as of an hour ago. */
  const save = async (address: string, data: unknown) => {
    const key = `answers ${opened.ada.id}`;
    const store = (device.stores.get(key) ?? memoryStore()) as ReturnType<typeof memoryStore>;
    device.stores.set(key, store);
    await store.put([[address, { data, savedAt: Date.parse(hours(-1)), bytes: 100, version: 1 }]]);
  };
  return { ...opened, db, ben, team, planned, save, saved, leave };
}

const listOf = (event: { id: string } | undefined) => `/api/events/${event?.id}/attendance`;
const patience = { timeout: 8000 };

/** Five minutes later, because a younger list is not read again. */
function runLater() {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 6 * 60_000);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

it('the lists of the next seven days are saved before they are opened, and later ones are not', async () => {
  const {
    saved,
    planned: [on, soon, later],
  } = await openClub([-0.5, 100, 200]);
  await openAsAda('/');
  await waitFor(async () => {
    expect(await saved()).toEqual(
      expect.arrayContaining([listOf(on), listOf(soon), `/api/events/${soon?.id}`]),
    );
  }, patience);
  expect(await saved()).not.toContain(listOf(later));
});

it('an event that was cancelled is saved as cancelled by the next run, with its list', async () => {
  const {
    ada,
    db,
    planned: [on],
  } = await openClub([-0.5]);
  const statusNow = () => {
    const store = device.stores.get(`answers ${ada.id}`) as ReturnType<typeof memoryStore> | undefined;
    const row = store?.rows.get(`/api/events/${on?.id}`) as { data: { eventStatus: string } } | undefined;
    return row?.data.eventStatus;
  };
  await openAsAda('/');
  await waitFor(() => expect(statusNow()).toBe('EventScheduled'), patience);
  await db
    .updateTable('events')
    .set({ event_status: 'EventCancelled' })
    .where('id', '=', on?.id ?? '')
    .execute();
  runLater();
  await waitFor(() => expect(statusNow()).toBe('EventCancelled'), patience);
});

it('who can be added by name is saved for the next ten events', async () => {
  const { saved, planned } = await openClub(Array.from({ length: 12 }, (_, index) => 10 * index + 1));
  await openAsAda('/');
  const peopleOf = (rows: string[]) => rows.filter((row) => row.endsWith('/people')).length;
  await waitFor(async () => expect(peopleOf(await saved())).toBe(10), { timeout: 20_000 });
  expect(await saved()).toEqual(expect.arrayContaining(planned.map(listOf)));
});

it('the list of an event is deleted from the device of someone who no longer runs it, once online', async () => {
  const {
    planned: [on],
    saved,
    leave,
  } = await openClub([-0.5]);
  await openAsAda('/');
  await waitFor(async () => expect(await saved()).toContain(listOf(on)), patience);
  await leave();
  runLater();
  await waitFor(async () => expect(await saved()).not.toContain(listOf(on)), patience);
});

it('everything saved of an event and of a team is deleted from the device of someone who no longer runs them', async () => {
  const {
    ben,
    planned: [on],
    team,
    save,
    saved,
    leave,
  } = await openClub([-0.5]);
  const history = `${listOf(on)}/${ben.id}`;
  const table = `/api/teams/${team.id}/attendance?from=2026-08-01&to=2026-11-21`;
  await save(history, { items: [] });
  await save(table, {
    from: '2026-08-01',
    to: '2026-11-21',
    dates: [],
    hasEarlier: false,
    people: [],
    hasMorePeople: false,
  });
  await openAsAda('/');
  const event = `/api/events/${on?.id}`;
  const all = [event, listOf(on), history, `${event}/people`, `${event}/check-in-key`, table];
  await waitFor(async () => expect(await saved()).toEqual(expect.arrayContaining(all)), patience);
  await leave();
  runLater();
  await waitFor(async () => {
    const left = await saved();
    expect(left.filter((row) => all.includes(row))).toEqual([]);
  }, patience);
});

it('the people of an event are deleted although its list was deleted before', async () => {
  const {
    planned: [on],
    save,
    saved,
    leave,
  } = await openClub([-0.5]);
  await leave();
  const people = `/api/events/${on?.id}/people`;
  await save(people, { items: [], canAddGuests: true });
  await openAsAda('/');
  await waitFor(async () => expect(await saved()).not.toContain(people), patience);
});

it('a device that cannot store anything warns before the first mark, and sends the held marks once online', async () => {
  device.isBlocked = true;
  const {
    planned: [on],
    user,
    db,
    ben,
  } = await openClub([-0.5]);
  await openAsAda(`/my/events/${on?.id}/attendance`);
  await screen.findByText(/Marks are lost if you close this page without a connection/);
  // Also where the warning is out of view.
  await waitFor(() =>
    expect(document.getElementById('said')?.textContent).toMatch(
      /^This browser doesn't let us keep anything/,
    ),
  );
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  await user.click(document.querySelector('[data-mark]') as HTMLElement);
  await screen.findByText('1 to be sent');
  await screen.findByText('Here');
  const closing = new Event('beforeunload', { cancelable: true });
  dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  expect(await db.selectFrom('attendance').select('id').execute()).toEqual([]);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  await waitFor(() => expect(screen.queryByText('1 to be sent')).toBeNull(), patience);
  expect(await db.selectFrom('attendance').select(['person_id', 'status']).execute()).toEqual([
    { person_id: ben.id, status: 'present' },
  ]);
});
