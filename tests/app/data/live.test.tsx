// Live updates in the page: a stream that the test plays, and the reads that follow from it.
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callApi } from '../../../src/app/data/http/call.ts';
import { affectedBy } from '../../../src/app/data/live/affected-by.ts';
import { startLive } from '../../../src/app/data/live/live.ts';
import { eventParser } from '../../../src/app/data/live/live-stream.ts';
import { type Affects, onAcknowledged } from '../../../src/app/data/resources/acknowledged-writes.ts';
import { buildEvent, buildMembership, buildTeam } from '../../support/factories.ts';
import { openAsAda, openDevice } from '../device.tsx';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

type Sent = { headers: Headers; send(text: string): void; end(): void; isAborted(): boolean };

/** Answers calls of the stream with streams that the test plays, and other calls with `other`. */
function playStreams(other: typeof fetch = async () => new Response(null, { status: 500 })) {
  const streams: Sent[] = [];
  const refusals: number[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url !== '/api/live') return other(url, init);
    const status = refusals.shift();
    if (status !== undefined) return new Response(null, { status });
    const encoder = new TextEncoder();
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (started) => {
        controller = started;
      },
    });
    init.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
    streams.push({
      headers: new Headers(init.headers),
      send: (text) => controller.enqueue(encoder.encode(text)),
      end: () => controller.close(),
      isAborted: () => init.signal?.aborted === true,
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  return { streams, refusals };
}

const eventText = (type: string, id: number, data: object = {}) =>
  `event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
const change = (id: number, version: number, address = '/api/events/1', spreadMs = 0) =>
  eventText('change', id, { changes: [{ address, version }], spreadMs });

let visibility: DocumentVisibilityState = 'visible';
function turn(to: DocumentVisibilityState) {
  visibility = to;
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('a page with a live stream', () => {
  let revalidated: Affects[] = [];
  let stop = () => {};
  let ignore = () => {};
  beforeEach(() => {
    vi.useFakeTimers();
    visibility = 'visible';
    vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
    revalidated = [];
    ignore = onAcknowledged(async (affects) => void revalidated.push(affects));
  });
  afterEach(() => {
    stop();
    ignore();
    vi.useRealTimers();
  });

  const start = (at = 1_000_000_000_000) => {
    stop = startLive('ada', at);
  };
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  it('revalidates after the clock of the device was set back', async () => {
    const { streams } = playStreams();
    start();
    await pass(0);
    streams[0]?.send(change(1_000_000_000_001, 1));
    await pass(1000);
    expect(revalidated).toHaveLength(1);
    vi.setSystemTime(Date.now() - 3_600_000);
    streams[0]?.send(change(1_000_000_000_002, 2));
    await pass(1000);
    expect(revalidated).toHaveLength(2);
  });

  it('revalidates what was read before the clock of the device was set back', async () => {
    const read = '/api/users/me/teams';
    const { streams } = playStreams(async () => Response.json({ items: [] }));
    await pass(5000);
    await callApi(`GET ${read}`, {});
    vi.setSystemTime(Date.now() - 3_600_000);
    start();
    await pass(5000);
    streams[0]?.send(change(1_000_000_000_001, 1, read));
    await pass(1000);
    expect(revalidated.map((affects) => affects(read))).toEqual([true]);
  });

  it('asks as its person, for what has changed since it began to read', async () => {
    const { streams } = playStreams();
    start();
    await pass(0);
    expect(streams).toHaveLength(1);
    expect(streams[0]?.headers.get('x-person')).toBe('ada');
    expect(streams[0]?.headers.get('last-event-id')).toBe('1000000000000');
  });

  it('revalidates what a change affects at once, then at most once a second, and each version once', async () => {
    const { streams } = playStreams();
    start();
    await pass(0);
    streams[0]?.send(change(1, 1));
    await pass(10);
    expect(revalidated).toHaveLength(1);
    streams[0]?.send(change(2, 2) + change(2, 1) + change(3, 3));
    await pass(500);
    expect(revalidated).toHaveLength(1);
    await pass(600);
    expect(revalidated).toHaveLength(2);
    streams[0]?.send(change(4, 3));
    await pass(5000);
    expect(revalidated).toHaveLength(2);
  });

  it('waits a part of the time over which the server spreads many devices', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { streams } = playStreams();
    start();
    await pass(0);
    streams[0]?.send(change(1, 1, '/api/events/1', 1000));
    await pass(450);
    expect(revalidated).toHaveLength(0);
    await pass(100);
    expect(revalidated).toHaveLength(1);
  });

  it('changes nothing under a finger that presses, until after its click', async () => {
    const { streams } = playStreams();
    start();
    await pass(0);
    window.dispatchEvent(new Event('pointerdown'));
    streams[0]?.send(change(1, 1));
    await pass(1500);
    expect(revalidated).toHaveLength(0);
    window.dispatchEvent(new Event('pointerup'));
    await pass(200);
    expect(revalidated).toHaveLength(0);
    await pass(200);
    expect(revalidated).toHaveLength(1);
  });

  it('closes its stream in the background, and resumes it after the last event', async () => {
    const { streams } = playStreams();
    start();
    await pass(0);
    streams[0]?.send(eventText('beat', 1_000_000_020_000));
    await pass(0);
    turn('hidden');
    await pass(60_000);
    expect([streams.length, streams[0]?.isAborted()]).toEqual([1, true]);
    turn('visible');
    await pass(0);
    expect(streams[1]?.headers.get('last-event-id')).toBe('1000000020000');
  });

  it('resumes its stream after the last event also when the clock of the device was ahead at the start', async () => {
    const { streams } = playStreams();
    start(1_000_000_600_000);
    await pass(0);
    streams[0]?.send(eventText('ready', 1_000_000_000_500) + eventText('beat', 1_000_000_020_500));
    await pass(0);
    turn('hidden');
    turn('visible');
    await pass(0);
    expect(streams[1]?.headers.get('last-event-id')).toBe('1000000020500');
  });

  it('opens it again within a second or two after the server has ended it', async () => {
    const { streams } = playStreams();
    start();
    await pass(0);
    streams[0]?.send(eventText('ready', 1_000_000_000_500));
    streams[0]?.end();
    await pass(1100);
    expect(streams).toHaveLength(2);
  });

  it('asks every 30 s where nothing arrives, as behind a proxy that buffers, and tries the stream again later', async () => {
    const { streams } = playStreams();
    start();
    await pass(9000);
    expect(revalidated).toHaveLength(0);
    await pass(2000);
    expect(streams[0]?.isAborted()).toBe(true);
    expect(revalidated).toHaveLength(1);
    await pass(60_000);
    expect(revalidated.length).toBeGreaterThanOrEqual(3);
    expect(streams).toHaveLength(1);
    await pass(10 * 60_000);
    expect(streams.length).toBeGreaterThan(1);
  });

  it('asks every 30 s after three refusals in a row', async () => {
    const { streams, refusals } = playStreams();
    refusals.push(503, 503, 503);
    start();
    await pass(10_000);
    expect(streams).toHaveLength(0);
    expect(revalidated).toHaveLength(1);
  });

  it('revalidates everything that is shown after a reset', async () => {
    const { streams } = playStreams();
    start();
    await pass(0);
    streams[0]?.send(eventText('reset', 1, { spreadMs: 0 }));
    await pass(10);
    expect(revalidated[0]?.('/api/users/me/events')).toBe(true);
  });

  it('opens no stream any more once it is stopped', async () => {
    const { streams } = playStreams();
    start();
    await pass(0);
    stop();
    turn('visible');
    await pass(60_000);
    expect(streams.map(({ isAborted }) => isAborted())).toEqual([true]);
  });
});

it('reads events that arrive in any pieces', () => {
  const text = change(5, 1) + eventText('beat', 6);
  for (let size = 1; size < 20; size += 1) {
    const parse = eventParser();
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    const events = pieces.flatMap(parse);
    expect(events.map(({ type, id }) => [type, id])).toEqual([
      ['change', 5],
      ['beat', 6],
    ]);
    expect(events[0]?.data.changes).toEqual([{ address: '/api/events/1', version: 1 }]);
  }
});

it('a change of an event affects its own reads and lists of events, and not the reads of another event', () => {
  const affects = affectedBy('/api/events/1');
  const reads = [
    '/api/events/1',
    '/api/events/public/1',
    '/api/events/1/registrations?limit=20',
    '/api/users/me/events?tab=upcoming',
    '/api/events/2',
    '/api/events/2/attendance',
    '/api/users/me/profile',
  ];
  expect(reads.filter(affects)).toEqual(reads.slice(0, 4));
  expect(reads.filter(affectedBy('/api/users/me'))).toEqual([reads[3], reads[6]]);
  expect(reads.filter(affectedBy('/api/users/me/teams'))).toEqual(reads);
  expect(affectedBy('/api/teams/1')('/api/teams/1/roster')).toBe(true);
});

it('an open page of an event shows a change by someone else without a touch', async () => {
  const device = await openDevice();
  const { db } = device.server.database;
  const team = await buildTeam(db);
  await buildMembership(db, { person_id: device.ada.id, team_id: team.id, role: 'trainee' });
  const event = await buildEvent(db, {
    name: 'Training',
    teams: [team.id],
    starts_at: '2027-03-02T17:30:00.000Z',
  });
  await openAsAda(`/my/events/${event.id}`);
  await screen.findByRole('heading', { name: 'Training' });
  const { streams } = playStreams(globalThis.fetch);
  const stop = startLive(device.ada.id, Date.now());
  await waitFor(() => expect(streams).toHaveLength(1));
  await db.updateTable('events').set({ name: 'Training in the hall' }).where('id', '=', event.id).execute();
  device.asked.length = 0;
  act(() => streams[0]?.send(change(Date.now(), 1, `/api/events/${event.id}`)));
  await screen.findByRole('heading', { name: 'Training in the hall' });
  expect(device.asked).toContain(`GET /api/events/${event.id}`);
  stop();
});
