// Checking in by the code on the coach's device, over the real API: the page makes the code, the server accepts it.
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { emitChanged } from '../../../src/app/data/resources/acknowledged-writes.ts';
import { signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildMembership,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { openApp, openAsAda, openDevice, password } from '../device.tsx';

const device = vi.hoisted(() => ({ stores: new Map<string, unknown>() }));
const shown = vi.hoisted(() => ({ codes: [] as string[] }));

vi.mock('../../../src/offline/device-store.ts', async (load) => ({
  ...(await load<object>()),
  deleteOthersSavedAnswers: async () => {},
  deleteSavedAnswers: async () => {},
  deviceStore: (part: string, userId: string) => {
    const key = `${part} ${userId}`;
    const store = device.stores.get(key) ?? memoryStore();
    device.stores.set(key, store);
    return store;
  },
}));

// The text in the QR code, as a camera reads it.
vi.mock('uqr', async (load) => {
  const real = await load<typeof import('uqr')>();
  return {
    ...real,
    encode: (...given: Parameters<typeof real.encode>) => {
      shown.codes.push(String(given[0]));
      return real.encode(...given);
    },
  };
});

const minuteMs = 60_000;
const minutes = (count: number) => new Date(Date.now() + count * minuteMs).toISOString();

beforeEach(() => {
  device.stores.clear();
  shown.codes = [];
  vi.restoreAllMocks();
});

/** A team that Ada coaches, or is a trainee of, with Jan as its other coach and a training that begins now. */
async function openClub(role: 'coach' | 'trainee', given: object = {}) {
  const opened = await openDevice();
  const { server, ada } = opened;
  const { db } = server.database;
  await db
    .updateTable('users')
    .set({ is_coach: role === 'coach' ? 1 : 0, locale: 'en-GB' })
    .where('id', '=', ada.id)
    .execute();
  // The server's clock follows the device's, or is correct in tests where the device's is wrong.
  const clock = { now: () => Date.now() };
  const run = () => server.advance(clock.now() - server.now().getTime());
  run();
  const running = setInterval(run, 5);
  onTestFinished(() => clearInterval(running));
  const team = await buildTeam(db, { name: 'KV Rooigem U12' });
  await buildMembership(db, { team_id: team.id, person_id: ada.id, role });
  const ben = await buildUser(db, { name: 'Ben' });
  await buildMembership(db, { team_id: team.id, person_id: ben.id });
  const jan = await buildUser(db, { name: 'Jan', is_coach: 1 });
  await buildMembership(db, { team_id: team.id, person_id: jan.id, role: 'coach' });
  const plan = (more: object = {}) =>
    buildEvent(db, {
      name: 'U12 winter training',
      owner_team_id: team.id,
      teams: [team.id],
      visibility: 'team',
      starts_at: minutes(-10),
      ends_at: minutes(60),
      ...more,
    });
  const event = await plan(given);
  const marks = () =>
    db.selectFrom('attendance').select(['person_id', 'status', 'source']).orderBy('received_at').execute();
  const scan = async (person: { id: string }, code: string) =>
    (await signIn(server, person)).call('POST /api/events/{id}/check-in', {
      params: { id: event.id },
      body: { token: new URL(code).hash.slice(1) },
    });
  return { ...opened, db, ben, jan, event, plan, marks, scan, clock };
}

const codePath = (event: { id: string }) => `/my/events/${event.id}/check-in`;
let online = fetch;
/** The newest picture on the page. */
const picture = async () => {
  await screen.findByRole('img', { name: 'QR code to check in to U12 winter training' });
  return shown.codes.at(-1) ?? '';
};
const goOffline = (isOffline: boolean) => {
  if (isOffline) {
    online = fetch;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('There is no network.')));
  } else vi.stubGlobal('fetch', online);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!isOffline);
  act(() => void dispatchEvent(new Event(isOffline ? 'offline' : 'online')));
};
const goTo = (path: string) =>
  act(() => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  });
/** What Jan's device shows at this moment, or showed some time ago. */
async function janShows(
  { server, jan }: Awaited<ReturnType<typeof openClub>>,
  event: { id: string },
  agoMs = 0,
) {
  const { makeCode } = await import('../../../src/app/features/attendance/check-in/codes.ts');
  const { body } = await (await signIn(server, jan)).call('GET /api/events/{id}/check-in-key', {
    params: { id: event.id },
  });
  const step = Math.floor((Date.now() - agoMs) / (body.stepSeconds * 1000));
  return `#${await makeCode(body.key, step)}`;
}
const herePath = (event: { id: string }) => `/my/events/${event.id}/here`;

