// The Markdown worker thread: the event loop is not blocked, and no text occupies the thread for long.
import { afterEach, expect, test } from 'vitest';
import { createMarkdownThread, type MarkdownThread } from '../../../src/server/text/markdown-thread.ts';

const odd = new URL('../../support/faulty-markdown-worker.ts', import.meta.url);
let thread: MarkdownThread;
afterEach(() => thread.end());

const paragraph = (text: string) => [{ type: 'paragraph', children: [{ text }] }];

test('the event loop handles other work before a long text is parsed', async () => {
  // No limit that a busy machine reaches: the others are about the limit.
  thread = createMarkdownThread({ limitMs: 10_000 });
  const order: string[] = [];
  const other = new Promise<void>((resolve) =>
    setImmediate(() => {
      order.push('other work');
      resolve();
    }),
  );
  const parsed = thread.parse('- a *b* [c](d)\n'.repeat(300)).then(() => order.push('parsed'));
  await Promise.all([other, parsed]);
  expect(order).toEqual(['other work', 'parsed']);
});

test('a text that takes too long is rejected, and queued ones are parsed by a new thread', async () => {
  thread = createMarkdownThread({ limitMs: 50, worker: odd });
  const [slow, next] = [thread.parse('hang'), thread.parse('next')];
  await expect(slow).rejects.toMatchObject({ reason: 'slow' });
  expect(await next).toEqual(paragraph('next'));
});

test('a text that crashes the thread is rejected, and the next one is parsed', async () => {
  thread = createMarkdownThread({ worker: odd });
  await expect(thread.parse('die')).rejects.toMatchObject({ reason: 'slow' });
  expect(await thread.parse('next')).toEqual(paragraph('next'));
});

test('a text is refused as busy when the queue is full, and queued ones are parsed', async () => {
  thread = createMarkdownThread({ maxWaiting: 2, worker: odd });
  const waiting = [thread.parse('one'), thread.parse('two')];
  await expect(thread.parse('three')).rejects.toMatchObject({ reason: 'busy' });
  expect(await Promise.all(waiting)).toEqual([paragraph('one'), paragraph('two')]);
});

test('a thread that cannot start rejects every queued text', async () => {
  thread = createMarkdownThread({ worker: new URL('file:///no/such/worker.ts') });
  const waiting = [thread.parse('one'), thread.parse('two')];
  for (const text of waiting) await expect(text).rejects.toMatchObject({ reason: 'slow' });
});
