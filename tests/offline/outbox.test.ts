// The line of writes that wait: kept in order, each sent once, and what becomes of one that is not taken.
import { describe, expect, it } from 'vitest';
import { StorageError } from '../../src/offline/device-store.ts';
import {
  enqueue,
  type NewWrite,
  type Outcome,
  pauseMs,
  type QueuedWrite,
  readLine,
  sendLine,
} from '../../src/offline/outbox.ts';
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

/** A phone with what its person did on it, a clock, and a server that answers as told; its last answer stays. */
async function phone({ writes = [], answers = [done] }: { writes?: NewWrite[]; answers?: Outcome[] } = {}) {
  const store = memoryStore<QueuedWrite>();
  const sent: QueuedWrite[] = [];
  const settled: string[] = [];
  const clock = { now: 1_000_000 };
  const state = { canSend: true };
  let count = 0;
  const add = (write: NewWrite) => {
    count += 1;
    return enqueue(store, write, { now: clock.now, id: `key-${count}`, makeRoom: async () => {} });
  };
  for (const write of writes) await add(write);
  const send = (deliver?: (write: QueuedWrite) => Promise<Outcome>) =>
    sendLine({
      store,
      canSend: () => state.canSend,
      deliver:
        deliver ??
        (async (write) => {
          sent.push(write);
          return (answers.length > 1 ? answers.shift() : answers[0]) ?? done;
        }),
      settled: ({ id }) => settled.push(id),
      makeRoom: async () => {},
      now: () => clock.now,
      chance: () => 0.5,
    });
  return { store, sent, settled, clock, state, add, send };
}

const inLine = async (store: MemoryStore<QueuedWrite>) => (await readLine(store)).map(([, row]) => row);

describe('the line', () => {
  it('keeps the order of what was done, also within one millisecond and after a clock that went back', async () => {
    const { store, clock, add } = await phone({ writes: [aboutEvent('a'), aboutEvent('b')] });
    clock.now -= 5000;
    await add(aboutEvent('c'));
    expect((await inLine(store)).map(({ params }) => params.id)).toEqual(['a', 'b', 'c']);
  });

  it('lets a newer write take the place of one about the same that was never sent', async () => {
    const { store } = await phone({ writes: [aboutEvent('a'), aboutEvent('a', 'declined')] });
    expect((await inLine(store)).map(({ body }) => body.response)).toEqual(['declined']);
  });

  it('lets a newer write take the place of a refused one about the same', async () => {
    const { store, add, send } = await phone({ writes: [aboutEvent('a')], answers: [full] });
    await send();
    await add(aboutEvent('a', 'declined'));
    expect((await inLine(store)).map(({ body }) => body.response)).toEqual(['declined']);
  });

  it('keeps a write that may have reached the server, and puts the newer one behind it', async () => {
    const { store, add, send } = await phone({ writes: [aboutEvent('a')], answers: [{ kind: 'later' }] });
    await send();
    await add(aboutEvent('a', 'declined'));
    expect((await inLine(store)).map(({ body }) => body.response)).toEqual(['attending', 'declined']);
  });

  it('loses nothing when there is no room for another: the one before stays', async () => {
    const { store, add } = await phone({ writes: [aboutEvent('a')] });
    store.limitTo(1);
    await expect(add(aboutEvent('a', 'declined'))).rejects.toMatchObject({ kind: 'full' });
    expect((await inLine(store)).map(({ body }) => body.response)).toEqual(['attending']);
  });
});

