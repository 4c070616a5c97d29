// A phone at the pitch: the page's own queue of marks over a device in memory, its clock, and a network that loses requests and
// answers. Phones act one after the other in one process; `acting` is the one whose clock and network the code of the page finds.
import { vi } from 'vitest';
import type { AttendanceItem } from '../../../src/contract/events/attendance.ts';
import type { QueuedWrite } from '../../../src/offline/outbox.ts';
import { type Client, signIn } from '../../support/client.ts';
import { memoryStore } from '../../support/memory-store.ts';
import type { TestServer } from '../../support/server.ts';

/** What becomes of one request. `busy`: the server has no time. */
export type Fate = 'ok' | 'lostRequest' | 'lostAnswer' | 'busy';

type Device = {
  nowMs(): number;
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** What localStorage holds. */
  items: Map<string, string>;
};
let acting: Device | null = null;

const RealDate = Date;
class PhoneDate extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [PhoneDate.now()] : given) as [number]));
  }
  static override now = () => acting?.nowMs() ?? RealDate.now();
}

/** What the page finds in a browser. Undone after the test, like all stubs. */
export function stubBrowser(): void {
  const realNow = performance.now.bind(performance);
  vi.stubGlobal('Date', PhoneDate);
  vi.spyOn(performance, 'now').mockImplementation(() => acting?.nowMs() ?? realNow());
  vi.stubGlobal('document', { cookie: '', querySelector: () => null });
  vi.stubGlobal('navigator', { onLine: false, language: 'en-GB' });
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => acting?.items.get(key) ?? null,
    setItem: (key: string, value: string) => acting?.items.set(key, value),
    removeItem: (key: string) => acting?.items.delete(key),
  });
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (!acting) throw new Error('A request of a phone that does nothing.');
    return acting.fetch(path, init);
  });
}

const deviceModule = '../../../src/offline/device-store.ts';
const sessionModule = '../../../src/app/data/session/session.ts';

/** The modules of a page, as they are when it starts. */
async function startPage(userId: string, outbox: object) {
  vi.resetModules();
  vi.doMock(deviceModule, async (load) => ({ ...(await load<object>()), deviceStore: () => outbox }));
  vi.doMock(sessionModule, async (load) => ({
    ...(await load<object>()),
    sessionNow: () => ({ status: 'signedIn', user: { id: userId } }),
  }));
  const page = {
    ...(await import('../../../src/app/data/outbox/queue.ts')),
    ...(await import('../../../src/app/data/outbox/outbox.ts')),
    ...(await import('../../../src/app/data/outbox/deliver.ts')),
    ...(await import('../../../src/app/data/outbox/marks.ts')),
    ...(await import('../../../src/app/data/http/call.ts')),
    ...(await import('../../../src/app/data/http/clock.ts')),
    ...(await import('../../../src/app/features/attendance/undo.ts')),
    ...(await import('../../../src/app/features/attendance/order.ts')),
    ...(await import('../../../src/offline/outbox.ts')),
    ...(await import('../../../src/offline/send-queue.ts')),
  };
  vi.doUnmock(deviceModule);
  vi.doUnmock(sessionModule);
  return page;
}
type Page = Awaited<ReturnType<typeof startPage>>;
type Done = Parameters<Page['undoing']>[0];
type Change = Done['changes'][number];
type Person = Change['person'];
type Value = Pick<Change, 'status' | 'minutesLate'>;

const event = { name: 'U12 winter training' };

/** A decision as the phone has made it: in the row with this id, at this time by the server's clock. */
export type Decision = { rowId: string; personId: string; status: string | null; atMs: number };

