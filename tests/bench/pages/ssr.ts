// The part "ssr": CPU and size of a server-rendered page, and the response times of reads while many
// pages are requested.
import { loadBars, ssrBars } from '../bars.ts';
import { startProduct } from '../child.ts';
import { measure } from '../measure.ts';
import type { Filled } from '../server/database.ts';
import { type Ask, type Load, load } from '../server/load.ts';
import { asMs, asRate, atMost, type Row } from '../table.ts';
import { htmlRows } from './html.ts';

const list = '/explore/events';
const headers = { Accept: 'text/html', 'Accept-Language': 'en-GB' };
const page = (path: string): Ask => ({ path, headers });

/** An unknown query field: the same work under a new address, so no cache applies. */
const fresh = (at: number) => page(`${list}?bench=${at}`);

export async function benchSsr(filled: Filled): Promise<Row[]> {
  const product = await startProduct(filled.dataDir);
  try {
    await load(product.origin, fresh, { connections: 4, count: 200, maxMs: 4_000 });
    // Beyond the previous requests.
    let at = 10_000;
    const rendered = await measure(product, {
      name: 'rendered',
      next: () => fresh(at++),
      status: 200,
      barMs: ssrBars.pageMs,
    });
    const again = await measure(product, { name: 'again', next: () => page(list), status: 200, barMs: null });
    return [
      ...(await htmlRows(product.origin)),
      atMost(
        'a page of 20 events, rendered again: CPU',
        rendered.aloneCpuMs,
        ssrBars.pageMs,
        asMs,
        `p50 ${asMs(rendered.alone.p50Ms)}; at 50 connections, where most get the shell, ${asRate(rendered.busy.perSecond)}`,
      ),
      atMost('the same page again: CPU', again.cpuMs, null, asMs, asRate(again.busy.perSecond)),
      ...(await rowsUnderLoad(product.origin)),
    ];
  } finally {
    await product.stop();
  }
}

/** Reads alone, then beside 50 connections that request uncached pages. */
async function rowsUnderLoad(origin: string): Promise<Row[]> {
  const asks: [string, (at: number) => Ask][] = [
    ['/api/health', () => ({ path: '/api/health' })],
    ['event list', (at) => ({ path: `/api/explore/events?limit=${18 + (at % 5)}` })],
  ];
  const rows: Row[] = [];
  let at = 1_000_000;
  for (const [name, next] of asks) {
    const read = () => load(origin, next, { connections: 4, count: 20_000, maxMs: 2_000 });
    const peace = await read();
    const [beside, pages] = await Promise.all([
      read(),
      load(origin, () => fresh(at++), { connections: 50, count: 20_000, maxMs: 2_000 }),
    ]);
    const note = `alone ${asMs(peace.p99Ms)}; pages ${asRate(pages.perSecond)}, p99 ${asMs(pages.p99Ms)}, ${statusesOf(pages)}`;
    rows.push(atMost(`${name} while 50 ask for pages, p99`, beside.p99Ms, loadBars.readsP99Ms, asMs, note));
  }
  return rows;
}

const statusesOf = ({ statuses }: Load) =>
  [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
