// The outbox: queued writes keep their order, are sent once each, and refused ones stay for a decision.
import { describe, expect, it } from 'vitest';
import { addGuest, markOne } from '../../src/app/data/outbox/marks.ts';
import { StorageError } from '../../src/offline/device-store.ts';
import { enqueue, type NewWrite, newRow, type QueuedWrite, readQueue } from '../../src/offline/outbox.ts';
import { backoffMs, type Outcome, sendQueue } from '../../src/offline/send-queue.ts';
import { type MemoryStore, memoryStore } from '../support/memory-store.ts';

const aboutEvent = (id: string, response = 'attending'): NewWrite => ({
  call: 'PUT /api/events/{id}/registration',
  params: { id },
  body: { response },
  subject: `registration:${id}`,
  title: `Going: ${id}`,
});

const done: Outcome = { kind: 'done', answer: {} };
const full: Outcome = { kind: 'refused', refusal: { code: 'event_full', message: '' } };

/** A phone with queued writes, a clock and a scripted server; the last scripted answer repeats. */
async function phone({ writes = [], answers = [done] }: { writes?: NewWrite[]; answers?: Outcome[] } = {}) {
  const store = memoryStore<QueuedWrite>();
  const sent: QueuedWrite[] = [];
  const settled: string[] = [];
  const clock = { now: 1_000_000 };
  const state = {
    canSend: true,
    isServerThere: false,
    ignoreBackoff: false,
    about: undefined as NewWrite | undefined,
  };
  let count = 0;
  const add = async (write: NewWrite) => {
    count += 1;
    const last = (await readQueue(store)).at(-1)?.[0];
    await enqueue(store, newRow(write, { id: `key-${count}`, now: clock.now, last }), async () => {});
  };
  for (const write of writes) await add(write);
  const send = (deliver?: (write: QueuedWrite) => Promise<Outcome>) =>
    sendQueue({
      store,
      ignoreBackoff: state.ignoreBackoff,
      about: state.about,
      canSend: () => state.canSend,
      isServerThere: async () => state.isServerThere,
      deliver:
        deliver ??
        (async (write) => {
          sent.push(write);
          return (answers.length > 1 ? answers.shift() : answers[0]) ?? done;
        }),
      onSettled: ({ id }) => settled.push(id),
      freeSpace: async () => {},
      now: () => clock.now,
      random: () => 0.5,
    });
  return { store, sent, settled, clock, state, add, send };
}

const queuedRows = async (store: MemoryStore<QueuedWrite>) => (await readQueue(store)).map(([, row]) => row);

