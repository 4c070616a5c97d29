// A row of the part "api": the cost of reply counts in a coach's list, from the same list with and without
// them.
import { cpuBars } from './bars.ts';
import { type Child, startProduct } from './child.ts';
import { timed } from './measure.ts';
import { signIn } from './server/catalog.ts';
import { load, send } from './server/load.ts';
import { coachedEvents, type Scenario } from './server/scenarios.ts';
import { median } from './statistics.ts';
import { asMs, atMost, type Row } from './table.ts';

const rounds = 9;
const round = { connections: 10, count: 200, maxMs: 3_000 };

/** One server, alternating, so that noise affects both equally; medians of the rounds. */
export async function replyCountsRow(dataDir: string): Promise<Row> {
  const product = await startProduct(dataDir, { preload: 'switch-counts.ts' });
  try {
    const scenario = coachedEvents(await signIn(product.origin, 'coach'));
    const cpu: Record<'on' | 'off', number[]> = { on: [], off: [] };
    let events = 0;
    for (const name of ['on', 'off'] as const) {
      events = await switchCounts(product, scenario, name);
      await load(product.origin, scenario.next, { connections: 10, count: 300, maxMs: 3_000 });
    }
    for (let turn = 0; turn < rounds; turn++)
      for (const name of ['on', 'off'] as const) {
        await product.ask({ kind: 'replyCounts', isOn: name === 'on' });
        cpu[name].push((await timed(product, scenario, round)).cpuMs);
      }
    const [on, off] = [median(cpu.on), median(cpu.off)];
    return atMost(
      `planning: what the counts of ${events} events add`,
      on - off,
      cpuBars.replyCounts,
      asMs,
      `${asMs(on)} with, ${asMs(off)} without, in turns, medians of ${rounds}; least ${asMs(Math.min(...cpu.on))} and ${asMs(Math.min(...cpu.off))}`,
    );
  } finally {
    await product.stop();
  }
}

/** Switches the counts and throws if the list does not change. Returns how many events it has. */
async function switchCounts(product: Child, scenario: Scenario, name: 'on' | 'off'): Promise<number> {
  await product.ask({ kind: 'replyCounts', isOn: name === 'on' });
  const ask = scenario.next(0);
  const { body } = await send(product.origin, {
    ...ask,
    headers: { ...ask.headers, 'Accept-Encoding': 'identity' },
  });
  const { items }: { items: { replies: object | null }[] } = JSON.parse(body.toString());
  const counted = items.filter(({ replies }) => replies !== null).length;
  if (items.length === 0 || counted !== (name === 'on' ? items.length : 0))
    throw new Error(`${counted} of ${items.length} events have counts that are switched ${name}.`);
  return items.length;
}