it('the code of the coach’s page is a link that the server accepts, with the code behind #', async () => {
  const { event, ben, scan, marks, user } = await openClub('coach');
  await openAsAda(`/my/events/${event.id}/attendance`);
  await user.click(await screen.findByRole('link', { name: 'Check-in code' }));
  const code = await picture();
  expect(code).toMatch(new RegExp(`^http://[^#]+${herePath(event)}#[0-9]+[.][\\w-]{22}$`));
  expect((await scan(ben, code)).status).toBe(200);
  expect(await marks()).toEqual([{ person_id: ben.id, status: 'present', source: 'selfQr' }]);
  cleanup();
  await openApp(`/my/events/${event.id}/attendance`);
  await screen.findByText(/checked in by phone · /);
});

it('a new code is shown every 30 seconds, also without a connection, and the server refuses the old one', async () => {
  const { event, ben, scan } = await openClub('coach');
  await openAsAda(codePath(event));
  const first = await picture();
  await screen.findByText(/^New code in [0-9]+ s$/);
  goOffline(true);
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 90_000);
  await waitFor(() => expect(shown.codes.at(-1)).not.toBe(first));
  const later = shown.codes.at(-1) ?? '';
  const refused = await scan(ben, first);
  expect(refused.body).toMatchObject({ errors: [{ code: 'code_expired' }] });
  expect((await scan(ben, later)).status).toBe(200);
});

it('a device that was last online at home makes codes at the pitch without a connection', async () => {
  const { event, ben, ada, scan } = await openClub('coach');
  await openAsAda('/');
  const key = `/api/events/${event.id}/check-in-key`;
  await waitFor(() => {
    const store = device.stores.get(`answers ${ada.id}`) as ReturnType<typeof memoryStore> | undefined;
    expect([...(store?.rows.keys() ?? [])]).toEqual(expect.arrayContaining([key, `/api/events/${event.id}`]));
  });
  goOffline(true);
  goTo(codePath(event));
  expect((await scan(ben, await picture())).status).toBe(200);
});

it('the page without a saved key says why there is no code, and links to the list', async () => {
  const { event } = await openClub('coach');
  await openAsAda(`/my/events/${event.id}`);
  await screen.findByRole('heading', { name: 'U12 winter training' });
  goOffline(true);
  goTo(codePath(event));
  await screen.findByRole('heading', { name: 'The code is not on this device yet' });
  expect(screen.getByRole('link', { name: 'Mark in the list' }).getAttribute('href')).toBe(
    `/my/events/${event.id}/attendance`,
  );
});

it('the page of the code links a trainee to the event, and not to the list', async () => {
  const { event } = await openClub('trainee');
  await openAsAda(codePath(event));
  await screen.findByRole('heading', { name: "You can't show a code here" });
  expect(screen.getByRole('link', { name: 'See the event' }).getAttribute('href')).toBe(
    `/my/events/${event.id}`,
  );
  expect(screen.queryByRole('link', { name: 'Mark in the list' })).toBeNull();
});

it('the code goes when the answer of its event says that its viewer may not mark any more', async () => {
  const { db, ada, event } = await openClub('coach');
  await openAsAda(codePath(event));
  await picture();
  await db.updateTable('memberships').set({ role: 'trainee' }).where('person_id', '=', ada.id).execute();
  await act(() => emitChanged((address) => address === `/api/events/${event.id}`));
  await screen.findByRole('heading', { name: "You can't show a code here" });
});

it.each([
  ['before', { starts_at: minutes(120), ends_at: minutes(180) }, /^The code is available from /],
  ['after', { starts_at: minutes(-120), ends_at: minutes(-31) }, /^Check-in is over$/],
  ['a cancelled event', { event_status: 'EventCancelled' }, /^No one can check in here$/],
])('there is no code %s', async (_, given, title) => {
  const { event } = await openClub('coach', given);
  await openAsAda(codePath(event));
  await screen.findByRole('heading', { name: title });
  expect(shown.codes).toEqual([]);
});

it('a device whose clock is 7 minutes fast shows codes that the server accepts', async () => {
  const { event, ben, scan, clock } = await openClub('coach');
  const now = Date.now.bind(Date);
  clock.now = now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 7 * minuteMs);
  await openAsAda(codePath(event));
  await waitFor(async () => {
    const step = Number(new URL(await picture()).hash.slice(1).split('.')[0]);
    expect(Math.abs(step - Math.floor(now() / 30_000))).toBeLessThanOrEqual(1);
  });
  expect((await scan(ben, await picture())).status).toBe(200);
});

