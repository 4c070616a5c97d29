// The worker's side of parse-thread.ts: receives an input, and posts its result with the CPU time so far.
import { parentPort } from 'node:worker_threads';
import type { Parsed } from './parse-thread.ts';

/** Answers every input with the result of `parse`. Call it once, in the worker's module. */
export function answerWith<Input, Output>(parse: (input: Input) => Output): void {
  const post = (result: Output | null) => {
    const { user, system } = process.threadCpuUsage();
    parentPort?.postMessage({ result, cpuMs: (user + system) / 1000 } satisfies Parsed<Output>);
  };
  parentPort?.on('message', (input: Input) => post(parse(input)));
  post(null);
}
