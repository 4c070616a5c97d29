// The answer to a write in the shape of another version: the server repeats the stored answer of a write that it has executed.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cancel, onAnswer, openOutbox, write } from '../../../src/app/data/outbox/outbox.ts';
import { outboxStore } from '../../../src/app/data/outbox/outbox-state.ts';
import { queue } from '../../../src/app/data/outbox/queue.ts';
import { onAcknowledged } from '../../../src/app/data/resources/acknowledged-writes.ts';
import { serverTimeHeader } from '../../../src/contract/values/headers.ts';

const device = vi.hoisted(() => ({ isBroken: false }));
vi.mock('../../../src/offline/device-store.ts', async (load) => {
  const memory = await (await import('../../support/memory-device.ts')).memoryDevice(load<object>);
  const { StorageError } = await load<typeof import('../../../src/offline/device-store.ts')>();
  const deviceStore = (part: string, userId: string) => ({
    ...memory.deviceStore(part, userId),
    ...(device.isBroken && { put: () => Promise.reject(new StorageError('unavailable', null)) }),
  });
  return { ...memory, deviceStore };
});
vi.mock('../../../src/app/data/session/session.ts', async (load) => ({
  ...(await load<object>()),
  sessionNow: () => ({ status: 'signedIn', user: { id: 'ada' } }),
}));

let answer = (): Response => new Response();
const answerOf = (body: unknown, headers: Record<string, string>) => () =>
  new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json', ...headers } });
const ofServer = (body: unknown) => answerOf(body, { [serverTimeHeader]: String(Date.now()) });
const reply = {
  call: 'PUT /api/events/{id}/registration',
  params: { id: 'e1' },
  body: { response: 'attending' },
  subject: 'registration:e1',
  title: 'Going: Training',
} as const;
const rows = () => outboxStore.get().rows;
const heard = vi.fn();
const revalidated = vi.fn();
onAnswer(heard);
onAcknowledged(() => void revalidated());

afterEach(() => Promise.all(rows().map(({ id }) => cancel(id))));
beforeEach(() => {
  device.isBroken = false;
  heard.mockReset();
  revalidated.mockReset();
  openOutbox('ada');
  vi.stubGlobal('fetch', async () => answer());
});

it('a queued write leaves the queue, and reads revalidate, but no one gets the answer', async () => {
  answer = ofServer({ outcome: 'applied' });
  await queue(reply);
  await vi.waitFor(() => expect(rows()).toEqual([]));
  expect(revalidated).toHaveBeenCalledOnce();
  expect(heard).not.toHaveBeenCalled();
});

it('the next write is sent after it', async () => {
  answer = ofServer({ outcome: 'applied' });
  await Promise.all([queue(reply), queue({ ...reply, params: { id: 'e2' }, subject: 'registration:e2' })]);
  await vi.waitFor(() => expect(rows()).toEqual([]));
  expect(heard).not.toHaveBeenCalled();
});

it('a write that it refuses is refused', async () => {
  answer = ofServer({ outcome: 'refused', reason: 'event_full' });
  await queue(reply);
  await vi.waitFor(() => expect(rows()).toMatchObject([{ refusal: { code: 'event_full' } }]));
});

it.each([
  ['stored', false],
  ['sent without being stored', true],
])('a screen whose write was %s gets no answer', async (_, isBroken) => {
  device.isBroken = isBroken;
  answer = ofServer({ outcome: 'applied' });
  expect(await write(reply)).toEqual({ kind: 'waiting' });
  await vi.waitFor(() => expect(rows().filter(({ refusal }) => !refusal)).toEqual([]));
  expect(revalidated).toHaveBeenCalledOnce();
});

it('the same answer of a stranger leaves the write in the queue', async () => {
  answer = answerOf({ outcome: 'applied' }, {});
  await queue(reply);
  await vi.waitFor(() => expect(rows()[0]?.notBefore).toBeGreaterThan(0));
  expect(revalidated).not.toHaveBeenCalled();
});

it('a refusal with a code of a newer server stays in the list in its words, and holds up no other write', async () => {
  vi.stubGlobal('fetch', async () => {
    const body = { status: 409, code: 'too_muddy', title: 'No', detail: 'The pitch is too muddy.' };
    const headers = { 'Content-Type': 'application/problem+json', [serverTimeHeader]: String(Date.now()) };
    return new Response(JSON.stringify(body), { status: 409, headers });
  });
  await Promise.all([queue(reply), queue({ ...reply, params: { id: 'e2' }, subject: 'registration:e2' })]);
  const refusal = { code: 'too_muddy', message: 'The pitch is too muddy.' };
  await vi.waitFor(() => expect(rows()).toMatchObject([{ refusal }, { refusal }]));
});
