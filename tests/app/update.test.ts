// Which worker is offered as a new version.
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { noUpdate, reduceUpdate, type UpdateAction, type UpdateState } from '../../src/app/pwa/update.ts';

type State = ServiceWorkerState;

/** A registration of workers whose states the test changes like a browser. */
function buildRegistration() {
  const registration = Object.assign(new EventTarget(), {
    installing: null as ServiceWorker | null,
    waiting: null as ServiceWorker | null,
    active: null as ServiceWorker | null,
  });
  const addWorker = (state: State) => Object.assign(new EventTarget(), { state }) as ServiceWorker;
  const move = (worker: ServiceWorker, state: State) => {
    Object.assign(worker, { state });
    worker.dispatchEvent(new Event('statechange'));
  };
  return { registration, addWorker, move };
}

beforeEach(() => {
  vi.resetModules();
  const workers = Object.assign(new EventTarget(), { controller: null });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: workers }));
});

const watch = async (registration: object) => {
  const update = await import('../../src/app/pwa/update.ts');
  update.watchUpdates(registration as ServiceWorkerRegistration);
  return update.readUpdate;
};

test('the first worker is not a new version, also while it is still named as waiting when it becomes active', async () => {
  const { registration, addWorker, move } = buildRegistration();
  const first = addWorker('installing');
  registration.installing = first;
  const readUpdate = await watch(registration);
  Object.assign(registration, { installing: null, waiting: first });
  move(first, 'installed');
  expect(readUpdate()).toBe('none');
  // As Firefox has it for a moment.
  registration.active = first;
  move(first, 'activating');
  expect(readUpdate()).toBe('none');
});

test('a worker that waits for the active one to end is a new version', async () => {
  const { registration, addWorker, move } = buildRegistration();
  registration.active = addWorker('activated');
  const readUpdate = await watch(registration);
  const next = addWorker('installing');
  registration.installing = next;
  registration.dispatchEvent(new Event('updatefound'));
  Object.assign(registration, { installing: null, waiting: next });
  move(next, 'installed');
  expect(readUpdate()).toBe('ready');
});

test('the first worker takes over the page without a reload, and the next one reloads it', async () => {
  // So that the page does not reload, which jsdom cannot.
  vi.doMock('../../src/app/data/forms/session-drafts.ts', () => ({ isTyping: () => true }));
  const { watchTakeOver, readUpdate } = await import('../../src/app/pwa/update.ts');
  watchTakeOver();
  const { serviceWorker: workers } = navigator;
  // The page is controlled before the event fires.
  Object.assign(workers, { controller: {} });
  workers.dispatchEvent(new Event('controllerchange'));
  expect(readUpdate()).toBe('none');
  workers.dispatchEvent(new Event('controllerchange'));
  expect(readUpdate()).toBe('pendingReload');
  vi.doUnmock('../../src/app/data/forms/session-drafts.ts');
});

test('a version that was postponed is not offered again, and the next one is', async () => {
  const { registration, addWorker } = buildRegistration();
  Object.assign(registration, { active: addWorker('activated'), waiting: addWorker('installed') });
  const readUpdate = await watch(registration);
  const { postponeUpdate } = await import('../../src/app/pwa/update.ts');
  expect(readUpdate()).toBe('ready');
  postponeUpdate();
  expect(readUpdate()).toBe('none');
  dispatchEvent(new Event('focus'));
  expect(readUpdate()).toBe('none');
  registration.waiting = addWorker('installed');
  dispatchEvent(new Event('focus'));
  expect(readUpdate()).toBe('ready');
});

describe('the update', () => {
  const first = { state: 'installed' } as ServiceWorker;
  const second = { state: 'installed' } as ServiceWorker;
  const ready: UpdateState = { ...noUpdate, update: 'ready', waiting: first };
  const applying: UpdateState = { ...ready, update: 'applying' };
  const pending: UpdateState = { ...ready, update: 'pendingReload' };
  const postponed: UpdateState = { ...ready, update: 'none', postponed: first };

  it.each<[string, UpdateState, UpdateAction, UpdateState]>([
    ['is none without a waiting worker', noUpdate, { type: 'checked', waiting: null }, noUpdate],
    ['is ready with a waiting worker', noUpdate, { type: 'checked', waiting: first }, ready],
    ['is none when the worker has gone', ready, { type: 'checked', waiting: null }, noUpdate],
    ['stays postponed', postponed, { type: 'checked', waiting: first }, postponed],
    [
      'is ready with a newer worker than the postponed one',
      postponed,
      { type: 'checked', waiting: second },
      { update: 'ready', waiting: second, postponed: first },
    ],
    ['is postponed', ready, { type: 'postponed' }, postponed],
    ['is applied when it is accepted', ready, { type: 'accepted' }, applying],
    ['is applied whatever waits meanwhile', applying, { type: 'checked', waiting: second }, applying],
    ['waits for a navigation when another tab has updated', ready, { type: 'otherTabUpdated' }, pending],
    ['waits for a navigation whatever waits meanwhile', pending, { type: 'checked', waiting: null }, pending],
  ])('%s', (_, before, action, after) => expect(reduceUpdate(before, action)).toEqual(after));
});
