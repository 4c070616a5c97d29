// The data of a user who has signed out, on a device whose storage did not answer then.
import { beforeEach, expect, it, vi } from 'vitest';
import {
  openPage,
  profile,
  serve,
  sessionUser,
  setAuthCookie,
  settings,
  storedUser,
} from './session-world.ts';

const device = vi.hoisted(() => ({ isBroken: false, deleted: [] as string[] }));
vi.mock('../../../src/offline/device-store.ts', async (load) => ({
  ...(await load<object>()),
  deleteOthersSavedAnswers: async () => {},
  deleteUserRows: async (userId: string) => {
    if (device.isBroken) throw new Error('The storage does not answer.');
    device.deleted.push(userId);
  },
}));

beforeEach(() => {
  device.isBroken = false;
  device.deleted = [];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  localStorage.setItem('user', JSON.stringify(storedUser));
  setAuthCookie();
  serve({
    'POST /api/auth/logout': { status: 204 },
    'POST /api/auth/login': { status: 200, body: { user: sessionUser } },
    'GET /api/users/me/profile': { status: 200, body: profile },
    'GET /api/users/me/settings': { status: 200, body: settings },
  });
});

async function start() {
  const page = await openPage();
  await page.run(page.startSession);
  return page;
}

async function signOutOnBrokenDevice() {
  const page = await start();
  device.isBroken = true;
  await page.run(() => page.logout());
  device.isBroken = false;
  expect(device.deleted).toEqual([]);
}

it('is deleted at the next start', async () => {
  await signOutOnBrokenDevice();
  await start();
  await vi.waitFor(() => expect(device.deleted).toEqual([storedUser.id]));
  await start();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(device.deleted).toEqual([storedUser.id]);
});

it('is deleted when the same person signs in again before, so that no queued write of theirs is sent', async () => {
  await signOutOnBrokenDevice();
  device.isBroken = true;
  const page = await start();
  device.isBroken = false;
  await page.run(() => page.login('coach', 'a password', 'here'));
  expect(device.deleted).toEqual([storedUser.id]);
  // Nothing of the new session is deleted later.
  await start();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(device.deleted).toEqual([storedUser.id]);
});

it('is no longer named on the device once it is deleted', async () => {
  const page = await start();
  await page.run(() => page.logout());
  expect(device.deleted).toEqual([storedUser.id]);
  expect(JSON.stringify({ ...localStorage })).not.toContain(storedUser.id);
});
