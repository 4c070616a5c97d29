// How idle this machine is: figures of a busy one are unreliable.
import { availableParallelism, loadavg } from 'node:os';
import { asTimes, type Row } from './table.ts';

export type Noise = { load: number; preempted: number };

/** Counts for a moment and compares wall time with CPU time; 1 is a whole core. */
export function listenToNoise(): Noise {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  let sum = 0;
  while (performance.now() - startedAt < 400) for (let at = 0; at < 10_000; at++) sum += Math.sqrt(at);
  const { user, system } = process.cpuUsage(before);
  const elapsedMs = performance.now() - startedAt;
  return { load: loadavg()[0] ?? 0, preempted: sum > 0 ? elapsedMs / ((user + system) / 1000) : 1 };
}

export function noiseRow(at: string, { load, preempted }: Noise): Row {
  const cores = availableParallelism();
  return {
    what: `machine ${at}`,
    measured: `load ${load.toFixed(1)}`,
    bar: '',
    isOk: null,
    note: `${cores} cores; time for a busy loop is ${asTimes(preempted)} its CPU${preempted > 1.15 ? ': others are working here, times and rates are too bad' : ''}`,
  };
}