/** The phone of a user at an event, whose clock is `aheadMs` fast. It has read the list once. */
export async function openPhone(
  server: TestServer,
  user: { id: string },
  { eventId, aheadMs }: { eventId: string; aheadMs: number },
) {
  const outbox = memoryStore<QueuedWrite>();
  const client: Client = await signIn(server, user);
  let fates: Fate[] = [];
  let items: readonly AttendanceItem[] = [];
  let answeredAt = 0;
  let done: (Done & { over: readonly AttendanceItem[] })[] = [];
  const nowMs = () => server.now().getTime() + aheadMs;
  const device: Device = {
    nowMs,
    items: new Map(),
    fetch: async (path, init) => {
      const fate = fates.shift() ?? 'ok';
      if (fate === 'lostRequest') throw new TypeError('Failed to fetch');
      if (fate === 'busy') return new Response(null, { status: 503 });
      acting = null;
      const response = await client.request(path, init);
      acting = device;
      if (fate === 'lostAnswer') throw new TypeError('Failed to fetch');
      return response;
    },
  };
  const act = async <T>(work: () => Promise<T>): Promise<T> => {
    acting = device;
    try {
      return await work();
    } finally {
      acting = null;
    }
  };
  let page: Page = await act(() => startPage(user.id, outbox));

  const rows = async () => (await page.readQueue(outbox)).map(([, row]) => row);
  const people = async () =>
    page.withQueuedMarks(items, await rows(), { offsetMs: page.serverOffsetMs(), answeredAt });
  const about = (what: string) => ({ event: { id: eventId, ...event }, what, reason: null });

  /** Queues a write, and returns the decisions in it. `before`: of an action that can be undone. */
  const queued = async (
    write: Parameters<Page['queue']>[0],
    changes: readonly Change[],
    before?: Done['before'],
  ): Promise<Decision[]> => {
    if (before) done.push({ writes: [write], changes, before, said: '', reason: null, over: items });
    const known = new Set((await rows()).map(({ id }) => id));
    await page.queue(write);
    const row = (await rows()).find(({ id }) => !known.has(id));
    if (!row) throw new Error('The device has not stored the mark.');
    const atMs = server.now().getTime();
    return changes.map(({ person, status }) => ({ rowId: row.id, personId: person.id, status, atMs }));
  };

  const read = () =>
    act(async () => {
      const answer = await page.callApi('GET /api/events/{id}/attendance', { params: { id: eventId } });
      items = answer.items;
      answeredAt = nowMs();
    });
  await read();

  return {
    userId: user.id,
    /** Everyone on the list, with what the screen shows of them. */
    people: () => act(people),
    rows: () => act(rows),
    read,
    mark: (personId: string, value: Value) =>
      act(async () => {
        const person = (await people()).find(({ user: { id } }) => id === personId);
        if (!person) return [];
        const change = { person: page.asPerson(person), ...value };
        return queued(page.markOne(change.person, change, about('One')), [change], [page.beforeOf(person)]);
      }),
    /** Everyone else is here. */
    markRest: () =>
      act(async () => {
        const open = (await people()).filter(page.isOpen);
        const changes = open.map((person) => ({ person: page.asPerson(person), ...here }));
        if (changes.length === 0) return [];
        const before = open.map((person) => ({ ...page.beforeOf(person), wasReplaced: false }));
        return queued(page.markMany(changes, about('Rest')), changes, before);
      }),
    addGuest: (person: Person) =>
      act(async () => {
        const before = [{ person, status: null, minutesLate: null, wasReplaced: false }];
        return queued(page.addGuest(person, here, about('Guest')), [{ person, ...here }], before);
      }),
    /**
     * Undoes the last action. Returns whom it was about, the rows that have left the queue unsent, what was written back, and what the screen shows
     * again, unless the server has said something since.
     */
    undo: () =>
      act(async () => {
        const last = done.pop();
        if (!last) return { who: [], removed: [], made: [], shown: [] };
        const who = last.changes.map(({ person }) => person.id);
        const byId = new Map((await people()).map((person) => [person.user.id, person]));
        const { unsent, back } = page.undoing(last, byId, user.id);
        const removed: string[] = [];
        const changes = [...back];
        for (const [id, before] of unsent)
          if (await page.cancelUnsent(id)) removed.push(id);
          else changes.push(...before);
        const shown = last.over === items ? last.before : [];
        const [only] = changes;
        if (!only) return { who, removed, made: [], shown };
        const write =
          changes.length === 1
            ? page.markOne(only.person, only, about('One'))
            : page.markMany(changes, about('Many'));
        return { who, removed, made: await queued(write, changes), shown };
      }),
    /** Sends the queue, with these fates of its requests; the others are answered. */
    send: (given: readonly Fate[]) =>
      act(async () => {
        fates = [...given];
        await page.sendQueue({
          store: outbox,
          ignoreBackoff: true,
          canSend: () => true,
          deliver: (row) => page.deliver(outbox, row, user.id),
          isServerThere: async () => true,
          onSettled: (_, outcome) => {
            const answer = outcome.kind === 'done' ? outcome.answer : null;
            const marked = (answer as { items?: AttendanceItem[] } | null)?.items ?? [
              answer as AttendanceItem,
            ];
            if (answer) items = page.withAnswers(items, marked);
          },
          freeSpace: async () => {},
          now: Date.now,
          random: () => 0.5,
        });
        fates = [];
      }),
    /** Its battery is empty; it starts again with what the device has stored, without a network. */
    kill: async () => {
      done = [];
      page = await act(() => startPage(user.id, outbox));
    },
  };
}
export type Phone = Awaited<ReturnType<typeof openPhone>>;

const here: Value = { status: 'present', minutesLate: null };
