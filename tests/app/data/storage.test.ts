// Items of localStorage and sessionStorage, also where the browser blocks them or they are full.
import { beforeEach, describe, expect, it, vi } from 'vitest';

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** A storage that is full: it keeps what it has, and refuses more. */
function fill(): void {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
}

/** As a browser that blocks site data: naming the storage throws. */
function block(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(globalThis, name, 'get').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
}

async function load() {
  vi.resetModules();
  return import('../../../src/app/data/storage.ts');
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe.each(['localItems', 'sessionItems'] as const)('%s', (name) => {
  const area = () => (name === 'localItems' ? localStorage : sessionStorage);

  it('are stored under their own keys, as they are', async () => {
    const { [name]: items } = await load();
    expect(items.set('mode', 'dark')).toBe(true);
    expect(items.setJson('list', ['a'])).toBe(true);
    expect({ ...area() }).toEqual({ mode: 'dark', list: '["a"]' });
    items.set('mode', null);
    items.setJson('list', null);
    expect(area().length).toBe(0);
  });

  it.each([
    ['there is none', null],
    ['it is no JSON', '['],
    ['its shape is another', '{}'],
  ])('getJson returns null when %s', async (_, text) => {
    if (text !== null) area().setItem('list', text);
    const { [name]: items } = await load();
    expect(items.getJson('list', isList)).toBe(null);
  });

  it.each([
    ['blocked', block],
    ['full', fill],
  ])('last until the page closes when the storage is %s', async (_, trouble) => {
    const { [name]: items } = await load();
    trouble();
    expect(items.get('mode')).toBe(null);
    expect(items.set('mode', 'dark')).toBe(false);
    expect(items.setJson('list', ['a'])).toBe(false);
    expect([items.get('mode'), items.getJson('list', isList)]).toEqual(['dark', ['a']]);
    items.set('mode', null);
    items.removeAll('li');
    expect([items.get('mode'), items.get('list')]).toEqual([null, null]);
  });

  it('that do not fit are newer than what is stored in their place', async () => {
    const { [name]: items } = await load();
    items.set('draft', 'old');
    fill();
    items.set('draft', 'new');
    expect(items.get('draft')).toBe('new');
    expect(area().getItem('draft')).toBe('old');
  });

  it('that do not fit give way to what another tab stores or removes later', async () => {
    const { [name]: items } = await load();
    items.set('user', 'ada');
    fill();
    items.set('user', 'ben');
    area().removeItem('user');
    expect(items.get('user')).toBe(null);
  });

  it('removeAll removes what starts with the prefix', async () => {
    const { [name]: items } = await load();
    for (const key of ['draft 1 a', 'draft 1 b', 'draft 2 a']) items.set(key, 'x');
    items.removeAll('draft 1 ');
    expect(Object.keys(area())).toEqual(['draft 2 a']);
  });
});
