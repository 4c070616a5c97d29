// Measures in a server process how long its event loop is blocked: by wall time, and by CPU time of its
// thread, which excludes other processes' work.
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** `heldCpuMs` is the most CPU time that the thread used without returning to the event loop. */
export type LoopDelay = { p99Ms: number; longestMs: number; heldCpuMs: number };

const tickMs = 1;

let delays: RecordableHistogram | null = null;
let heldCpuMs = 0;

/** Starts measuring with the first call, and resets the measurement with each later one. */
export function watchLoop(): void {
  if (!delays) start();
  delays = createHistogram();
  heldCpuMs = 0;
}

/** Null before `watchLoop`. */
export function loopDelay(): LoopDelay | null {
  if (!delays) return null;
  return {
    p99Ms: delays.count > 0 ? delays.percentile(99) / 1000 : 0,
    longestMs: delays.count > 0 ? delays.max / 1000 : 0,
    heldCpuMs,
  };
}

function start() {
  let lastAt = performance.now();
  let lastCpuMs = threadCpuMs();
  setInterval(() => {
    const at = performance.now();
    const cpuMs = threadCpuMs();
    // In microseconds; a histogram takes no zero.
    delays?.record(Math.max(1, Math.round((at - lastAt - tickMs) * 1000)));
    heldCpuMs = Math.max(heldCpuMs, cpuMs - lastCpuMs);
    lastAt = at;
    lastCpuMs = cpuMs;
  }, tickMs).unref();
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
