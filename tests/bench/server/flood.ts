// The part "flood": reads at 50 connections while very many people sign in.
import { loadBars } from '../bars.ts';
import { startProduct } from '../child.ts';
import { asMs, asRate, atMost, type Row } from '../table.ts';
import { loginAsk, readCatalog, warmUp } from './catalog.ts';
import { type Filled, openFilled } from './database.ts';
import type { Ask } from './load.ts';
import { type Load, load } from './load.ts';

const readers = 50;
const logins = 20;
const floodMs = 6_000;

/**
 * Reads the same events first without load, then during a flood of logins: right, wrong, and of unknown
 * accounts.
 */
export async function benchFlood(filled: Filled): Promise<Row[]> {
  const product = await startProduct(filled.dataDir);
  try {
    const database = openFilled(filled.dataDir);
    const { eventIds } = await readCatalog(database, product.origin).finally(() => database.close());
    const pathAt = (at: number) => `/api/events/public/${eventIds[at % eventIds.length]}`;
    const page = (at: number): Ask =>
      at % 2 === 0
        ? { path: pathAt(at) }
        : { path: `/events/public/${eventIds[at % eventIds.length]}`, headers: { Accept: 'text/html' } };
    await warmUp(product.origin, page);
    const read = () => load(product.origin, page, { connections: readers, count: 30_000, maxMs: floodMs });
    const peace = await read();
    const [war, signIns] = await Promise.all([
      read(),
      load(product.origin, loginAt, { connections: logins, count: 5_000, maxMs: floodMs }),
    ]);
    return [
      atMost('event page at 50 connections, p99', peace.p99Ms, loadBars.readsP99Ms, asMs, noteOf(peace)),
      atMost(
        'the same during a flood of logins, p99',
        war.p99Ms,
        loadBars.readsP99DuringLoginsMs,
        asMs,
        `${noteOf(war)}; logins ${asRate(signIns.perSecond)}, p50 ${asMs(signIns.p50Ms)}, ${statusesOf(signIns)}`,
      ),
    ];
  } finally {
    await product.stop();
  }
}

function loginAt(at: number): Ask {
  if (at % 4 === 0) return loginAsk('coach');
  return at % 4 === 1 ? loginAsk(`nobody${at}`) : loginAsk('trainee', `wrong-password-${at}`);
}

const noteOf = (result: Load) =>
  `p50 ${asMs(result.p50Ms)}; ${asRate(result.perSecond)}; ${statusesOf(result)}`;

const statusesOf = ({ statuses }: Load) =>
  [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
