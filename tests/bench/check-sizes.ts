// The command `npm run check:sizes`: fails with the list of what is larger than its bar.
import { ensureBuilt } from './built.ts';
import { benchBytes } from './bytes.ts';

ensureBuilt();
const rows = await benchBytes();
const over = rows.filter(({ isOk }) => isOk === false);
for (const { what, measured, bar, note } of over)
  console.error(`${what}: ${measured}, must be ${bar}${note && ` (${note})`}`);
console.log(
  over.length > 0 ? `${over.length} of ${rows.length} sizes are over.` : `${rows.length} sizes are fine.`,
);
process.exitCode = over.length > 0 ? 1 : 0;
