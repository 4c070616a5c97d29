// The part "api": CPU, latency and rate of every kind of read over real HTTP, beside a bare server's in the
// same run.
import { join } from 'node:path';
import { loadBars } from '../bars.ts';
import { type Child, startChild, startProduct } from '../child.ts';
import { replyCountsRow } from '../counts.ts';
import { compare, type Measured, measure, timed, wrongIn } from '../measure.ts';
import { median } from '../statistics.ts';
import { asMs, asRate, asShare, asTimes, atLeast, atMost, notMeasured, type Row } from '../table.ts';
import { attendanceScenarios } from './attendance.ts';
import { type Catalog, readCatalog, warmUp, whyNot } from './catalog.ts';
import { type Filled, fill, openFilled } from './database.ts';
import { holdRows } from './holds.ts';
import {
  eventList,
  mixedReads,
  readScenarios,
  replies,
  type Scenario,
  searchScenarios,
  seriesCreations,
  seriesEdits,
} from './scenarios.ts';

export type ApiOptions = { folder: string; filled: Filled; profileDir: string | null; only: string | null };

const fewEvents = 1_000;

/** Runs the product on the filled database and sends it every scenario. */
export async function benchApi({ folder, filled, profileDir, only }: ApiOptions): Promise<Row[]> {
  // Before the product has the folder to itself.
  const counts = !only || 'planning: counts'.includes(only) ? [await replyCountsRow(filled.dataDir)] : [];
  const product = await startProduct(filled.dataDir);
  const floor = await startChild('tests/bench/server/floor-server.ts');
  const isWanted = ({ name }: Scenario) => !only || name.includes(only);
  try {
    const database = openFilled(filled.dataDir);
    const catalog = await readCatalog(database, product.origin);
    const ofAttendance = await attendanceScenarios(database.db, catalog.cookie);
    await database.close();
    await warmUp(product.origin, mixedReads(catalog).next);
    const rows: Row[] = [...counts];
    const reads = await readScenarios(product.origin, catalog);
    const ofSeries = [seriesCreations(catalog), seriesEdits(catalog)];
    const allSearches = searchScenarios(catalog);
    for (const scenario of [...reads, ...ofAttendance].filter(isWanted))
      rows.push(...(await readRow({ product, floor, profileDir }, scenario)));
    for (const scenario of ofSeries.filter(isWanted)) rows.push(await seriesRow(product, scenario));
    if (!only || 'event loop held'.includes(only))
      rows.push(...(await holdRows(product, [...reads, ...allSearches, ...ofSeries], replies(catalog))));
    const searches = allSearches.filter(isWanted);
    if (searches.length > 0) rows.push(...(await searchRows({ product, floor, profileDir }, searches)));
    if (!only) {
      rows.push(...(await mixRows({ product, floor, profileDir }, catalog)));
      rows.push(await growthRow(product, folder, filled));
      const { residentMb } = await product.ask({ kind: 'usage' });
      rows.push({
        what: 'memory of the server after all this',
        measured: `${Math.round(residentMb)} MB`,
        bar: '',
        isOk: null,
        note: '',
      });
    }
    return rows;
  } finally {
    await Promise.all([product.stop(), floor.stop()]);
  }
}

type Servers = { product: Child; floor: Child; profileDir: string | null };

async function readRow(servers: Servers, scenario: Scenario): Promise<Row[]> {
  const { product, floor } = servers;
  const reason = await whyNot(product.origin, scenario.next(0), scenario.status);
  if (reason) return [notMeasured(scenario.name, reason)];
  const measured = await profiled(servers, scenario);
  const least = await measure(floor, floorScenario(scenario, measured));
  const note = [
    `alone p50 ${asMs(measured.alone.p50Ms)} p99 ${asMs(measured.alone.p99Ms)} ${asRate(measured.alone.perSecond)}`,
    `at 50 p50 ${asMs(measured.busy.p50Ms)} p99 ${asMs(measured.busy.p99Ms)} ${asRate(measured.busy.perSecond)}`,
    `CPU alone ${asMs(measured.aloneCpuMs)}, median ${asMs(measured.medianCpuMs)}, rounds ±${asShare(measured.cpuSpread / 2)}, core ${asShare(measured.coreShare)}`,
    `bare server ${asMs(least.cpuMs)}`,
    `${measured.busy.bytesEach} B`,
    ...(measured.wrong > 0 ? [`${measured.wrong} other answers`] : []),
  ].join('; ');
  return [atMost(scenario.name, measured.cpuMs, scenario.barMs, asMs, note)];
}

