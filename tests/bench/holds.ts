// Rows of the part "api": how long one request holds the server's event loop, where a write came just before it.
import { loopBars } from './bars.ts';
import type { Child } from './child.ts';
import { type Ask, send } from './load.ts';
import type { Scenario } from './scenarios.ts';
import { asMs, atMost, type Row } from './table.ts';

const warmUps = 3;
const rounds = 12;

/** The pages that read the most; the field is one that they know nothing of, so that each is rendered again. */
const pages = ['/', '/explore', '/explore/events', '/explore/organizers', '/explore/organizations'];
let pageCount = 0;
const pageScenarios = pages.map(
  (path): Scenario => ({
    name: `page ${path}`,
    next: () => ({ path: `${path}?bench=${pageCount++}`, headers: { Accept: 'text/html' } }),
    status: 200,
    barMs: null,
  }),
);
/** Requests of the API with a row of their own. */
const named = ['explore shelves', 'organizers', 'organizations', 'my events', 'reply, with a key'];

type Held = { name: string; cpuMs: number; longestMs: number };

/** Asks one request at a time, each right after `write`: what then holds the loop is that request, or a job. */
export async function holdRows(product: Child, scenarios: Scenario[], write: Scenario): Promise<Row[]> {
  const held: Held[] = [];
  // After a write few answers are unchanged.
  const asked = scenarios.filter(({ status }) => status !== 304);
  for (const scenario of [...pageScenarios, ...asked]) held.push(await longestHold(product, scenario, write));
  const isNamed = ({ name }: Held) => name.startsWith('page ') || named.includes(name);
  const others = held.filter((one) => !isNamed(one)).sort((a, b) => b.cpuMs - a.cpuMs);
  const [worst] = others;
  const next = others.slice(1, 4).map(({ name, cpuMs }) => `${name} ${asMs(cpuMs)}`);
  return [
    ...held.filter(isNamed).map((one) => row(one.name, one)),
    ...(worst
      ? [row(`the longest of ${others.length} others`, worst, `${worst.name}; then ${next.join(', ')}`)]
      : []),
  ];
}

function row(name: string, { cpuMs, longestMs }: Held, note = ''): Row {
  const clock = `by the clock ${asMs(longestMs)}, longest of ${rounds} after a write each`;
  return atMost(
    `event loop held: ${name}`,
    cpuMs,
    loopBars.heldMs,
    asMs,
    [note, clock].filter(Boolean).join('; '),
  );
}

async function longestHold(product: Child, scenario: Scenario, write: Scenario): Promise<Held> {
  let cpuMs = 0;
  let longestMs = 0;
  for (let round = 0; round < warmUps + rounds; round += 1) {
    await expectStatus(product, write.next(round), write.status);
    await product.ask({ kind: 'watchLoop' });
    await expectStatus(product, scenario.next(round), scenario.status);
    const { loop } = await product.ask({ kind: 'usage' });
    if (!loop) throw new Error('The loop is not watched.');
    if (round < warmUps) continue;
    cpuMs = Math.max(cpuMs, loop.heldCpuMs);
    longestMs = Math.max(longestMs, loop.longestMs);
  }
  return { name: scenario.name, cpuMs, longestMs };
}

async function expectStatus({ origin }: Child, ask: Ask, status: number): Promise<void> {
  const reply = await send(origin, ask);
  if (reply.status !== status) throw new Error(`${ask.path} answered ${reply.status} in place of ${status}.`);
}
