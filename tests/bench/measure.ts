// Measures one kind of request: first alone, then 50 at once, in rounds, with the server's CPU time.
import type { Child } from './child.ts';
import { type Load, load } from './server/load.ts';
import type { Scenario } from './server/scenarios.ts';
import { median, spread } from './statistics.ts';

export type Measured = {
  /**
   * CPU time of the server for one request under load: the minimum of the rounds, because noise only adds.
   */
  cpuMs: number;
  medianCpuMs: number;
  /** The spread of the rounds, as a share of the median. */
  cpuSpread: number;
  /** CPU time of one request on an idle server, waking up included. */
  aloneCpuMs: number;
  alone: Load;
  busy: Load;
  /** The server's share of a core under load: far below 1, other processes were using this machine. */
  coreShare: number;
  /** Answers with another status than the scenario expects. */
  wrong: number;
};

const manyConnections = 50;
const rounds = 4;

/** One round, with the server's CPU time for each request. */
export async function timed(
  { origin, ask }: Child,
  scenario: Scenario,
  options: { connections: number; count: number; maxMs: number },
) {
  const before = await ask({ kind: 'usage' });
  const result = await load(origin, scenario.next, options);
  const after = await ask({ kind: 'usage' });
  const cpuMs = (after.cpuMs - before.cpuMs) / Math.max(1, result.count);
  return { load: result, cpuMs, coreShare: (cpuMs * result.perSecond) / 1000 };
}

/** About four seconds. */
export async function measure(child: Child, scenario: Scenario): Promise<Measured> {
  await load(child.origin, scenario.next, { connections: 10, count: 300, maxMs: 700 });
  const alone = await timed(child, scenario, { connections: 1, count: 400, maxMs: 700 });
  const busy = [];
  for (let round = 0; round < rounds; round++)
    busy.push(await timed(child, scenario, { connections: manyConnections, count: 2_000, maxMs: 700 }));
  const cpus = busy.map((round) => round.cpuMs);
  // The round in which the server got most of a core: other processes' load is not the product's.
  const [best] = busy.toSorted((a, b) => b.coreShare - a.coreShare);
  if (!best) throw new Error('Nothing was measured.');
  return {
    cpuMs: Math.min(...cpus),
    medianCpuMs: median(cpus),
    cpuSpread: spread(cpus),
    aloneCpuMs: alone.cpuMs,
    alone: alone.load,
    busy: best.load,
    coreShare: best.coreShare,
    wrong: [alone, ...busy].reduce((sum, round) => sum + wrongIn(round.load, scenario.status), 0),
  };
}

export function wrongIn({ statuses, count }: Load, status: number): number {
  return count - (statuses.get(status) ?? 0);
}

/** The CPU time for one request of each of two servers, alternating, so that noise affects both equally. */
export async function compare(
  some: Child,
  other: Child,
  scenario: Scenario,
): Promise<{ some: number; other: number }> {
  const turns: Record<'some' | 'other', number[]> = { some: [], other: [] };
  for (const child of [some, other])
    await load(child.origin, scenario.next, { connections: 10, count: 600, maxMs: 2_000 });
  for (let turn = 0; turn < 5; turn++) {
    const options = { connections: 10, count: 600, maxMs: 1_500 };
    turns.some.push((await timed(some, scenario, options)).cpuMs);
    turns.other.push((await timed(other, scenario, options)).cpuMs);
  }
  return { some: median(turns.some), other: median(turns.other) };
}
