// How a page comes to a newer version: when the waiting worker gets the message, and that a reload follows whatever it does.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeOverTimes as times } from '../../src/app/pwa/take-over.ts';

let waiting: { postMessage: ReturnType<typeof vi.fn> } | null;
let update: () => Promise<void>;
let installing: (EventTarget & { state: string }) | null;
const reload = vi.fn();
let workers: EventTarget & { getRegistration(): Promise<unknown> };

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  reload.mockReset();
  waiting = { postMessage: vi.fn() };
  installing = null;
  update = async () => {};
  const registration = {
    get waiting() {
      return waiting;
    },
    get installing() {
      return installing;
    },
    update: () => update(),
  };
  workers = Object.assign(new EventTarget(), { getRegistration: async () => registration });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: workers }));
  vi.stubGlobal('location', { reload });
});
afterEach(() => {
  vi.useRealTimers();
});

const load = () => import('../../src/app/pwa/take-over.ts');
const changeController = () => workers.dispatchEvent(new Event('controllerchange'));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a waiting worker gets the message at once, and the page reloads when it has taken over', async () => {
  const { takeOver, isTakingOver } = await load();
  expect(isTakingOver()).toBe(false);
  void takeOver();
  await pass(0);
  expect(waiting?.postMessage.mock.calls).toEqual([[{ type: 'SKIP_WAITING' }]]);
  expect([isTakingOver(), reload.mock.calls.length]).toEqual([true, 0]);
  changeController();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page that is still loading rests first', async () => {
  const { takeOver } = await load();
  void takeOver({ isLoading: true });
  await pass(times.restMs - 1);
  expect(waiting?.postMessage).not.toHaveBeenCalled();
  await pass(1);
  expect(waiting?.postMessage).toHaveBeenCalledTimes(1);
});

test('the reload does not begin before the worker that took over is active, and no more messages are sent', async () => {
  const { takeOver } = await load();
  void takeOver();
  await pass(0);
  const controller = Object.assign(new EventTarget(), { state: 'activating' });
  Object.assign(workers, { controller });
  changeController();
  await pass(times.answerMs);
  expect([reload.mock.calls.length, waiting?.postMessage.mock.calls.length]).toEqual([0, 1]);
  controller.state = 'activated';
  controller.dispatchEvent(new Event('statechange'));
  await pass(0);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a worker that does not answer gets the message again, and then is not waited for', async () => {
  const { takeOver } = await load();
  void takeOver();
  void takeOver();
  await pass(times.answerMs - 1);
  expect(reload).not.toHaveBeenCalled();
  await pass(1);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(waiting?.postMessage).toHaveBeenCalledTimes(times.answerMs / times.resendMs);
});

test('an accepted update waits for its worker for as long as the whole update may take', async () => {
  const { takeOver } = await load();
  void takeOver({ isAccepted: true });
  await pass(times.longestMs - 1);
  expect(reload).not.toHaveBeenCalled();
  expect(waiting?.postMessage).toHaveBeenCalledTimes(times.longestMs / times.resendMs);
  await pass(1);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page that is still there after its reload is reloaded again', async () => {
  const { takeOver } = await load();
  void takeOver();
  await pass(0);
  changeController();
  expect(reload).toHaveBeenCalledTimes(1);
  await pass(times.answerMs);
  expect(reload).toHaveBeenCalledTimes(2);
});

test.each([
  ['no worker waits', () => Object.assign(workers, { getRegistration: async () => ({ waiting: null }) })],
  ['there is no worker', () => Object.assign(workers, { getRegistration: async () => undefined })],
  [
    'the browser refuses to say',
    () => Object.assign(workers, { getRegistration: () => Promise.reject(new Error('blocked')) }),
  ],
])('the page reloads at once where %s', async (_, arrange) => {
  arrange();
  const { takeOver } = await load();
  void takeOver();
  await pass(0);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a still newer version is looked for, and gets the message in place of the one before it', async () => {
  const first = waiting;
  update = async () => {
    installing = Object.assign(new EventTarget(), { state: 'installing' });
  };
  const { takeOver } = await load();
  void takeOver({ isAccepted: true });
  await pass(times.searchMs - 1);
  expect(first?.postMessage).not.toHaveBeenCalled();
  waiting = { postMessage: vi.fn() };
  Object.assign(installing ?? {}, { state: 'installed' });
  installing?.dispatchEvent(new Event('statechange'));
  await pass(0);
  expect([first, waiting].map((worker) => worker?.postMessage.mock.calls.length)).toEqual([0, 1]);
});

test.each(['hangs', 'fails'])(
  'a search that %s ends, and the version that is there is taken',
  async (how) => {
    update = () => (how === 'fails' ? Promise.reject(new Error('offline')) : new Promise(() => {}));
    const { takeOver } = await load();
    void takeOver({ isAccepted: true });
    await pass(how === 'fails' ? 0 : times.searchMs);
    expect(waiting?.postMessage).toHaveBeenCalledTimes(1);
  },
);

test('a worker that another tab brought in during the search is followed, and no message is sent', async () => {
  update = () => new Promise(() => {});
  const { takeOver } = await load();
  void takeOver({ isAccepted: true });
  await pass(0);
  changeController();
  expect(reload).toHaveBeenCalledTimes(1);
  await pass(times.longestMs);
  expect(waiting?.postMessage).not.toHaveBeenCalled();
});
