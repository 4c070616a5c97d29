// Stores, topics and work that is done once.
import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { once } from '../../../src/app/data/once.ts';
import { createStore } from '../../../src/app/data/store.ts';
import { createTopic } from '../../../src/app/data/topic.ts';
import { useStore } from '../../../src/app/data/use-store.ts';

const buildCounter = () =>
  createStore(
    () => ({ count: 0 }),
    (state, action: 'add' | 'nothing') => (action === 'add' ? { count: state.count + 1 } : state),
  );

it('a store starts at its first read, and once', () => {
  const start = vi.fn(() => 'first');
  const store = createStore(start);
  expect(start).not.toHaveBeenCalled();
  expect([store.get(), store.get()]).toEqual(['first', 'first']);
  expect(start).toHaveBeenCalledOnce();
});

it('a store without a reducer takes the next state', () => {
  const store = createStore<string | null>(() => 'first');
  store.dispatch(null);
  expect(store.get()).toBe(null);
});

it('a store notifies of changes only, and no longer after unsubscribing', () => {
  const store = buildCounter();
  const heard = vi.fn(() => store.get().count);
  const stop = store.subscribe(heard);
  store.dispatch('nothing');
  expect(heard).not.toHaveBeenCalled();
  store.dispatch('add');
  // The listener reads the new state.
  expect(heard.mock.results).toEqual([{ type: 'return', value: 1 }]);
  stop();
  store.dispatch('add');
  expect(heard).toHaveBeenCalledOnce();
});

it('useStore renders again only when the selected part changes, and has its own value on a server', () => {
  const store = buildCounter();
  const rendered = vi.fn();
  function Pairs() {
    const pairs = useStore(store, ({ count }) => `${Math.floor(count / 2)} pairs`, 'unknown');
    rendered();
    return <p>{pairs}</p>;
  }
  expect(renderToString(<Pairs />)).toBe('<p>unknown</p>');
  rendered.mockClear();
  render(<Pairs />);
  expect(screen.getByText('0 pairs')).toBeTruthy();
  act(() => store.dispatch('add'));
  expect(rendered).toHaveBeenCalledOnce();
  act(() => store.dispatch('add'));
  expect(screen.getByText('1 pairs')).toBeTruthy();
});

it('a topic calls each listener once with its arguments, and returns what they return', () => {
  const topic = createTopic<[number], number>();
  const twice = (value: number) => value * 2;
  const stop = topic.on(twice);
  topic.on(twice);
  topic.on((value) => value + 1);
  expect(topic.emit(5)).toEqual([10, 6]);
  stop();
  expect(topic.emit(5)).toEqual([6]);
});

it('once does its work at the first call', () => {
  const work = vi.fn();
  const begin = once(work);
  expect(work).not.toHaveBeenCalled();
  begin();
  begin();
  expect(work).toHaveBeenCalledOnce();
});