describe('the outbox', () => {
  it('keeps the order of writes, also within one millisecond and after the clock went back', async () => {
    const { store, clock, add } = await phone({ writes: [aboutEvent('a'), aboutEvent('b')] });
    clock.now -= 5000;
    await add(aboutEvent('c'));
    expect((await queuedRows(store)).map(({ params }) => params.id)).toEqual(['a', 'b', 'c']);
  });

  it('does not wait for the former clock after the clock went back', async () => {
    const { sent, clock, send } = await phone({
      writes: [aboutEvent('a')],
      answers: [{ kind: 'later' }, done],
    });
    expect(await send()).toBe(clock.now + 2000);
    clock.now -= 500_000;
    expect(await send()).toBeNull();
    expect(sent).toHaveLength(2);
  });

  it('replaces an unsent write by a newer one with the same subject', async () => {
    const { store } = await phone({ writes: [aboutEvent('a'), aboutEvent('a', 'declined')] });
    expect((await queuedRows(store)).map(({ body }) => body.response)).toEqual(['declined']);
  });

  it('replaces a refused write by a newer one with the same subject', async () => {
    const { store, add, send } = await phone({ writes: [aboutEvent('a')], answers: [full] });
    await send();
    await add(aboutEvent('a', 'declined'));
    expect((await queuedRows(store)).map(({ body }) => body.response)).toEqual(['declined']);
  });

  it('keeps a write that may have reached the server, and queues the newer one behind it', async () => {
    const { store, add, send } = await phone({ writes: [aboutEvent('a')], answers: [{ kind: 'later' }] });
    await send();
    await add(aboutEvent('a', 'declined'));
    expect((await queuedRows(store)).map(({ body }) => body.response)).toEqual(['attending', 'declined']);
  });

  it('begins to store a write before it reads anything', async () => {
    const { store } = await phone();
    const calls: string[] = [];
    const watched: typeof store = {
      ...store,
      put: (rows) => {
        calls.push('put');
        return store.put(rows);
      },
      entries: () => {
        calls.push('entries');
        return store.entries();
      },
    };
    const storing = enqueue(
      watched,
      newRow(aboutEvent('a'), { id: 'a', now: 1, last: undefined }),
      async () => {},
    );
    expect(calls).toEqual(['put']);
    await storing;
  });

  it('replaces only older writes when two of the same subject are stored at once', async () => {
    const { store } = await phone();
    const first = newRow(aboutEvent('a'), { id: 'first', now: 1, last: undefined });
    const second = newRow(aboutEvent('a', 'declined'), { id: 'second', now: 1, last: first[0] });
    await Promise.all([first, second].map((row) => enqueue(store, row, async () => {})));
    expect((await queuedRows(store)).map(({ id }) => id)).toEqual(['second']);
  });

  it('sends what is about a new event once the server has the event, also after its refused creation was corrected', async () => {
    const creating = (name: string): NewWrite => ({
      call: 'POST /api/events',
      params: {},
      body: { id: 'new', name },
      subject: 'event:new',
      title: name,
    });
    const mark: NewWrite = {
      call: 'PUT /api/events/{id}/attendance/{personId}',
      params: { id: 'new', personId: 'ben' },
      body: { status: 'present' },
      subject: 'mark:new:ben',
      title: 'Ben',
    };
    const invalid: Outcome = { kind: 'refused', refusal: { code: 'invalid', message: '' } };
    const { store, sent, add, send } = await phone({
      writes: [creating('Too long'), mark, aboutEvent('other')],
      answers: [invalid, done],
    });
    expect(await send()).toBeNull();
    expect(sent.map(({ title }) => title)).toEqual(['Too long', 'Going: other']);
    expect((await queuedRows(store)).map(({ title, attempts }) => `${title} ${attempts}`)).toEqual([
      'Too long 1',
      'Ben 0',
    ]);
    await add(creating('Short'));
    await send();
    expect(sent.map(({ title }) => title)).toEqual(['Too long', 'Going: other', 'Short', 'Ben']);
    expect(await queuedRows(store)).toEqual([]);
  });

  it('counts a write as stored when the device fails right after', async () => {
    const { store } = await phone();
    store.entries = () => Promise.reject(new StorageError('unavailable', null));
    const row = newRow(aboutEvent('a'), { id: 'a', now: 1, last: undefined });
    expect(await enqueue(store, row, async () => {})).toBeNull();
    expect([...store.rows.keys()]).toEqual([row[0]]);
  });

  it('keeps the earlier write when there is no room for another', async () => {
    const { store, add } = await phone({ writes: [aboutEvent('a')] });
    store.limitTo(1);
    await expect(add(aboutEvent('a', 'declined'))).rejects.toMatchObject({ kind: 'full' });
    expect((await queuedRows(store)).map(({ body }) => body.response)).toEqual(['attending']);
  });
});

