// The worker's message about a cached answer reaches its screen, even a very early one.
import { render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  answeredAt,
  noteAnswer,
  noteCopies,
  seenAddresses,
  useAnswerUpdates,
} from '../../../src/app/data/resources/freshness.ts';
import { changeSession } from '../../../src/app/data/session/session.ts';
import { storedUser } from './session-world.ts';

test('a screen receives a change from the moment it is on the page', () => {
  const worker = new EventTarget();
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  const apply = vi.fn();
  function Screen() {
    useAnswerUpdates(['/api/a', '/api/b'], apply);
    // After the screen's own effect, and before any other.
    useLayoutEffect(() => {
      for (const address of ['/api/b', '/api/c']) {
        const data = { type: 'REFRESHED', address, savedAt: 1, answer: { name: address } };
        worker.dispatchEvent(new MessageEvent('message', { data }));
      }
    }, []);
    return null;
  }
  const { unmount } = render(<Screen />);
  expect(apply.mock.calls).toEqual([['/api/b', { name: '/api/b' }]]);
  unmount();
  const data = { type: 'REFRESHED', address: '/api/a', savedAt: 2, answer: {} };
  worker.dispatchEvent(new MessageEvent('message', { data }));
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
