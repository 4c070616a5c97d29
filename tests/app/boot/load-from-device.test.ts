// What the first paint waits for on the device of a signed-in user.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadFromDevice } from '../../../src/app/boot/load-from-device.ts';
import { changeSession } from '../../../src/app/data/session/session.ts';
import { storedUser } from '../data/session-world.ts';

const device = vi.hoisted(() => ({
  code: Promise.withResolvers<object>(),
  saved: Promise.withResolvers<void>(),
}));
vi.mock('../../../src/app/data/device/device-code.ts', () => ({ loadDeviceCode: () => device.code.promise }));

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(device, { code: Promise.withResolvers(), saved: Promise.withResolvers() });
  changeSession({ type: 'userRead', user: storedUser });
});
afterEach(() => {
  changeSession({ type: 'userRead', user: null });
  vi.useRealTimers();
});

/** Starts, and returns whether the first paint may come. */
function start(): () => boolean {
  let isDone = false;
  void loadFromDevice(async () => {}).then(() => {
    isDone = true;
  });
  return () => isDone;
}

it('waits for the code that stores answers, without which nothing would be stored until the next load', async () => {
  const isDone = start();
  await vi.advanceTimersByTimeAsync(2000);
  expect(isDone()).toBe(false);
  device.code.resolve({ loadDevice: async () => {} });
  await vi.advanceTimersByTimeAsync(0);
  expect(isDone()).toBe(true);
});

it('waits 300 ms for the stored answers', async () => {
  device.code.resolve({ loadDevice: () => device.saved.promise });
  const isDone = start();
  await vi.advanceTimersByTimeAsync(299);
  expect(isDone()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isDone()).toBe(true);
});

it('does not wait for a visitor', async () => {
  changeSession({ type: 'userRead', user: null });
  const isDone = start();
  await vi.advanceTimersByTimeAsync(0);
  expect(isDone()).toBe(true);
});