it('the whole screen shows the code with the event, and closes again', async () => {
  const { event, user } = await openClub('coach');
  await openAsAda(codePath(event));
  await picture();
  await user.click(await screen.findByRole('button', { name: 'Full screen' }));
  const dialog = document.querySelector('dialog[open]') as HTMLElement;
  expect(dialog.textContent).toContain('U12 winter training');
  await waitFor(() => expect(dialog.querySelector('svg[role=img]')).not.toBeNull());
  await user.click(dialog.querySelector('[aria-label=Close]') as HTMLElement);
  await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull());
});

it('the screen stays on while the code is shown, also after the page was hidden', async () => {
  /** The locks that are held. As in browsers, hiding the page ends them. */
  const held = new Set<object>();
  const request = async () => {
    const lock = { release: async () => void held.delete(lock) };
    held.add(lock);
    return lock;
  };
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'wakeLock'));
  const { event } = await openClub('coach');
  await openAsAda(codePath(event));
  await picture();
  expect(held.size).toBe(1);
  const look = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    if (state === 'hidden') held.clear();
    document.dispatchEvent(new Event('visibilitychange'));
  };
  look('hidden');
  expect(held.size).toBe(0);
  look('visible');
  expect(held.size).toBe(1);
  cleanup();
  await waitFor(() => expect(held.size).toBe(0));
});

it('someone who scans the code is checked in, and the page announces it', async () => {
  const club = await openClub('trainee');
  const { db, ada, event, marks } = club;
  await buildRegistration(db, { event_id: event.id, person_id: ada.id });
  await openAsAda(herePath(event) + (await janShows(club, event)));
  await screen.findByRole('heading', { name: "You're checked in" });
  await screen.findByText('U12 winter training');
  await waitFor(() => expect(document.getElementById('said')?.textContent).toBe("You're checked in"));
  expect(await marks()).toEqual([{ person_id: ada.id, status: 'present', source: 'selfQr' }]);
});

it('someone who is checked in and comes back to the page later is still checked in', async () => {
  const club = await openClub('trainee');
  const { event, marks, user } = club;
  await openAsAda(herePath(event) + (await janShows(club, event)));
  await screen.findByRole('heading', { name: "You're checked in" });
  await user.click(screen.getByRole('link', { name: 'See the event' }));
  await screen.findByRole('heading', { name: 'U12 winter training' });
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 5 * minuteMs);
  // The page sends its code again, which is old by now.
  act(() => history.back());
  await screen.findByRole('heading', { name: "You're checked in" });
  expect(await marks()).toHaveLength(1);
});

it('the code is still used after someone had to sign in first', async () => {
  const club = await openClub('trainee');
  const { ada, event, marks, user } = club;
  await openApp(herePath(event) + (await janShows(club, event)));
  await user.type(await screen.findByLabelText(/username/i), 'ada');
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('heading', { name: "You're checked in" });
  expect(await marks()).toMatchObject([{ person_id: ada.id, source: 'selfQr' }]);
});

it.each<[string, (club: Awaited<ReturnType<typeof openClub>>) => Promise<string>, RegExp]>([
  ['an old picture', (club) => janShows(club, club.event, 5 * minuteMs), /^This code is old\. Scan the one/],
  [
    'the code of another event',
    async (club) => janShows(club, await club.plan()),
    /^This code isn't for this event/,
  ],
  ['a link without a code', async () => '', /^This link has no code\. Scan/],
  [
    'a full event',
    async (club) => {
      const { db, event, ben } = club;
      await db
        .updateTable('events')
        .set({ maximum_attendee_capacity: 1 })
        .where('id', '=', event.id)
        .execute();
      await buildRegistration(db, { event_id: event.id, person_id: ben.id });
      return janShows(club, club.event);
    },
    /^You can't check in by yourself here/,
  ],
])('%s is refused with its reason and the name to show to the coach', async (_, given, reason) => {
  const club = await openClub('trainee');
  await openAsAda(herePath(club.event) + (await given(club)));
  await screen.findByRole('heading', { name: 'Show this to your coach' });
  await screen.findByText(reason);
  expect(screen.getByText('Ada Mertens', { selector: '.name' })).toBeTruthy();
  expect(await club.marks()).toEqual([]);
});

it('the page says that there is no connection, and checks in once there is one', async () => {
  const club = await openClub('trainee');
  const { ada, event, marks } = club;
  const code = await janShows(club, event);
  await openAsAda('/');
  cleanup();
  goOffline(true);
  await openApp(herePath(event) + code);
  await screen.findByRole('heading', { name: 'Show this to your coach' });
  await screen.findByText(/^This needs a connection/);
  expect(await marks()).toEqual([]);
  goOffline(false);
  await screen.findByRole('heading', { name: "You're checked in" });
  expect(await marks()).toMatchObject([{ person_id: ada.id, source: 'selfQr' }]);
});