describe('sending', () => {
  it('sends each once, in order, and leaves an empty line', async () => {
    const { store, sent, settled, send } = await phone({
      writes: [aboutEvent('a'), aboutEvent('b'), aboutEvent('c')],
    });
    expect(await send()).toBeNull();
    await send();
    expect(sent.map(({ params }) => params.id)).toEqual(['a', 'b', 'c']);
    expect(settled).toEqual(['key-1', 'key-2', 'key-3']);
    expect(await inLine(store)).toEqual([]);
  });

  it('counts nothing as sent while there is no way to the server', async () => {
    const { store, sent, state, send } = await phone({ writes: [aboutEvent('a')] });
    state.canSend = false;
    expect(await send()).toBeNull();
    expect(sent).toEqual([]);
    expect(await inLine(store)).toMatchObject([{ attempts: 0 }]);
  });

  it('sends under the same key again when the answer was lost, and only once its pause is over', async () => {
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

  it('pauses twice as long each time, a little apart, and never longer than a quarter of an hour', () => {
    expect([1, 2, 3, 4].map((attempts) => pauseMs(attempts, 0.5))).toEqual([2000, 4000, 8000, 16_000]);
    expect(pauseMs(1, 0)).toBe(1500);
    expect(pauseMs(1, 1)).toBe(2500);
    expect(pauseMs(50, 0.5)).toBe(15 * 60_000);
  });

  it('waits as long as the server asks for', async () => {
    const { clock, send } = await phone({
      writes: [aboutEvent('a')],
      answers: [{ kind: 'later', retryAfterMs: 60_000 }],
    });
    expect(await send()).toBe(clock.now + 60_000);
  });

  it('stops at a session that must be renewed, without a pause, and sends the rest after it', async () => {
    const { store, sent, send } = await phone({
      writes: [aboutEvent('a'), aboutEvent('b')],
      answers: [{ kind: 'paused' }, done],
    });
    expect(await send()).toBeNull();
    expect(await inLine(store)).toMatchObject([{ notBefore: 0 }, { notBefore: 0 }]);
    await send();
    expect(sent.map(({ params }) => params.id)).toEqual(['a', 'a', 'b']);
  });

  it('keeps a refused write for its person to decide, never sends it again, and goes on with the next', async () => {
    const { store, sent, send } = await phone({
      writes: [aboutEvent('a'), aboutEvent('b')],
      answers: [full, done],
    });
    await send();
    await send();
    expect(sent.map(({ params }) => params.id)).toEqual(['a', 'b']);
    expect(await inLine(store)).toMatchObject([{ params: { id: 'a' }, refusal: { code: 'event_full' } }]);
  });

  it('writes down that it is about to send before it does, so that a page that dies then knows', async () => {
    const { store, send } = await phone({ writes: [aboutEvent('a')] });
    let seen: QueuedWrite[] = [];
    await send(async () => {
      seen = await inLine(store);
      return done;
    });
    expect(seen).toMatchObject([{ attempts: 1 }]);
  });

  it('does not send what is cancelled at the last moment', async () => {
    const { store, sent, state, send } = await phone({ writes: [aboutEvent('a')] });
    Object.defineProperty(state, 'canSend', {
      get: () => {
        store.rows.clear();
        return true;
      },
    });
    await send();
    expect(sent).toEqual([]);
    expect(await inLine(store)).toEqual([]);
  });

  it.each<[string, Outcome]>([
    ['no answer', { kind: 'later' }],
    ['a refusal', full],
  ])('never puts back what was cancelled while it was sent, with %s', async (_, outcome) => {
    const { store, send } = await phone({ writes: [aboutEvent('a')] });
    await send(async () => {
      store.rows.clear();
      return outcome;
    });
    expect(await inLine(store)).toEqual([]);
  });

  it('sends what was added while it was sending', async () => {
    const { sent, add, send } = await phone({ writes: [aboutEvent('a')] });
    await send(async (write) => {
      sent.push(write);
      if (write.params.id === 'a') await add(aboutEvent('b'));
      return done;
    });
    expect(sent.map(({ params }) => params.id)).toEqual(['a', 'b']);
  });
});

describe('rows that no version of the app wrote', () => {
  it.each<[string, (good: QueuedWrite) => unknown]>([
    ['nothing', () => null],
    ['a word', () => 'going'],
    ['half a write', ({ id }) => ({ id })],
    ['a call that is none', (good) => ({ ...good, call: 'going' })],
    ['a time that is none', (good) => ({ ...good, notBefore: 'soon' })],
  ])('(%s) do not hold up the others', async (_, garbage) => {
    const { store, sent, send } = await phone({ writes: [aboutEvent('a')] });
    const [good] = await inLine(store);
    if (good) store.rows.set('0', garbage(good) as QueuedWrite);
    await send();
    expect(sent.map(({ params }) => params.id)).toEqual(['a']);
  });
});

describe('a device that is full', () => {
  const tooFull = new StorageError('full', null);

  it('makes room for a write, and keeps it', async () => {
    const store = memoryStore<QueuedWrite>();
    store.limitTo(0);
    const makeRoom = async () => store.limitTo(1);
    await enqueue(store, aboutEvent('a'), { now: 1, id: 'key', makeRoom });
    expect(await inLine(store)).toMatchObject([{ id: 'key' }]);
  });

  it('says so when there is no room even then, and keeps what waited before', async () => {
    const { store, add } = await phone({ writes: [aboutEvent('a')] });
    store.limitTo(1);
    await expect(add(aboutEvent('b'))).rejects.toMatchObject({ kind: 'full' });
    await expect(add(aboutEvent('a', 'declined'))).rejects.toMatchObject({ kind: 'full' });
    expect((await inLine(store)).map(({ body }) => body.response)).toEqual(['attending']);
  });

  it('sends what it cannot count the attempts of', async () => {
    const { store, sent, send } = await phone({ writes: [aboutEvent('a')] });
    store.replace = () => Promise.reject(tooFull);
    await send();
    expect(sent).toHaveLength(1);
    expect(await inLine(store)).toEqual([]);
  });
});
