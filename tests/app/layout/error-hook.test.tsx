// The error hook: every error that leads to the error page goes through it and stays in the page's payload.
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { callErrorHook, clearPageError, onPageError, payload } from '../../../src/app/layout/error-hook.ts';
import { openApp, openDevice } from '../device.tsx';

afterEach(clearPageError);

const failure = () => screen.findByRole('heading', { name: 'Internal Server Error' });
const goTo = (path: string) =>
  act(async () => {
    history.pushState({ key: path }, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  });

test('an error of mounting the app is in the payload, and the app starts with its error page', async () => {
  await openDevice();
  const bug = new Error('a bug');
  callErrorHook(bug);
  await openApp('/explore');
  expect(await failure()).toBeDefined();
  expect(payload.error).toBe(bug);
});

test('an unhandled error leads to the error page through the hook, and leaves the payload with the page', async () => {
  await openDevice();
  await openApp('/explore/teams');
  await screen.findByRole('heading', { level: 1 });
  const seen = vi.fn();
  const unfollow = onPageError(seen);
  const bug = new Error('a bug');
  dispatchEvent(new ErrorEvent('error', { error: bug }));
  expect(await failure()).toBeDefined();
  unfollow();
  expect(seen).toHaveBeenCalledExactlyOnceWith(bug);
  expect(payload.error).toBe(bug);
  await goTo('/explore/members');
  expect(await screen.findByRole('heading', { name: 'Explore' })).toBeDefined();
  expect(payload.error).toBeNull();
});

test('an unknown path is an error with status 404 in the payload, until another page is opened', async () => {
  await openDevice();
  await openApp('/nowhere');
  expect(await screen.findByText('Page not found: /nowhere')).toBeDefined();
  expect(payload.error).toMatchObject({ statusCode: 404, message: 'Page not found: /nowhere' });
  await goTo('/explore/members');
  await waitFor(() => expect(payload.error).toBeNull());
});
