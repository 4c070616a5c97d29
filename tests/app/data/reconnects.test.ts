// When the page repeats what has failed: once the server can be reached again.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Connectivity = typeof import('../../../src/app/data/http/connectivity.ts');
let reportUnreachable: Connectivity['reportUnreachable'];
let isReachableNow: Connectivity['isReachableNow'];
let reconnected = vi.fn();
let isServerDown = false;

beforeEach(async () => {
  vi.useFakeTimers();
  isServerDown = false;
  vi.stubGlobal('fetch', async () => {
    if (isServerDown) throw new TypeError('Failed to fetch');
    return Response.json({ status: 'ok', database: 'sqlite', buildId: 'a' });
  });
  vi.resetModules();
  const connectivity = await import('../../../src/app/data/http/connectivity.ts');
  ({ reportUnreachable, isReachableNow } = connectivity);
  // The page of the previous test listens, too.
  reconnected = vi.fn();
  connectivity.onReconnect(reconnected);
});
afterEach(() => void vi.useRealTimers());

/** A call fails, and the server answers the probe. */
async function failOneCall() {
  reportUnreachable();
  expect(isReachableNow()).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(isReachableNow()).toBe(true);
}

/** A filter answers a call as a portal does, and the server answers the probe. */
async function filterOneCall() {
  reportUnreachable('portal');
  expect(isReachableNow()).toBe(true);
  await vi.advanceTimersByTimeAsync(2000);
  expect(isReachableNow()).toBe(true);
}

it.each([
  ['fails', failOneCall],
  ['is answered by a filter', filterOneCall],
])(
  'a call that always %s repeats everything once a minute, while the server answers probes',
  async (_, fail) => {
    for (let failure = 0; failure < 5; failure += 1) await fail();
    expect(reconnected).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(60_000);
    await fail();
    expect(reconnected).toHaveBeenCalledTimes(2);
  },
);

it('a probe that hangs in a network that is gone does not delay the end of the outage', async () => {
  const answers: PromiseWithResolvers<Response>[] = [];
  vi.stubGlobal('fetch', () => {
    const answer = Promise.withResolvers<Response>();
    answers.push(answer);
    return answer.promise;
  });
  reportUnreachable();
  await vi.advanceTimersByTimeAsync(2000);
  dispatchEvent(new Event('online'));
  dispatchEvent(new Event('online'));
  expect(answers).toHaveLength(3);
  const [first, second, third] = answers;
  first?.reject(new TypeError('Failed to fetch'));
  second?.reject(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(4000);
  expect(answers).toHaveLength(3);
  // Only the newest one counts, so the pause doubles once.
  third?.reject(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(4000);
  expect(answers).toHaveLength(4);
  answers[3]?.resolve(Response.json({ status: 'ok', database: 'sqlite', buildId: 'a' }));
  await vi.advanceTimersByTimeAsync(1);
  expect(isReachableNow()).toBe(true);
});

it('a portal that answers the probe, too, is reported, and several calls share the probe', async () => {
  const portal = vi.fn(
    async () => new Response('<h1>Wi-Fi</h1>', { headers: { 'Content-Type': 'text/html' } }),
  );
  vi.stubGlobal('fetch', portal);
  for (let call = 0; call < 3; call += 1) reportUnreachable('portal');
  expect(isReachableNow()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(isReachableNow()).toBe(false);
  expect(portal).toHaveBeenCalledOnce();
  expect(reconnected).not.toHaveBeenCalled();
});

it('the end of an outage that a probe has confirmed is reported, also soon after another', async () => {
  await failOneCall();
  isServerDown = true;
  reportUnreachable();
  await vi.advanceTimersByTimeAsync(2000);
  isServerDown = false;
  await vi.advanceTimersByTimeAsync(4000);
  expect(reconnected).toHaveBeenCalledTimes(2);
});

it('the return of the network is reported, also soon after an outage', async () => {
  await failOneCall();
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  onLine.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  expect(reconnected).toHaveBeenCalledTimes(2);
});
