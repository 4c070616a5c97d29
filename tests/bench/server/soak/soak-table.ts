// The figures of the soak, its rules about growth, and its rows.

import type { Usage } from '../../probe.ts';
import { median, quantile } from '../../statistics.ts';
import { asMs, atMost, type Row } from '../../table.ts';
import { type GrowthRule, growthOf, quartersOf } from '../growth.ts';
import type { Reply } from '../load.ts';
import type { SoakAsk } from './soak-mix.ts';

export type Soaked = {
  minutes: number;
  /** One per second. */
  samples: Usage[];
  perMinute: Usage[];
  tally: Tally;
  /** Why the load ended early; null if it did not. */
  failure: string | null;
};

/** Caches fill for a while: shorter runs are not judged, and the first samples of longer ones are omitted. */
const judgedMinutes = 10;
const warmUpSeconds = 120;
/** In MB. Within a quarter the heap is taken near its minimum, which is what garbage collection leaves. */
const memoryRule: GrowthRule = { at: 0.5, share: 0.03, least: 8 };
const heapRule: GrowthRule = { at: 0.1, share: 0.03, least: 3 };
const descriptorRule: GrowthRule = { at: 0.5, share: 0, least: 3 };

type Kind = { tookMs: number[]; statuses: Map<number, number>; expected: readonly number[] };
type Minute = { requests: number; wrong: number; p99Ms: number };

/** Times and statuses of all answers, by kind of request. */
export class Tally {
  readonly kinds = new Map<string, Kind>();
  /** Unexpected answers by kind, with their number. */
  readonly wrong = new Map<string, number>();
  #minute: number[] = [];
  #minuteWrong = 0;

  add({ kind, expected, method = 'GET', path }: SoakAsk, { status, headers, body }: Reply, tookMs: number) {
    const known = this.kinds.get(kind) ?? { tookMs: [], statuses: new Map<number, number>(), expected };
    this.kinds.set(kind, known);
    known.tookMs.push(tookMs);
    known.statuses.set(status, (known.statuses.get(status) ?? 0) + 1);
    this.#minute.push(tookMs);
    const isRight = expected.includes(status) || (status === 503 && headers['retry-after'] !== undefined);
    if (isRight) return;
    this.#minuteWrong += 1;
    const name = `${kind}: ${status === 0 ? 'connection cut' : status}`;
    if (!this.wrong.has(name)) console.log(`${name}, first at ${method} ${path} ${firstWords(body)}`);
    this.wrong.set(name, (this.wrong.get(name) ?? 0) + 1);
  }

  /** The increase since the last call. */
  takeMinute(): Minute {
    const taken = {
      requests: this.#minute.length,
      wrong: this.#minuteWrong,
      p99Ms: quantile(this.#minute, 0.99),
    };
    this.#minute = [];
    this.#minuteWrong = 0;
    return taken;
  }
}

/** Of an uncompressed text. */
function firstWords(body: Buffer): string {
  const text = body.toString();
  return text.startsWith('{') ? text.slice(0, 200) : '';
}

export function minuteLine(
  minute: number,
  { residentMb, heapMb, descriptors, loop }: Usage,
  { requests, wrong, p99Ms }: Minute,
): string {
  const delay = loop
    ? `loop p99 ${asMs(loop.p99Ms)} longest ${asMs(loop.longestMs)} (${asMs(loop.heldCpuMs)} of processor time)`
    : '';
  return `minute ${minute}: ${requests} requests, ${wrong} wrong, p99 ${asMs(p99Ms)}; ${asMb(residentMb)} (heap ${asMb(heapMb)}), ${descriptors} descriptors; ${delay}`;
}

/** The table of a run, with a verdict where there is a rule. */
export function soakRows({ minutes, samples, perMinute, tally }: Soaked): Row[] {
  const isJudged = minutes >= judgedMinutes;
  const warm = isJudged ? samples.slice(warmUpSeconds) : samples;
  const growthRow = (what: string, of: (usage: Usage) => number, rule: GrowthRule, format = asMb): Row => {
    const { first, last, most, isSteady } = growthOf(warm.map(of), rule);
    return {
      what,
      measured: format(last),
      bar: isJudged ? 'no steady growth' : '',
      isOk: isJudged ? !isSteady : null,
      note: `${grown(first, last, format)}, most ${format(most)}`,
    };
  };
  const loops = perMinute.flatMap(({ loop }) => loop ?? []);
  const loopRow = (what: string, of: (loop: (typeof loops)[number]) => number): Row => {
    const all = loops.map(of);
    const [first = [], , , last = []] = quartersOf(all);
    const growth = all.length < 4 ? '' : grown(median(first), median(last), asMs);
    return plain(what, asMs(Math.max(0, ...all)), growth);
  };
  const kinds = [...tally.kinds];
  const count = kinds.reduce((sum, [, { tookMs }]) => sum + tookMs.length, 0);
  const wrong = [...tally.wrong.values()].reduce((sum, some) => sum + some, 0);
  const asked = kinds.flatMap(([, { statuses }]) => statuses.get(503) ?? []);
  return [
    growthRow('memory of the server (RSS)', ({ residentMb }) => residentMb, memoryRule),
    growthRow('heap used', ({ heapMb }) => heapMb, heapRule),
    growthRow('open descriptors', ({ descriptors }) => descriptors, descriptorRule, asCount),
    loopRow('event loop delay, p99 of the worst minute', ({ p99Ms }) => p99Ms),
    loopRow('event loop delay, longest', ({ longestMs }) => longestMs),
    loopRow('longest without a pause, processor time', ({ heldCpuMs }) => heldCpuMs),
    plain('requests', asCount(count), `503 with Retry-After: ${asked.reduce((sum, some) => sum + some, 0)}`),
    atMost(
      'wrong answers',
      wrong,
      0,
      asCount,
      [...tally.wrong].map(([name, some]) => `${some} × ${name}`).join(', '),
    ),
    ...kinds.map(kindRow),
  ];
}

function kindRow([name, { tookMs, statuses }]: [string, Kind]): Row {
  const [first = [], , , last = []] = quartersOf(tookMs);
  const growth = grown(quantile(first, 0.99), quantile(last, 0.99), asMs);
  const byStatus = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  return plain(
    `${name}, p99`,
    asMs(quantile(tookMs, 0.99)),
    `p50 ${asMs(median(tookMs))}; p99 ${growth}; ${byStatus}`,
  );
}

const plain = (what: string, measured: string, note: string): Row => ({
  what,
  measured,
  bar: '',
  isOk: null,
  note,
});

const asMb = (value: number) => `${Math.round(value)} MB`;
const asCount = (value: number) => value.toLocaleString('en');

/** From the first quarter of the run to the last. */
function grown(first: number, last: number, format: (value: number) => string): string {
  const share = first > 0 ? ` (${last >= first ? '+' : ''}${Math.round((last / first - 1) * 100)} %)` : '';
  return `first quarter ${format(first)}, last ${format(last)}${share}`;
}
