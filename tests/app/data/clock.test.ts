// The server's time on a device whose clock is wrong.
import { beforeEach, describe, expect, it, vi } from 'vitest';

const hourMs = 3_600_000;
let now = 0;
let elapsed = 0;

/** An answer that the server made at `serverAt` and that took `tripMs`. */
function answer(serverAt: number, tripMs = 20, headers: Record<string, string> = {}) {
  const startedAt = elapsed;
  elapsed += tripMs;
  now += tripMs;
  return {
    response: new Response(null, { headers: { 'x-server-time': String(serverAt), ...headers } }),
    startedAt,
  };
}

async function load() {
  vi.resetModules();
  return import('../../../src/app/data/http/clock.ts');
}

beforeEach(() => {
  localStorage.clear();
  now = Date.parse('2026-11-28T10:00:00Z');
  elapsed = 1000;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
});

describe("the server's time", () => {
  it("is the device's own before any answer", async () => {
    expect((await load()).serverNow()).toBe(now);
  });

  it('follows an answer, plus half its round trip', async () => {
    const clock = await load();
    const { response, startedAt } = answer(now - hourMs, 40);
    clock.noteServerTime(response, startedAt);
    expect(clock.serverNow()).toBe(now - hourMs - 40 + 20);
  });

  it.each<[string, Record<string, string>, number]>([
    ['from a cache in between', { age: '30' }, 20],
    ['that may be cached', { 'cache-control': 'public, max-age=600' }, 20],
    ['that took too long', {}, 11_000],
    ['with an invalid time', { 'x-server-time': 'soon' }, 20],
  ])('does not follow an answer %s', async (_, headers, tripMs) => {
    const clock = await load();
    const { response, startedAt } = answer(now - hourMs, tripMs, headers);
    clock.noteServerTime(response, startedAt);
    expect(clock.serverNow()).toBe(now);
  });

  it('is right from the start at the next visit, before any answer', async () => {
    const first = await load();
    const { response, startedAt } = answer(now - hourMs, 40);
    first.noteServerTime(response, startedAt);
    now += 5 * hourMs;
    const next = await load();
    expect(next.serverNow()).toBe(now - hourMs - 40 + 20);
  });

  it('follows the first answer of the next visit, however slow', async () => {
    const first = await load();
    const before = answer(now - hourMs, 20);
    first.noteServerTime(before.response, before.startedAt);
    const next = await load();
    const { response, startedAt } = answer(now + 2000, 4000);
    next.noteServerTime(response, startedAt);
    expect(Math.abs(next.serverNow() - now)).toBeLessThan(2001);
    expect((await load()).serverNow()).toBe(next.serverNow());
  });

  it("is the device's own at the next visit when its clock was set back meanwhile", async () => {
    const first = await load();
    const { response, startedAt } = answer(now - hourMs);
    first.noteServerTime(response, startedAt);
    now -= hourMs;
    expect((await load()).serverNow()).toBe(now);
  });

  it('leaves nothing on a device whose clock is right', async () => {
    const clock = await load();
    for (const offsetMs of [hourMs, 100]) {
      const { response, startedAt } = answer(now + offsetMs);
      clock.noteServerTime(response, startedAt);
    }
    expect(localStorage.getItem('clock')).toBeNull();
    const { response, startedAt } = answer(now + 300);
    (await load()).noteServerTime(response, startedAt);
    expect(localStorage.getItem('clock')).toBeNull();
  });

  it.each(['{', '7', '{"offsetMs":"1","savedAt":0}'])('ignores the saved text %s', async (text) => {
    localStorage.setItem('clock', text);
    expect((await load()).serverNow()).toBe(now);
  });

  it('keeps the value of the quicker answer', async () => {
    const clock = await load();
    for (const [offsetMs, tripMs] of [
      [hourMs, 20],
      [hourMs + 1500, 4000],
    ] as const) {
      const { response, startedAt } = answer(now + offsetMs, tripMs);
      clock.noteServerTime(response, startedAt);
    }
    expect(clock.serverNow() - now - hourMs).toBeLessThan(50);
  });

  it('follows a slower answer, too, when the clock of the device was set meanwhile', async () => {
    const clock = await load();
    const heard = vi.fn();
    clock.onClockChange(heard);
    for (const [offsetMs, tripMs] of [
      [hourMs, 20],
      [0, 400],
    ] as const) {
      const { response, startedAt } = answer(now + offsetMs, tripMs);
      clock.noteServerTime(response, startedAt);
    }
    expect(Math.abs(clock.serverNow() - now)).toBeLessThan(400);
    expect(heard).toHaveBeenCalledTimes(2);
  });
});