describe('sending the outbox', () => {
  it('sends each write once, in order, and leaves the outbox empty', async () => {
    const { store, sent, settled, send } = await phone({
      writes: [aboutEvent('a'), aboutEvent('b'), aboutEvent('c')],
    });
    expect(await send()).toBeNull();
    await send();
    expect(sent.map(({ params }) => params.id)).toEqual(['a', 'b', 'c']);
    expect(settled).toEqual(['key-1', 'key-2', 'key-3']);
    expect(await queuedRows(store)).toEqual([]);
  });

  it('counts no attempt while the server cannot be reached', async () => {
    const { store, sent, state, send } = await phone({ writes: [aboutEvent('a')] });
    state.canSend = false;
    expect(await send()).toBeNull();
    expect(sent).toEqual([]);
    expect(await queuedRows(store)).toMatchObject([{ attempts: 0 }]);
  });

  it('retries with the same idempotency key when the answer was lost, after its pause', async () => {
    const { sent, clock, send } = await phone({
      writes: [aboutEvent('a'), aboutEvent('b')],
      answers: [{ kind: 'later' }, done],
    });
    const next = await send();
    expect(next).toBe(clock.now + 2000);
    expect(await send()).toBe(next);
    expect(sent).toHaveLength(1);
    clock.now += 2000;
    await send();
    expect(sent.map(({ id }) => id)).toEqual(['key-1', 'key-1', 'key-2']);
  });

  it('doubles the pause with each retry, with jitter, up to 15 minutes', () => {
    expect([1, 2, 3, 4].map((attempts) => backoffMs(attempts, 0.5))).toEqual([2000, 4000, 8000, 16_000]);
    expect(backoffMs(1, 0)).toBe(1500);
    expect(backoffMs(1, 1)).toBe(2500);
    expect(backoffMs(50, 0.5)).toBe(15 * 60_000);
  });

  it('waits as long as Retry-After says', async () => {
    const { clock, send } = await phone({
      writes: [aboutEvent('a')],
      answers: [{ kind: 'later', retryAfterMs: 60_000 }],
    });
    expect(await send()).toBe(clock.now + 60_000);
  });

  it('stops at an expired session without a pause, and sends the rest after the refresh', async () => {
    const { store, sent, send } = await phone({
      writes: [aboutEvent('a'), aboutEvent('b')],
      answers: [{ kind: 'paused' }, done],
    });
    expect(await send()).toBeNull();
    expect(await queuedRows(store)).toMatchObject([{ notBefore: 0 }, { notBefore: 0 }]);
    await send();
    expect(sent.map(({ params }) => params.id)).toEqual(['a', 'a', 'b']);
  });

  it('keeps a refused write until the user decides, never resends it, and continues with the next', async () => {
    const { store, sent, send } = await phone({
      writes: [aboutEvent('a'), aboutEvent('b')],
      answers: [full, done],
    });
    await send();
    await send();
    expect(sent.map(({ params }) => params.id)).toEqual(['a', 'b']);
    expect(await queuedRows(store)).toMatchObject([{ params: { id: 'a' }, refusal: { code: 'event_full' } }]);
  });

  it('removes a refused write while a newer one with the same subject waits behind it', async () => {
    const { store, clock, add, send } = await phone({
      writes: [aboutEvent('a')],
      answers: [{ kind: 'later' }],
    });
    await send();
    await add(aboutEvent('a', 'declined'));
    clock.now += 2000;
    await send(async ({ attempts }) => (attempts > 1 ? full : { kind: 'paused' }));
    expect((await queuedRows(store)).map(({ body }) => body.response)).toEqual(['declined']);
  });

  it('stores the attempt before it sends, so that a page that is closed meanwhile knows of it', async () => {
    const { store, send } = await phone({ writes: [aboutEvent('a')] });
    let seen: QueuedWrite[] = [];
    await send(async () => {
      seen = await queuedRows(store);
      return done;
    });
    expect(seen).toMatchObject([{ attempts: 1 }]);
  });

  it('does not send a write that is cancelled at the last moment', async () => {
    const { store, sent, state, send } = await phone({ writes: [aboutEvent('a')] });
    Object.defineProperty(state, 'canSend', {
      get: () => {
        store.rows.clear();
        return true;
      },
    });
    await send();
    expect(sent).toEqual([]);
    expect(await queuedRows(store)).toEqual([]);
  });

  it.each<[string, Outcome]>([
    ['no answer', { kind: 'later' }],
    ['a refusal', full],
  ])('does not restore a write that was cancelled while it was sent, with %s', async (_, outcome) => {
    const { store, send } = await phone({ writes: [aboutEvent('a')] });
    await send(async () => {
      store.rows.clear();
      return outcome;
    });
    expect(await queuedRows(store)).toEqual([]);
  });

  it('sends writes that were added while it was sending', async () => {
    const { sent, add, send } = await phone({ writes: [aboutEvent('a')] });
    await send(async (write) => {
      sent.push(write);
      if (write.params.id === 'a') await add(aboutEvent('b'));
      return done;
    });
    expect(sent.map(({ params }) => params.id)).toEqual(['a', 'b']);
  });
});