/** The same status and size from the bare server. */
function floorScenario({ status }: Scenario, { busy }: Measured): Scenario {
  return { name: 'floor', next: () => ({ path: `/${status}/${busy.bytesEach}` }), status, barMs: null };
}

async function profiled({ product, profileDir }: Servers, scenario: Scenario): Promise<Measured> {
  const measured = await measure(product, scenario);
  if (!profileDir) return measured;
  // A second time: a profiler distorts the figures.
  await product.ask({ kind: 'profile' });
  await measure(product, scenario);
  const file = `${scenario.name.replace(/\W+/g, '-')}.cpuprofile`;
  await product.ask({ kind: 'saveProfile', file: join(profileDir, file) });
  return measured;
}

/** A few only, one after the other: each adds 100 events to the measured database, or changes them. */
async function seriesRow(product: Child, scenario: Scenario): Promise<Row> {
  const few = { connections: 1, count: 10, maxMs: 30_000 };
  await timed(product, scenario, few);
  const { load, cpuMs, coreShare } = await timed(product, scenario, few);
  const note = `one after the other: p50 ${asMs(load.p50Ms)} p99 ${asMs(load.p99Ms)}, core ${asShare(coreShare)}; ${wrongIn(load, scenario.status)} other answers`;
  return atMost(scenario.name, cpuMs, scenario.barMs, asMs, note);
}

async function searchRows(servers: Servers, scenarios: Scenario[]): Promise<Row[]> {
  const rows: Row[] = [];
  const medians: number[] = [];
  for (const scenario of scenarios) {
    const { alone, busy, cpuMs } = await profiled(servers, scenario);
    medians.push(alone.p50Ms);
    const note = `CPU ${asMs(cpuMs)}; p99 ${asMs(alone.p99Ms)}; at 50 p50 ${asMs(busy.p50Ms)} ${asRate(busy.perSecond)}; as in "${new URLSearchParams(scenario.next(0).path.split('?')[1]).get('q')}"`;
    rows.push(atMost(`${scenario.name}, p50`, alone.p50Ms, loadBars.searchP50Ms, asMs, note));
  }
  rows.push(atMost('search: the middle of these', median(medians), loadBars.searchP50Ms, asMs));
  return rows;
}

async function mixRows(servers: Servers, catalog: Catalog): Promise<Row[]> {
  const { busy, cpuMs, coreShare, wrong } = await profiled(servers, mixedReads(catalog));
  const note = `6 lists, 13 events, 1 search of 20; CPU ${asMs(cpuMs)}, core ${asShare(coreShare)}; p50 ${asMs(busy.p50Ms)}; ${wrong} other answers`;
  return [
    atLeast('mixed reads at 50 connections', busy.perSecond, loadBars.readsPerSecond, asRate, note),
    atMost('mixed reads at 50 connections, p99', busy.p99Ms, loadBars.readsP99Ms, asMs),
  ];
}

async function growthRow(many: Child, folder: string, filled: Filled): Promise<Row> {
  const what = `list CPU from ${fewEvents} to ${filled.events} events`;
  if (process.env.DATABASE_URL) return notMeasured(what, 'on the embedded database only');
  const small = await fill(folder, fewEvents, fewEvents);
  const few = await startProduct(small.dataDir);
  try {
    const { some, other } = await compare(many, few, eventList({}));
    return atMost(
      what,
      some / other,
      loadBars.listGrowth,
      asTimes,
      `${asMs(other)} to ${asMs(some)}, in turns`,
    );
  } finally {
    await few.stop();
  }
}
