// The part "startup": the time from the start of the built product's process to its "ready" line.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startBars } from '../bars.ts';
import { startProduct } from '../child.ts';
import type { Filled } from '../server/database.ts';
import { median } from '../statistics.ts';
import { asSeconds, atMost, type Row } from '../table.ts';

const firstStarts = 3;
const laterStarts = 5;

export async function benchStartup(folder: string, filled: Filled | null): Promise<Row[]> {
  if (process.env.DATABASE_URL) return [];
  const first: number[] = [];
  const later: number[] = [];
  for (let at = 0; at < firstStarts; at++) {
    const dataDir = mkdtempSync(join(folder, 'start-'));
    try {
      first.push(await readySeconds(dataDir));
      for (let again = 0; again < laterStarts && at === 0; again++) later.push(await readySeconds(dataDir));
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  const rows = [
    startRow('start on existing data', later, startBars.existingSeconds),
    startRow('first start, with demo data', first, startBars.firstSeconds),
  ];
  if (filled) {
    const large: number[] = [];
    for (let at = 0; at < laterStarts; at++) large.push(await readySeconds(filled.dataDir));
    rows.push(startRow(`start on ${filled.events} events`, large, startBars.existingSeconds));
  }
  return rows;
}

async function readySeconds(dataDir: string): Promise<number> {
  const product = await startProduct(dataDir, { isProbed: false });
  await product.stop();
  return product.readyMs / 1000;
}

function startRow(what: string, seconds: number[], bar: number): Row {
  const note = `median of ${seconds.length}, ${asSeconds(Math.min(...seconds))} to ${asSeconds(Math.max(...seconds))}`;
  return atMost(what, median(seconds), bar, asSeconds, note);
}
