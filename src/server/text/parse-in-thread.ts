// The thread's side of parse-thread.ts: one input in, its result out, with the processor time used so far.
import { parentPort } from 'node:worker_threads';
import type { Parsed } from './parse-thread.ts';

/** Answers every input with what `parse` makes of it. Called once, by the program of a thread. */
export function answerWith<Input, Output>(parse: (input: Input) => Output): void {
  const post = (result: Output | null) => {
    const { user, system } = process.threadCpuUsage();
    parentPort?.postMessage({ result, cpuMs: (user + system) / 1000 } satisfies Parsed<Output>);
  };
  parentPort?.on('message', (input: Input) => post(parse(input)));
  post(null);
}
