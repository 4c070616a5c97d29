// Rows of the part "api": how long one request blocks the server's event loop, right after a write.
import { loopBars } from '../bars.ts';
import type { Child } from '../child.ts';
import { median } from '../statistics.ts';
import { asMs, atMost, type Row } from '../table.ts';
import { type Ask, send } from './load.ts';
import type { Scenario } from './scenarios.ts';

const warmUps = 8;
const rounds = 12;

/** The pages with the most reads; the unknown field prevents caching, so that each is rendered again. */
const pages = ['/', '/explore', '/explore/events', '/explore/organizers', '/explore/organizations'];
let pageCount = 0;
const pageScenarios = pages.map(
  (path): Scenario => ({
    name: `page ${path}, rendered`,
    next: () => ({ path: `${path}?bench=${pageCount++}`, headers: { Accept: 'text/html' } }),
    status: 200,
    barMs: null,
  }),
);
/** API requests that have their own row. */
const named = ['explore shelves', 'organizers', 'organizations', 'my events', 'reply, with a key'];

/**
 * CPU time: `usualMs` is the median of the rounds, `mostMs` the maximum, which may include a job or garbage
 * collection.
 */
type Held = { name: string; usualMs: number; mostMs: number; longestByClockMs: number };

/**
 * Sends one request at a time, each right after `write`: in most rounds that request is what blocks the loop.
 */
export async function holdRows(product: Child, scenarios: Scenario[], write: Scenario): Promise<Row[]> {
  const held: Held[] = [];
  // After a write few answers are unchanged.
  const asked = scenarios.filter(({ status }) => status !== 304);
  for (const scenario of [...pageScenarios, ...asked]) held.push(await longestHold(product, scenario, write));
  const isNamed = ({ name }: Held) =>
    pageScenarios.some((page) => page.name === name) || named.includes(name);
  const others = held.filter((one) => !isNamed(one)).sort((a, b) => b.usualMs - a.usualMs);
  const [worst] = others;
  const next = others.slice(1, 4).map(({ name, usualMs }) => `${name} ${asMs(usualMs)}`);
  return [
    ...held.filter(isNamed).map((one) => row(one.name, one)),
    ...(worst
      ? [row(`the worst of ${others.length} others`, worst, `${worst.name}; then ${next.join(', ')}; `)]
      : []),
  ];
}

function row(name: string, { usualMs, mostMs, longestByClockMs }: Held, note = ''): Row {
  const longest = `longest of ${rounds} after a write each, with jobs and garbage collection: ${asMs(mostMs)}, by the clock ${asMs(longestByClockMs)}`;
  return atMost(`event loop held: ${name}`, usualMs, loopBars.heldMs, asMs, note + longest);
}

async function longestHold(product: Child, scenario: Scenario, write: Scenario): Promise<Held> {
  const cpuMs: number[] = [];
  const clockMs: number[] = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    await expectStatus(product, write.next(round), write.status);
    await product.ask({ kind: 'watchLoop' });
    await expectStatus(product, scenario.next(round), scenario.status);
    const { loop } = await product.ask({ kind: 'usage' });
    if (!loop) throw new Error('The loop is not watched.');
    if (round < warmUps) continue;
    cpuMs.push(loop.heldCpuMs);
    clockMs.push(loop.longestMs);
  }
  return {
    name: scenario.name,
    usualMs: median(cpuMs),
    mostMs: Math.max(...cpuMs),
    longestByClockMs: Math.max(...clockMs),
  };
}

async function expectStatus({ origin }: Child, ask: Ask, status: number): Promise<void> {
  const reply = await send(origin, ask);
  if (reply.status !== status) throw new Error(`${ask.path} answered ${reply.status} in place of ${status}.`);
}
