// The command `npm run check:sizes`: fails with the list of sizes over their bar.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './built.ts';
import { startProduct } from './child.ts';
import { benchBytes } from './pages/bytes.ts';
import { htmlRows } from './pages/html.ts';

ensureBuilt();
const rows = [...(await benchBytes()), ...(await renderedRows())];
const over = rows.filter(({ isOk }) => isOk === false);
for (const { what, measured, bar, note } of over)
  console.error(`${what}: ${measured}, must be ${bar}${note && ` (${note})`}`);
console.log(
  over.length > 0 ? `${over.length} of ${rows.length} sizes are over.` : `${rows.length} sizes are fine.`,
);
process.exitCode = over.length > 0 ? 1 : 0;

/** Of the demo data, which changes every day. */
async function renderedRows() {
  const dataDir = mkdtempSync(join(tmpdir(), 'sideline-sizes-'));
  const product = await startProduct(dataDir, { isProbed: false });
  try {
    return await htmlRows(product.origin);
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true });
  }
}