describe('a write that never gets a final answer', () => {
  /** A phone whose server answers all writes but those with the blocked title. */
  async function blocked(writes: NewWrite[], isBlocked = ({ title }: QueuedWrite) => title === 'Going: a') {
    const held = await phone({ writes });
    const deliver = async (write: QueuedWrite): Promise<Outcome> => {
      held.sent.push(write);
      return isBlocked(write) ? { kind: 'later' } : done;
    };
    const sentTitles = () => held.sent.splice(0).map(({ title }) => title);
    /** Sends once more when the pause is over. */
    const again = async () => {
      const at = await held.send(deliver);
      held.clock.now = Math.max(held.clock.now, at ?? 0);
      return at;
    };
    return { ...held, deliver, sentTitles, again };
  }

  it('is put aside after three attempts while the server can be reached, and the others are sent', async () => {
    const { store, state, sentTitles, again, clock } = await blocked([aboutEvent('a'), aboutEvent('b')]);
    state.isServerThere = true;
    await again();
    await again();
    expect(sentTitles()).toEqual(['Going: a', 'Going: a']);
    const before = clock.now;
    expect(await again()).toBe(before + 8000);
    expect(sentTitles()).toEqual(['Going: a', 'Going: b']);
    expect(await queuedRows(store)).toMatchObject([{ title: 'Going: a', attempts: 3, isAside: true }]);
  });

  it('is sent after the others from then on, and not more often', async () => {
    const { state, add, send, deliver, sentTitles, again, clock } = await blocked([aboutEvent('a')]);
    state.isServerThere = true;
    for (let attempt = 0; attempt < 3; attempt += 1) await again();
    await add(aboutEvent('b'));
    sentTitles();
    clock.now -= 1;
    expect(await send(deliver)).toBe(clock.now + 1);
    expect(sentTitles()).toEqual(['Going: b']);
    clock.now += 1;
    await add(aboutEvent('c'));
    await send(deliver);
    expect(sentTitles()).toEqual(['Going: c', 'Going: a']);
  });

  it('keeps its pause when a write about another event is sent at once, and loses it for one about the same event', async () => {
    const { state, add, send, deliver, sentTitles, again, clock } = await blocked([aboutEvent('a')]);
    state.isServerThere = true;
    for (let attempt = 0; attempt < 3; attempt += 1) await again();
    await add(aboutEvent('b'));
    sentTitles();
    clock.now -= 1;
    state.ignoreBackoff = true;
    state.about = aboutEvent('b');
    expect(await send(deliver)).toBe(clock.now + 1);
    expect(sentTitles()).toEqual(['Going: b']);
    state.about = aboutEvent('a', 'declined');
    await send(deliver);
    expect(sentTitles()).toEqual(['Going: a']);
  });

  it('is done like any other once it gets an answer', async () => {
    const { store, state, send, again } = await blocked([aboutEvent('a'), aboutEvent('b')]);
    state.isServerThere = true;
    for (let attempt = 0; attempt < 3; attempt += 1) await again();
    expect(await send()).toBeNull();
    expect(await queuedRows(store)).toEqual([]);
  });

  it('stops the queue while the server cannot be reached either, however often it was sent', async () => {
    const { store, state, sentTitles, again } = await blocked([aboutEvent('a'), aboutEvent('b')]);
    for (let attempt = 0; attempt < 5; attempt += 1) await again();
    expect(sentTitles()).toEqual(Array(5).fill('Going: a'));
    // It was put aside, and then a captive portal took over.
    state.isServerThere = true;
    await again();
    sentTitles();
    state.isServerThere = false;
    expect(await again()).not.toBeNull();
    expect((await queuedRows(store)).map(({ attempts, isAside }) => [attempts, isAside])).toEqual([
      [7, undefined],
    ]);
  });

  it('stops the queue while the server says when to come back', async () => {
    const { sent, state, clock, send } = await phone({ writes: [aboutEvent('a'), aboutEvent('b')] });
    state.isServerThere = true;
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const busy = async (write: QueuedWrite): Promise<Outcome> => {
        sent.push(write);
        return { kind: 'later', retryAfterMs: 1000 };
      };
      expect(await send(busy)).toBe(clock.now + 1000);
      clock.now += 1000;
    }
    expect(sent.map(({ params }) => params.id)).toEqual(['a', 'a', 'a', 'a']);
  });

  it('goes behind the others at once where it has reached a limit of the day', async () => {
    const { store, sent, state, clock, send } = await phone({ writes: [aboutEvent('a'), aboutEvent('b')] });
    state.isServerThere = true;
    const limited = async (write: QueuedWrite): Promise<Outcome> => {
      sent.push(write);
      return write.params.id === 'a' ? { kind: 'later', retryAfterMs: 36_000_000 } : done;
    };
    expect(await send(limited)).toBe(clock.now + 36_000_000);
    expect(sent.map(({ params }) => params.id)).toEqual(['a', 'b']);
    expect(await queuedRows(store)).toMatchObject([{ params: { id: 'a' }, isAside: true }]);
  });

  it('does not hold up marks of others at the same event', async () => {
    const event = { id: 'event', name: 'Training' };
    const here = { status: 'present', minutesLate: null } as const;
    const about = (what: string) => ({ event, what, reason: null });
    const mark = (id: string) => markOne({ id, name: id }, here, about(id));
    const { state, add, sentTitles, again } = await blocked(
      [addGuest({ id: 'gus', name: 'Gus' }, here, about('Guest'))],
      ({ title }) => title === 'Guest · Training',
    );
    state.isServerThere = true;
    for (const id of ['gus', 'ben', 'cleo']) await add(mark(id));
    for (let attempt = 0; attempt < 3; attempt += 1) await again();
    // The guest's own mark waits for the guest.
    expect(sentTitles().slice(2)).toEqual(['Guest · Training', 'ben · Training', 'cleo · Training']);
  });

  it('keeps what is about the same, or needs what it makes, behind it', async () => {
    const about = (title: string, given: Partial<NewWrite>): NewWrite => ({
      ...aboutEvent(title),
      subject: title,
      title,
      ...given,
    });
    const { state, add, sentTitles, again } = await blocked(
      [about('blocked', { call: 'PATCH /api/places/{id}', params: { id: 'club' }, body: { id: 'guest' } })],
      ({ title }) => title === 'blocked',
    );
    state.isServerThere = true;
    await again();
    await add(about('same subject', { subject: 'blocked', params: {} }));
    await add(about('same id', { params: { id: 'club' }, body: { id: 'second guest' } }));
    await add(about('made by it', { params: { id: 'other', personId: 'guest' } }));
    await add(about('names it', { params: {}, body: { marks: [{ personId: 'guest' }] } }));
    await add(about('behind one that waits', { body: { personId: 'second guest' } }));
    await add(about('free', { params: { id: 'else' }, body: { note: 'guest of the club' } }));
    await again();
    await again();
    expect(sentTitles()).toEqual(['blocked', 'blocked', 'blocked', 'free']);
  });
});

