// A start whose code was preloaded renders without a skeleton: once shown, React keeps a skeleton for 300 ms.
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { loadDeviceCode } from '../../../src/app/data/device/device-code.ts';
import { loadFirstScreen } from '../../../src/app/routing/routes.tsx';
import { openDevice, renderApp, signInOnDevice } from '../device.tsx';

test.each([
  ['/', () => screen.getByRole('heading', { level: 1, name: /Ada/ })],
  ['/my/events', () => screen.getByRole('link', { name: 'Upcoming' })],
])('a start at %s shows the signed-in screen at once', async (path, seen) => {
  const { ada } = await openDevice();
  await signInOnDevice(path);
  await (await loadDeviceCode())?.loadDevice(ada.id);
  await loadFirstScreen(path, true);
  renderApp();
  expect(seen()).toBeDefined();
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
});
