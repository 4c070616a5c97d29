// The answers that a device caches for offline reading: which ones, for how long, how many.
import { describe, expect, it } from 'vitest';
import {
  loadSaved,
  maySave,
  removeOld,
  type SavedAnswer,
  saveAnswers,
} from '../../src/offline/saved-answers.ts';
import { memoryStore } from '../support/memory-store.ts';

const dayMs = 86_400_000;
const usable = () => true;
const now = Date.parse('2026-11-21T10:00:00Z');
const saved = (given: Partial<SavedAnswer> = {}): SavedAnswer => ({
  data: { name: 'Slab school' },
  savedAt: now,
  bytes: 22,
  version: 1,
  ...given,
});

describe('an answer that is cached for offline reading', () => {
  it.each([
    '/api/events/7',
    '/api/events/7/registrations?limit=100',
    '/api/users/me/events?tab=upcoming',
    '/api/users/me/calendar?from=a&to=b',
    '/api/users/me/notifications',
    '/api/teams/7',
  ])('is the answer to %s', (url) => expect(maySave(url)).toBe(true));

  it.each([
    '/api/auth/session',
    '/api/events/7/payment',
    '/api/explore/events',
    '/api/users/me/export',
    '/api/events/7/unknown',
    'https://elsewhere.example/api/events/7',
  ])('is not the answer to %s', (url) => expect(maySave(url)).toBe(false));
});

describe('reading cached answers', () => {
  it('returns the answer with the time it was saved', async () => {
    const store = memoryStore<SavedAnswer>();
    await saveAnswers(store, new Map([['/api/events/7', { name: 'Slab school' }]]), now);
    expect(await loadSaved(store, usable)).toEqual(new Map([['/api/events/7', saved()]]));
  });

  it('omits and deletes answers of another version, and none for its age', async () => {
    const store = memoryStore<SavedAnswer>([
      ['old', saved({ savedAt: 0 })],
      ['other', saved({ version: 0 })],
    ]);
    expect([...(await loadSaved(store, usable)).keys()]).toEqual(['old']);
    expect([...store.rows.keys()]).toEqual(['old']);
  });

  it('deletes answers that are older than 60 days, unless they were saved again meanwhile', async () => {
    const store = memoryStore<SavedAnswer>([
      ['old', saved({ savedAt: now - 61 * dayMs })],
      ['again', saved({ savedAt: now - 61 * dayMs })],
      ['good', saved({ savedAt: now - 59 * dayMs })],
    ]);
    const loaded = await loadSaved(store, usable);
    store.rows.set('again', saved());
    await removeOld(store, loaded, now);
    expect([...store.rows.keys()]).toEqual(['again', 'good']);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a string', 'Slab school'],
    ['an answer without a time', { data: {}, bytes: 2, version: 1 }],
    ['an invalid answer', saved({ data: 'Slab school' })],
  ])('omits and deletes a broken row (%s)', async (_, row) => {
    const store = memoryStore<SavedAnswer>([
      ['broken', row as SavedAnswer],
      ['good', saved()],
    ]);
    expect([...(await loadSaved(store, usable)).keys()]).toEqual(['good']);
    expect([...store.rows.keys()]).toEqual(['good']);
  });

  it('omits and deletes an answer that does not match its address', async () => {
    const store = memoryStore<SavedAnswer>([
      ['broken', saved({ data: {} })],
      ['good', saved()],
    ]);
    const isNamed = (_: string, data: unknown) => 'name' in (data as object);
    expect([...(await loadSaved(store, isNamed)).keys()]).toEqual(['good']);
    expect([...store.rows.keys()]).toEqual(['good']);
  });

  it('deletes the oldest answers beyond 20 MB', async () => {
    const store = memoryStore<SavedAnswer>([
      ['older', saved({ savedAt: now - 2, bytes: 9_000_000 })],
      ['newest', saved({ savedAt: now, bytes: 9_000_000 })],
      ['newer', saved({ savedAt: now - 1, bytes: 9_000_000 })],
    ]);
    expect([...(await loadSaved(store, usable)).keys()].toSorted()).toEqual(['newer', 'newest']);
    expect([...store.rows.keys()].toSorted()).toEqual(['newer', 'newest']);
  });
});

describe('a full device', () => {
  it('deletes the oldest half and saves the new answer', async () => {
    const store = memoryStore<SavedAnswer>([
      ['older', saved({ savedAt: now - 2 })],
      ['newer', saved({ savedAt: now - 1 })],
    ]);
    store.limitTo(2);
    await saveAnswers(store, new Map([['newest', { name: 'Slab school' }]]), now);
    expect([...store.rows.keys()].toSorted()).toEqual(['newer', 'newest']);
  });

  it('reports when there is still no room after that', async () => {
    const store = memoryStore<SavedAnswer>();
    store.limitTo(0);
    await expect(saveAnswers(store, new Map([['newest', 1]]), now)).rejects.toMatchObject({ kind: 'full' });
  });
});
