// Runs the Markdown parser off the event loop: one thread, a bounded queue, and a time limit after which the thread is
// terminated and replaced.
import { Worker } from 'node:worker_threads';
import type { Block } from '../../contract/text.ts';
import type { Parsed } from './markdown-worker.ts';

/** Why a text was not parsed: it took too long, or too many others wait. */
export class NotParsed extends Error {
  readonly reason: 'slow' | 'busy';
  constructor(reason: 'slow' | 'busy') {
    super(`Markdown was not parsed: ${reason}`);
    this.reason = reason;
  }
}

export type MarkdownThread = {
  /** Rejects with `NotParsed`. */
  parse(markdown: string): Promise<Block[]>;
  end(): Promise<void>;
};

type Task = { markdown: string; resolve(blocks: Block[]): void; reject(error: NotParsed): void };

const program = new URL('./markdown-worker.ts', import.meta.url);
const maxMemoryMb = 64;

/**
 * `limitMs` is processor time of one text, so that a machine with much else to do refuses no plain text; ten times as
 * long by the clock ends it too. `maxWaiting` texts wait at most.
 */
export function createMarkdownThread({
  limitMs = 250,
  maxWaiting = 50,
  worker: address = program,
} = {}): MarkdownThread {
  const waiting: Task[] = [];
  let worker: Worker | null = null;
  let isReady = false;
  let current: Task | null = null;
  let usedBeforeMs = 0;
  let timer: NodeJS.Timeout | undefined;

  const next = () => {
    if (current || waiting.length === 0) return;
    worker ??= start();
    if (!isReady) return;
    current = waiting.shift() ?? null;
    worker.postMessage(current?.markdown);
    watch(worker, limitMs, performance.now());
  };

  /** Looks again once the text can have used up its time. */
  const watch = (running: Worker, inMs: number, startedAt: number) => {
    timer = setTimeout(async () => {
      const usage = await running.cpuUsage().catch(() => null);
      if (running !== worker || !current) return;
      const leftMs = usage ? limitMs + usedBeforeMs - (usage.user + usage.system) / 1000 : 0;
      if (leftMs <= 0 || performance.now() - startedAt > limitMs * 10) fail(running);
      else watch(running, Math.max(leftMs, 10), startedAt);
    }, inMs).unref();
  };

  const settle = (running: Worker, { blocks, cpuMs }: Parsed) => {
    if (running !== worker) return;
    clearTimeout(timer);
    usedBeforeMs = cpuMs;
    isReady = true;
    if (blocks) current?.resolve(blocks);
    current = null;
    next();
  };

  /** The thread hangs, died or ran out of memory: the next text gets a new one. */
  const fail = (running: Worker) => {
    if (running !== worker) return;
    clearTimeout(timer);
    worker = null;
    isReady = false;
    void running.terminate();
    // A thread that never became ready would fail for every text that waits: none may wait for ever.
    const failed = current ? [current] : waiting.splice(0);
    current = null;
    for (const task of failed) task.reject(new NotParsed('slow'));
    next();
  };

  const start = () => {
    const started = new Worker(address, { resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb } });
    started.unref();
    started.on('message', (parsed: Parsed) => settle(started, parsed));
    started.on('error', () => fail(started));
    started.on('exit', () => fail(started));
    return started;
  };

  return {
    parse: (markdown) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= maxWaiting) return reject(new NotParsed('busy'));
        waiting.push({ markdown, resolve, reject });
        next();
      }),
    end: async () => {
      const ended = worker;
      worker = null;
      await ended?.terminate();
    },
  };
}
