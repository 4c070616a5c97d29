// Which worker is offered as a new version.
import { beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { reduceUpdate, type Update, type UpdateAction } from '../../src/app/pwa/update.ts';

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

test('a postponed version is offered again after a day, and a newer one not before', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T10:00:00Z') });
  onTestFinished(() => {
    vi.useRealTimers();
    localStorage.clear();
  });
  const { registration, addWorker } = buildRegistration();
  Object.assign(registration, { active: addWorker('activated'), waiting: addWorker('installed') });
  let readUpdate = await watch(registration);
  expect(readUpdate()).toBe('ready');
  (await import('../../src/app/pwa/update.ts')).postponeUpdate();
  expect(readUpdate()).toBe('none');
  // The next start, with a newer version.
  vi.resetModules();
  registration.waiting = addWorker('installed');
  readUpdate = await watch(registration);
  expect(readUpdate()).toBe('none');
  vi.setSystemTime(new Date('2026-11-22T09:59:59Z'));
  dispatchEvent(new Event('focus'));
  expect(readUpdate()).toBe('none');
  vi.setSystemTime(new Date('2026-11-22T10:00:00Z'));
  dispatchEvent(new Event('focus'));
  expect(readUpdate()).toBe('ready');
  // A clock that was wrong.
  vi.setSystemTime(new Date('2026-11-20T10:00:00Z'));
  dispatchEvent(new Event('focus'));
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

test('another worker reloads a page without input, and not one with text in a field outside of a form', async () => {
  const reloadOnceActive = vi.fn();
  vi.doMock('../../src/app/pwa/take-over.ts', () => ({ reloadOnceActive, isTakingOver: () => false }));
  const { watchTakeOver, readUpdate, hasInput } = await import('../../src/app/pwa/update.ts');
  const { serviceWorker: workers } = navigator;
  Object.assign(workers, { controller: {} });
  watchTakeOver();
  const [search, note] = [document.createElement('input'), document.createElement('textarea')];
  search.type = 'search';
  document.body.append(search, note);
  const type = (field: Element) => field.dispatchEvent(new Event('input', { bubbles: true }));
  type(search);
  workers.dispatchEvent(new Event('controllerchange'));
  expect(reloadOnceActive).toHaveBeenCalledOnce();
  type(note);
  workers.dispatchEvent(new Event('controllerchange'));
  expect(reloadOnceActive).toHaveBeenCalledOnce();
  expect(readUpdate()).toBe('pendingReload');
  // The next page is without it.
  expect(hasInput()).toBe(true);
  note.remove();
  expect(hasInput()).toBe(false);
  search.remove();
  vi.doUnmock('../../src/app/pwa/take-over.ts');
});

test('the worker of an accepted update that takes over after the reload of its tab causes no second one', async () => {
  const reloadOnceActive = vi.fn();
  const takeOver = vi.fn();
  vi.doMock('../../src/app/pwa/take-over.ts', () => ({
    reloadOnceActive,
    takeOver,
    isTakingOver: () => takeOver.mock.calls.length > 0,
  }));
  const start = async () => {
    // The page is loaded again.
    vi.resetModules();
    takeOver.mockReset();
    Object.assign(navigator, { serviceWorker: Object.assign(new EventTarget(), { controller: {} }) });
    const update = await import('../../src/app/pwa/update.ts');
    update.watchTakeOver();
    return update;
  };
  const changeController = () => navigator.serviceWorker.dispatchEvent(new Event('controllerchange'));
  await (await start()).acceptUpdate();
  const { readUpdate } = await start();
  changeController();
  expect([reloadOnceActive.mock.calls.length, readUpdate()]).toEqual([0, 'pendingReload']);
  // One that is not late: the tab follows the next update at once.
  await (await start()).acceptUpdate();
  changeController();
  await start();
  changeController();
  expect(reloadOnceActive).toHaveBeenCalledOnce();
  vi.doUnmock('../../src/app/pwa/take-over.ts');
});

test('another worker does not reload a page that holds marks, which would be lost', async () => {
  const reloadOnceActive = vi.fn();
  vi.doMock('../../src/app/pwa/take-over.ts', () => ({ reloadOnceActive, isTakingOver: () => false }));
  const { watchTakeOver, readUpdate, hasInput } = await import('../../src/app/pwa/update.ts');
  const { dropHeldRows, heldRows } = await import('../../src/offline/held-rows.ts');
  const { serviceWorker: workers } = navigator;
  Object.assign(workers, { controller: {} });
  watchTakeOver();
  await heldRows('ada').put([['1', {}]]);
  workers.dispatchEvent(new Event('controllerchange'));
  expect(reloadOnceActive).not.toHaveBeenCalled();
  expect(readUpdate()).toBe('pendingReload');
  dropHeldRows('ada');
  expect(hasInput()).toBe(false);
  vi.doUnmock('../../src/app/pwa/take-over.ts');
});

describe('the update', () => {
  const newer: UpdateAction = { type: 'checked', isOffered: true };
  const nothing: UpdateAction = { type: 'checked', isOffered: false };

  it.each<[string, Update, UpdateAction, Update]>([
    ['is none without a waiting worker', 'none', nothing, 'none'],
    ['is ready with a waiting worker', 'none', newer, 'ready'],
    ['is none when the worker has gone', 'ready', nothing, 'none'],
    ['is postponed', 'ready', { type: 'postponed' }, 'none'],
    ['is applied when it is accepted', 'ready', { type: 'accepted' }, 'applying'],
    ['is applied whatever waits meanwhile', 'applying', nothing, 'applying'],
    ['waits for the next navigation', 'ready', { type: 'otherTabUpdated' }, 'pendingReload'],
    ['waits whatever is offered meanwhile', 'pendingReload', newer, 'pendingReload'],
  ])('%s', (_, update, action, next) => {
    expect(reduceUpdate(update, action)).toBe(next);
  });
});