describe('stored rows of an unknown format', () => {
  it.each<[string, (good: QueuedWrite) => unknown]>([
    ['nothing', () => null],
    ['a string', () => 'going'],
    ['an incomplete write', ({ id }) => ({ id })],
    ['an unknown call', (good) => ({ ...good, call: 'going' })],
    ['an invalid time', (good) => ({ ...good, notBefore: 'soon' })],
  ])('(%s) do not block the others', async (_, garbage) => {
    const { store, sent, send } = await phone({ writes: [aboutEvent('a')] });
    const [good] = await queuedRows(store);
    if (good) store.rows.set('0', garbage(good) as QueuedWrite);
    await send();
    expect(sent.map(({ params }) => params.id)).toEqual(['a']);
  });
});

describe('a full device', () => {
  const tooFull = new StorageError('full', null);

  it('frees space for a write and stores it', async () => {
    const store = memoryStore<QueuedWrite>();
    store.limitTo(0);
    const freeSpace = async () => store.limitTo(1);
    await enqueue(store, newRow(aboutEvent('a'), { id: 'key', now: 1, last: undefined }), freeSpace);
    expect(await queuedRows(store)).toMatchObject([{ id: 'key' }]);
  });

  it('reports when freeing space is not enough, and keeps the queued writes', async () => {
    const { store, add } = await phone({ writes: [aboutEvent('a')] });
    store.limitTo(1);
    await expect(add(aboutEvent('b'))).rejects.toMatchObject({ kind: 'full' });
    await expect(add(aboutEvent('a', 'declined'))).rejects.toMatchObject({ kind: 'full' });
    expect((await queuedRows(store)).map(({ body }) => body.response)).toEqual(['attending']);
  });

  it('still sends a write when its attempt cannot be stored', async () => {
    const { store, sent, send } = await phone({ writes: [aboutEvent('a')] });
    store.replace = () => Promise.reject(tooFull);
    await send();
    expect(sent).toHaveLength(1);
    expect(await queuedRows(store)).toEqual([]);
  });
});
