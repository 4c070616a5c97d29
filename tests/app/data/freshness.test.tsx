// The worker's message about a cached answer reaches its screen, even a very early one.
import { act, render, renderHook } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  answeredAt,
  listenToWorker,
  noteAnswer,
  noteCopies,
  seenAddresses,
  useAnswerUpdates,
  useSavedAt,
  versionAt,
} from '../../../src/app/data/resources/freshness.ts';
import { changeSession } from '../../../src/app/data/session/session.ts';
import { contentHashOf } from '../../../src/contract/values/etag.ts';
import { savedAtHeader, type WorkerMessage } from '../../../src/offline/worker-messages.ts';
import { storedUser } from './session-world.ts';

/** The worker's side of its messages. */
function openWorker() {
  const worker = new EventTarget();
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  listenToWorker();
  return (data: WorkerMessage) => void worker.dispatchEvent(new MessageEvent('message', { data }));
}

/** The answer to a read as the worker serves it. */
const copyOf = (etag: string, savedAt: number) =>
  new Response(null, { headers: { etag, [savedAtHeader]: String(savedAt) } });

test('a screen receives a change from the moment it is on the page', () => {
  const post = openWorker();
  const apply = vi.fn();
  function Screen() {
    useAnswerUpdates(['/api/a', '/api/b'], apply);
    // After the screen's own effect, and before any other.
    useLayoutEffect(() => {
      for (const address of ['/api/b', '/api/c'])
        post({ type: 'REFRESHED', address, savedAt: 1, answer: { name: address } });
    }, []);
    return null;
  }
  const { unmount } = render(<Screen />);
  expect(apply.mock.calls).toEqual([['/api/b', { name: '/api/b' }]]);
  unmount();
  post({ type: 'REFRESHED', address: '/api/a', savedAt: 2, answer: {} });
  expect(apply).toHaveBeenCalledTimes(1);
});

test("the age of a user's copy is not that of the answer that the previous user has got", () => {
  onTestFinished(() => changeSession({ type: 'userRead', user: null }));
  const address = '/api/users/me/teams';
  const savedAt = Date.now() - 60_000;
  changeSession({ type: 'userRead', user: storedUser });
  noteAnswer(address, new Response(), Date.now());
  noteCopies([[address, savedAt]]);
  expect(answeredAt(address)).toBeGreaterThan(savedAt);
  changeSession({ type: 'userRead', user: { ...storedUser, id: 'ben' } });
  noteCopies([[address, savedAt]]);
  expect(answeredAt(address)).toBe(savedAt);
  expect(seenAddresses()).toEqual([address]);
});

const etag = `"${'a'.repeat(16)}"`;

test('a message while the body of an unchanged copy is read leaves it the version of what was shown', () => {
  const post = openWorker();
  const address = '/api/explore/members';
  noteAnswer(address, copyOf(etag, Date.now() - 60_000), performance.now());
  post({ type: 'REFRESHED', address, savedAt: Date.now() });
  expect(versionAt(address)).toBe(contentHashOf(etag));
  post({ type: 'REFRESHED', address, savedAt: Date.now(), answer: {} });
  expect(versionAt(address)).toBeNull();
});

test('a copy that arrives after the message about it is no copy any more, and one that is read later is', () => {
  const post = openWorker();
  const address = '/api/explore/teams';
  const { result } = renderHook(() => {
    useAnswerUpdates([address], vi.fn());
    return useSavedAt();
  });
  const askedAt = performance.now();
  const savedAt = Date.now();
  act(() => post({ type: 'REFRESHED', address, savedAt }));
  act(() => noteAnswer(address, copyOf(etag, savedAt - 60_000), askedAt));
  expect(answeredAt(address)).toBe(savedAt);
  expect(versionAt(address)).toMatch(/^a+$/);
  const later = savedAt + 60_000;
  vi.useFakeTimers({ now: later });
  onTestFinished(() => void vi.useRealTimers());
  act(() => vi.advanceTimersByTime(2000));
  expect(result.current).toEqual({ savedAt, doubt: null });
  act(() => noteAnswer(address, copyOf(etag, savedAt), performance.now()));
  act(() => vi.advanceTimersByTime(2000));
  expect(result.current).toEqual({ savedAt, doubt: 'slow' });
});
