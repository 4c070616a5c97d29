// Moving an event in the week by keys.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { followKeys } from '../../../src/app/features/calendar/desk/keys.ts';
import type { Entry } from '../../../src/app/features/calendar/entries.ts';

const startMs = Date.parse('2026-12-01T17:00:00.000Z');
const training = { id: 'training', startMs, endMs: startMs + 3_600_000, timeZone: 'UTC' } as Entry;
const match = { ...training, id: 'match' } as Entry;
let happened: string[] = [];
let stop = () => {};

beforeEach(() => {
  document.body.innerHTML = '<div><a href="/training">Training</a><a href="/match">Match</a></div>';
  happened = [];
  stop = followKeys(document.querySelector('div') as HTMLElement, () => ({
    movableAt: (link) => (link.textContent === 'Match' ? match : training),
    isInView: () => true,
    onShow: ({ id }) => happened.push(`show ${id}`),
    onDrop: ({ id }) => happened.push(`drop ${id}`),
    onCancel: ({ id }) => happened.push(`cancel ${id}`),
    onSay: () => {},
    onNew: () => {},
  }));
});
afterEach(() => stop());

const linkOf = (name: string) => document.querySelector(`a[href="/${name}"]`) as HTMLElement;
const press = (name: string, key: string) =>
  linkOf(name).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

it('an event that was moved by keys is dropped', () => {
  for (const key of ['m', 'ArrowDown', 'Enter']) press('training', key);
  expect(happened).toEqual(['show training', 'show training', 'drop training']);
});

it('an event that the week no longer shows there is put back, and the keys are for the next one', () => {
  for (const key of ['m', 'ArrowDown']) press('training', key);
  // Someone else has moved it to another day.
  linkOf('training').remove();
  press('match', 'Enter');
  expect(happened).toEqual(['show training', 'show training', 'cancel training']);
});
