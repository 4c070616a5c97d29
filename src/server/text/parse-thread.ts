// Runs a parser off the event loop: one thread, a bounded queue, and a time limit after which the thread is terminated and
// replaced.
import { Worker } from 'node:worker_threads';

/** Why an input was not parsed: it took too long, or too many others wait. */
export class NotParsed extends Error {
  readonly reason: 'slow' | 'busy';
  constructor(reason: 'slow' | 'busy') {
    super(`Not parsed: ${reason}`);
    this.reason = reason;
  }
}

export type ParseThread<Input, Output> = {
  /** Rejects with `NotParsed`. */
  parse(input: Input): Promise<Output>;
  end(): Promise<void>;
};

type Task<Input, Output> = { input: Input; resolve(output: Output): void; reject(error: NotParsed): void };

/** What the thread posts: its result, null in the first one, which says that it is ready; and its processor time so far. */
export type Parsed<Output> = { result: Output | null; cpuMs: number };

const maxMemoryMb = 64;

/**
 * `limitMs` is processor time of one input, so that a machine with much else to do refuses no plain one; ten times as
 * long by the clock ends it too. `maxWaiting` inputs wait at most.
 */
export function createParseThread<Input, Output>({
  worker: address,
  limitMs,
  maxWaiting,
}: {
  worker: URL;
  limitMs: number;
  maxWaiting: number;
}): ParseThread<Input, Output> {
  const waiting: Task<Input, Output>[] = [];
  let worker: Worker | null = null;
  let isReady = false;
  let current: Task<Input, Output> | null = null;
  let usedBeforeMs = 0;
  let timer: NodeJS.Timeout | undefined;

  const next = () => {
    if (current || waiting.length === 0) return;
    worker ??= start();
    if (!isReady) return;
    current = waiting.shift() ?? null;
    worker.postMessage(current?.input);
    watch(worker, limitMs, performance.now());
  };

  /** Looks again once the input can have used up its time. */
  const watch = (running: Worker, inMs: number, startedAt: number) => {
    timer = setTimeout(async () => {
      // One whose time can't be read any more has none left.
      const usage = await running.cpuUsage().catch(() => null);
      if (running !== worker || !current) return;
      const leftMs = usage ? limitMs + usedBeforeMs - (usage.user + usage.system) / 1000 : 0;
      if (leftMs <= 0 || performance.now() - startedAt > limitMs * 10) fail(running);
      else watch(running, Math.max(leftMs, 10), startedAt);
    }, inMs).unref();
  };

  const settle = (running: Worker, { result, cpuMs }: Parsed<Output>) => {
    if (running !== worker) return;
    clearTimeout(timer);
    usedBeforeMs = cpuMs;
    isReady = true;
    if (result) current?.resolve(result);
    current = null;
    next();
  };

  /** The thread hangs, died or ran out of memory: the next input gets a new one. */
  const fail = (running: Worker) => {
    if (running !== worker) return;
    clearTimeout(timer);
    worker = null;
    isReady = false;
    void running.terminate();
    // A thread that never became ready would fail for every input that waits: none may wait for ever.
    const failed = current ? [current] : waiting.splice(0);
    current = null;
    for (const task of failed) task.reject(new NotParsed('slow'));
    next();
  };

  const start = () => {
    const started = new Worker(address, { resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb } });
    started.unref();
    started.on('message', (parsed: Parsed<Output>) => settle(started, parsed));
    started.on('error', () => fail(started));
    started.on('exit', () => fail(started));
    return started;
  };

  return {
    parse: (input) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= maxWaiting) return reject(new NotParsed('busy'));
        waiting.push({ input, resolve, reject });
        next();
      }),
    end: async () => {
      const ended = worker;
      worker = null;
      await ended?.terminate();
    },
  };
}
