// Queued changes of one event, place, profile or settings: each is made from the version that the one before it leaves.
import { expect, it } from 'vitest';
import { raiseVersions } from '../../../src/app/data/outbox/raise-versions.ts';
import { newRow, type QueuedWrite } from '../../../src/offline/outbox.ts';
import type { Outcome } from '../../../src/offline/send-queue.ts';
import { memoryStore } from '../../support/memory-store.ts';

const edit = 'PATCH /api/events/{id}';
const publish = 'POST /api/events/{id}/publish';

function entryOf(id: string, call: string, version: number, given: Partial<QueuedWrite> = {}) {
  const write = { call, params: { id: 'e1' }, body: { version }, subject: id, title: id };
  const [key, row] = newRow(write, { id, now: 1, last: undefined });
  return [key, { ...row, ...given }] as [string, QueuedWrite];
}

/** The versions of the later rows once `sent` was answered. */
async function versionsAfter(sent: [string, QueuedWrite], later: [string, QueuedWrite][], outcome: Outcome) {
  const store = memoryStore<QueuedWrite>([sent, ...later]);
  await raiseVersions(store, sent[1], outcome, async () => {});
  return later.map(([key]) => store.rows.get(key)?.body.version);
}
const answered = (version: number): Outcome => ({ kind: 'done', answer: { id: 'e1', version } });

it('an accepted edit raises the version of later changes that were made from the same one', async () => {
  const later = [
    entryOf('b', edit, 5),
    entryOf('c', publish, 5),
    entryOf('older', edit, 4),
    entryOf('other', edit, 5, { params: { id: 'e2' } }),
    entryOf('place', 'PATCH /api/places/{id}', 5),
  ];
  expect(await versionsAfter(entryOf('a', edit, 5), later, answered(7))).toEqual([7, 7, 4, 5, 5]);
});

it.each<[string, string, Record<string, string>, object]>([
  ['settings', 'PATCH /api/users/me/settings', {}, { version: 7 }],
  ['a profile', 'PATCH /api/users/me/profile', {}, { id: 'ada', version: 7 }],
  ['a place', 'PATCH /api/places/{id}', { id: 'p1' }, { id: 'p1', version: 7 }],
])('an accepted edit of %s raises the version of later ones', async (_, call, params, answer) => {
  const later = [
    entryOf('b', call, 5, { params }),
    entryOf('older', call, 4, { params }),
    entryOf('event', edit, 5),
    entryOf('other', 'PATCH /api/places/{id}', 5, { params: { id: 'p2' } }),
  ];
  const first = entryOf('a', call, 5, { params });
  expect(await versionsAfter(first, later, { kind: 'done', answer })).toEqual([7, 4, 5, 5]);
});

it('an accepted edit of several dates raises later edits of one of them in other fields', async () => {
  const later = (id: string, body: object, given: Partial<QueuedWrite> = {}) =>
    entryOf(id, edit, 5, { params: { id: 'e2' }, body: { version: 5, ...body }, ...given });
  const endsLater = { endsAt: '2026-12-01T18:00:00.000Z' };
  const body = { version: 5, scope: 'all', name: 'Circuit', startsAt: '2026-12-01T17:00:00.000Z' };
  const changedDates = [{ id: 'e2', versionBefore: 5, version: 7 }];
  const rows = [
    later('b', { meetingPoint: 'Gate' }),
    later('c', { scope: 'this', meetingPoint: 'Gate', publication: 'published' }),
    later('the same field', { name: 'Sprint' }),
    later('a time', endsLater),
    later('following', { scope: 'following', meetingPoint: 'Gate' }),
    later('a rule', { recurrence: { rrule: 'FREQ=DAILY' } }),
    later('from another version', { version: 6, meetingPoint: 'Gate' }),
    later('sent', { meetingPoint: 'Gate' }, { attempts: 1 }),
    later('another event', { meetingPoint: 'Gate' }, { params: { id: 'e3' } }),
    later('a place', { name: 'Hall' }, { call: 'PATCH /api/places/{id}' }),
  ];
  const answer = { id: 'e1', version: 6, changedDates };
  const versions = await versionsAfter(entryOf('a', edit, 5, { body }), rows, { kind: 'done', answer });
  expect(versions).toEqual([7, 7, 5, 5, 5, 5, 6, 5, 5, 5]);
});

it('a change that may have reached the server, or that was refused, keeps its version', async () => {
  const refusal = { code: 'stale_version', message: '' };
  const later = [entryOf('b', edit, 5, { attempts: 1 }), entryOf('c', edit, 5, { refusal })];
  expect(await versionsAfter(entryOf('a', edit, 5), later, answered(6))).toEqual([5, 5]);
});

it('publishing raises versions only by its own step, because it is also accepted after changes by others', async () => {
  const later = [entryOf('b', edit, 5)];
  expect(await versionsAfter(entryOf('a', publish, 5), later, answered(6))).toEqual([6]);
  expect(await versionsAfter(entryOf('a', publish, 5), later, answered(7))).toEqual([5]);
});

it.each<[string, Outcome]>([
  ['a refusal', { kind: 'refused', refusal: { code: 'stale_version', message: '' } }],
  ['no answer', { kind: 'later' }],
  ['an answer that cannot be read', { kind: 'done', answer: undefined, isUnreadable: true }],
])('%s raises no version', async (_, outcome) => {
  expect(await versionsAfter(entryOf('a', edit, 5), [entryOf('b', edit, 5)], outcome)).toEqual([5]);
});
