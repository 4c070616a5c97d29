// What a start shows first. A screen whose code was preloaded shows no skeleton: once shown, React keeps a skeleton for 300 ms.
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { loadDeviceCode } from '../../../src/app/data/device/device-code.ts';
import { sessionNow } from '../../../src/app/data/session/session.ts';
import { loadFirstScreen } from '../../../src/app/routing/routes.tsx';
import { holdAnswers, openDevice, renderApp, signInOnDevice } from '../device.tsx';

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

// The screen for visitors would be replaced once the session is known.
test.each(['/explore', '/explore/events'])(
  'a start at %s with a session but no stored user shows no screen until the session is known',
  async (path) => {
    const { ada } = await openDevice();
    const release = holdAnswers('GET', '/api/auth/session');
    const started = signInOnDevice(path);
    await vi.waitFor(() => expect(sessionNow().status).toBe('restoring'));
    await act(() => loadFirstScreen(path, false));
    renderApp();
    expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    release();
    await act(() => started);
    expect(sessionNow().user?.id).toBe(ada.id);
    expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
  },
);
