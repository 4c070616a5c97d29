// Runs a parser in a worker thread, with a bounded queue and a timeout after which the thread is terminated and replaced.
import { Worker } from 'node:worker_threads';

/** An input was not parsed: `slow` for a timeout or crash, `busy` for a full queue. */
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

/** The messages of the thread: a result (null in the first message, which means ready) and the thread's CPU time so far. */
export type Parsed<Output> = { result: Output | null; cpuMs: number };

const maxMemoryMb = 64;

/**
 * `limitMs` limits the CPU time of one input, so that a busy machine does not refuse a simple one. Ten times `limitMs` of wall
 * time ends it too. At most `maxWaiting` inputs wait.
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

  /** Checks the CPU time when the input can have used it up. */
  const watch = (running: Worker, inMs: number, startedAt: number) => {
    timer = setTimeout(async () => {
      // The CPU time of an ended thread cannot be read.
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

  /** Terminates a thread that hangs, crashed or ran out of memory; the next input starts a new one. */
  const fail = (running: Worker) => {
    if (running !== worker) return;
    clearTimeout(timer);
    worker = null;
    isReady = false;
    void running.terminate();
    // A thread that never became ready would fail for every waiting input, so reject them all.
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
